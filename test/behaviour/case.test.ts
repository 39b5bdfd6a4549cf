// A case that says less than it seems to is refused, and an answer that differs anywhere is seen.

import { describe, expect, it } from 'vitest';
import { agrees, changed, filled, rewritten, scenariosOf, written, type Captures } from './case.ts';

const TEXT = `# What it is about.

> POST /boxes
{"n": 1}
< 201
< location: /boxes/1
{"id":1}

## One
> GET /boxes/1
> accept: text/plain
< 406

## Two
-- Does: a
+- Does: b
+- Body: c
> DELETE /boxes/1
`;

describe('a case', () => {
  it('has scenarios that begin with what is before the first title', () => {
    const scenarios = scenariosOf(TEXT);
    expect(scenarios.map(({ title, exchanges }) => [title, ...exchanges.map(({ method }) => method)])).toEqual([
      ['One', 'POST', 'GET'],
      ['Two', 'POST', 'DELETE'],
    ]);
    expect(scenarios[0]!.exchanges[0]).toMatchObject({
      target: '/boxes',
      body: '{"n": 1}',
      answer: '< 201\n< location: /boxes/1\n{"id":1}',
    });
    expect(scenarios[0]!.exchanges[1]).toMatchObject({ headers: [['accept', 'text/plain']], body: undefined });
    expect(scenarios[1]!.changes).toEqual([{ before: '- Does: a\n', after: '- Does: b\n- Body: c\n' }]);
  });

  it('takes an answer only behind a request, and no stray line', () => {
    expect(() => scenariosOf('## One\n< 200\n')).toThrow('neither a request nor an answer: < 200');
    expect(() => scenariosOf('## One\n> GET /\n< 200\n\n{"n":1}\n')).toThrow('neither');
    expect(() => scenariosOf('## One\n> GET /\n> accept\n')).toThrow('Name: value');
  });

  it('changes a document only at one place, by whole lines', () => {
    const change = { before: '- Does: a\n', after: '' };
    expect(changed('x\n- Does: a\ny\n', [change])).toBe('x\ny\n');
    expect(() => changed('- Does: ab\n', [change])).toThrow('no such lines');
    expect(() => changed('x - Does: a\n', [change])).toThrow('no such lines');
    expect(() => changed('- Does: a\n- Does: a\n', [change])).toThrow('twice');
  });

  it('is rewritten where the answers are, and nowhere else', () => {
    const scenarios = scenariosOf(TEXT);
    const answers = new Map([
      [scenarios[0]!.exchanges[0]!, '< 200'],
      [scenarios[1]!.exchanges[1]!, '< 204'],
    ]);
    const text = rewritten(TEXT, answers);
    expect(text).toBe(
      TEXT.replace('< 201\n< location: /boxes/1\n{"id":1}', '< 200').replace(
        'DELETE /boxes/1',
        'DELETE /boxes/1\n< 204',
      ),
    );
  });
});

describe('an answer', () => {
  const ID = '01973b1e-7c1e-7000-8000-000000000001';

  it.each(['< 201\n{"id":1}', '< 200\n{"id":2}', '< 200\n< etag: "1"\n{"id":1}', '< 200', '< 200\n{"id":1} '])(
    'that differs is seen: %j',
    (actual) => {
      expect(agrees('< 200\n{"id":1}', actual, new Map())).toBe(false);
      expect(agrees('< 200\n{"id":{{a}},"b":{{a}}}', '< 200\n{"id":1,"b":2}', new Map())).toBe(false);
    },
  );

  it('gives what is new each time a name, which stands for it from then on', () => {
    const captures: Captures = new Map();
    expect(written(`{"id":"${ID}"}`, captures, ID.toUpperCase())).toBe(`{"id":"${ID}"}`);
    expect(written(`{"id":"${ID}"}`, captures, '')).toBe('{"id":"{{id1}}"}');
    expect(filled('/boxes/{{id1}}', captures)).toBe(`/boxes/${ID}`);
    expect(() => filled('/boxes/{{other}}', captures)).toThrow('{{other}}');
    const again: Captures = new Map();
    expect(agrees('{"id":"{{id1}}","same":"{{id1}}"}', `{"id":"${ID}","same":"${ID}"}`, again)).toBe(true);
    expect(again.get('id1')).toBe(ID);
    expect(agrees('{"id":"{{id1}}"}', '{"id":"7"}', again)).toBe(false);
  });
});

// Bullets `Key: value`: which bind, which are prose, which are faults (notation, rules 1 and 6).

import { describe, expect, test } from 'vitest';

import { read } from '../../src/read/read.ts';
import type { Facts } from '../../src/notation/endpoints.ts';
import { endpoints, errors, findings, resources, textAt } from './findings.ts';

function facts(...lines: readonly string[]): Facts {
  return read(endpoints('### GET /x', '', ...lines), 'x.md').document.endpoints.operations.items[0]!.facts;
}

function underResource(...lines: readonly string[]): string[] {
  return findings(resources('### R', '', ...lines));
}

describe('keys', () => {
  test.each([
    '- Does: reads X',
    '* does: reads X',
    '+ DOES:reads X',
    '- **Does:** reads X',
    '- **Does**: reads X',
    '   - Does :  reads X',
    '- Does:\n  reads X',
    '- [Does](#d): reads X',
    '- Does: reads\n  X',
  ])('%s', (line) => {
    const source = endpoints('### GET /x', '', line);
    expect(findings(source)).toEqual([]);
    expect(facts(line).does).toMatchObject({ status: 'stated', value: [{ kind: 'reads', target: { text: 'X' } }] });
  });

  test('the place of a value is the value alone', () => {
    for (const line of ['- **Does:** reads X', '- Does: reads X', '- Does:reads X']) {
      const source = endpoints('### GET /x', '', line);
      const { does } = read(source, 'x.md').document.endpoints.operations.items[0]!.facts;
      expect(textAt(source, does.at)).toBe('reads X');
    }
  });

  test('a key of no kind is an error, with the near one', () => {
    const source = endpoints('### GET /x', '', '- Doess: reads X', '- Whatever this is: y');
    expect(findings(source)).toEqual(['7:3 unknown-key', '8:3 unknown-key']);
    const [near, far] = read(source, 'x.md').diagnostics;
    expect(near!.message).toContain('did you mean `Does`?');
    expect(far!.message).not.toContain('did you mean');
  });

  test.each([
    '- see https://x.example/a: b',
    '- just words',
    '- `id`: the key',
    '- A sentence that goes on and on: with a colon',
    '- 12: a number',
  ])('%s is prose', (line) => {
    expect(findings(endpoints('### GET /x', '', line))).toEqual([]);
    expect(facts(line).does.status).toBe('absent');
  });

  test('a statement inside another item is an error, words there are not', () => {
    expect(
      findings(endpoints('### GET /x', '', '- Does: reads X', '  - Who: anyone', '  - for a reason: this one')),
    ).toEqual(['8:5 nested-block']);
  });

  test('a table inside an item is an error', () => {
    expect(
      findings(
        endpoints('### GET /x', '', '- Does: reads X', '', '  | Query | Type |', '  |---|---|', '  | `q` | string |'),
      ),
    ).toEqual(['9:3 nested-block']);
  });

  test('a line below a bullet that begins with a key lacks its dash, and is no part of the value above', () => {
    const source = endpoints('### GET /x', '', '- Does: reads X', 'Who: anyone', '  Repeat: safe');
    expect(findings(source)).toEqual(['8:1 not-a-bullet', '9:3 not-a-bullet']);
    const { diagnostics } = read(source, 'x.md');
    expect(diagnostics.map(({ fix }) => /`- \w+: …`/.exec(fix)?.[0])).toEqual(['`- Who: …`', '`- Repeat: …`']);
    expect(facts('- Does: reads X', 'Who: anyone').does).toMatchObject({ status: 'stated', text: 'reads X' });
  });

  test('a field in lower case may begin a further line', () => {
    expect(findings(endpoints('### GET /x', '', '- Null fields: kept;', '  order: cleared'))).toEqual([]);
  });

  test('a paragraph that looks like a bullet is an error', () => {
    const source = endpoints('### GET /x', '', 'Who: anyone');
    expect(findings(source)).toEqual(['7:1 not-a-bullet']);
    expect(read(source, 'x.md').diagnostics[0]!.severity).toBe('error');
  });

  test('no bullet leaves its fact absent, where a bullet would stand', () => {
    const source = endpoints('### GET /x');
    const { who } = read(source, 'x.md').document.endpoints.operations.items[0]!.facts;
    const end = source.indexOf('/x') + 2;
    expect(who).toEqual({ status: 'absent', at: { start: end, end } });
  });
});

describe('said twice', () => {
  test('the same is fine', () => {
    expect(findings(endpoints('### GET /x', '', '- Who: anyone', '- Who:  anyone.'))).toEqual([]);
  });

  test.each([
    ['Who', 'anyone', 'Anyone'],
    ['Emits', 'none', 'NONE'],
    ['Emits', '`made`', 'made'],
    ['Repeat', 'not shown', 'Not shown'],
    ['Does', 'reads Box', 'reads `Box`'],
    ['Body', 'Box without `a`', '`Box without a`'],
    ['Media type', 'application/json', 'in application/json; out `application/json`'],
  ])('the same %s in another spelling is fine: %s, %s', (key, one, other) => {
    const source = endpoints('### GET /x', '', `- ${key}: ${one}`, `- ${key}: ${other}`);
    expect(findings(source).filter((found) => found.endsWith('contradiction'))).toEqual([]);
  });

  test.each([
    ['Who', 'anyone', '`anyone`'],
    ['Emits', 'none', '`none`'],
    ['Emits', '`made`', '`made`, `sent`'],
    ['Does', 'reads Box', 'reads BOX'],
    ['Does', 'none', 'any'],
    ['Repeat', 'not shown', 'safe'],
    ['Who', '`Admin`', '`admin`'],
  ])('what only looks like the same %s is not: %s, %s', (key, one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ])
      expect(findings(endpoints('### GET /x', '', `- ${key}: ${first}`, `- ${key}: ${second}`))).toContain(
        '8:3 contradiction',
      );
  });

  test.each([
    ['| `a` | string | any |', '| `a` | String | Any |', true],
    ['| `a` | one of `x`, `y` | any |', '| `a` | one of `x` or `y` | any |', true],
    ['| `a` | string | any |', '| `a` | string(20) | any |', false],
    ['| `a` | Box | any |', '| `a` | BOX | any |', false],
  ])('a row in another spelling: %s, %s', (one, other, isSame) => {
    const source = resources('### R', '', '| Field | Type | Allowed values |', '|---|---|---|', one, other);
    expect(findings(source).some((found) => found.endsWith('contradiction'))).toBe(!isSame);
  });

  test('something else is a contradiction that names both places', () => {
    const source = endpoints('### GET /x', '', '- Who: anyone', '- Who: signed-in');
    const { diagnostics } = read(source, 'x.md');
    expect(findings(source)).toEqual(['8:3 contradiction']);
    expect(diagnostics[0]!.severity).toBe('error');
    expect(diagnostics[0]!.related.map((r) => textAt(source, r.at))).toEqual(['Who: anyone']);
  });

  test('directly under part 4 and under All operations is one scope', () => {
    expect(findings(endpoints('- Who: anyone', '', '### All operations', '', '- Who: signed-in'))).toEqual([
      '9:3 contradiction',
    ]);
  });

  test('an operation may differ from All operations', () => {
    expect(
      findings(endpoints('### All operations', '', '- Who: anyone', '', '### GET /x', '', '- Who: signed-in')),
    ).toEqual([]);
  });

  test('Unique may stand several times', () => {
    const { unique } = read(resources('### R', '', '- Unique: `a`', '- Unique: `b`, `c` ignoring case'), 'x.md')
      .document.resources.resources.items[0]!;
    expect(unique.map((u) => u.status === 'stated' && u.value.fields.map((f) => f.text))).toEqual([['a'], ['b', 'c']]);
  });

  test('a view with other fields is a contradiction, another view is not', () => {
    expect(underResource('- View `V`: `a`', '- View `V`: `a`, `b`')).toEqual(['8:3 contradiction']);
    expect(underResource('- View `V`: `a`', '- View `V`: `a`', '- View `W`: `a`, `b`')).toEqual([]);
    expect(underResource('- View: `a`')).toEqual(['7:3 unreadable']);
  });
});

describe('completeness', () => {
  test.each([
    ['- Other operations: none', 'closed'],
    ['- Other operations: None.', 'closed'],
    ['- Other operations: not shown', 'open'],
    ['### …', 'open'],
  ])('%s', (line, mark) => {
    expect(read(endpoints(line, '', '### GET /x'), 'x.md').document.endpoints.operations.mark).toBe(mark);
  });

  test('under All operations too', () => {
    expect(
      read(endpoints('### All operations', '', '- Other operations: none'), 'x.md').document.endpoints.operations.mark,
    ).toBe('closed');
  });

  test('of errors, resources and fields', () => {
    expect(read(errors('- Other errors: none'), 'x.md').document.errors.codes.mark).toBe('closed');
    expect(read(resources('- Other resources: none'), 'x.md').document.resources.resources.mark).toBe('closed');
    const { fields } = read(resources('### R', '', '- Other fields: not shown'), 'x.md').document.resources.resources
      .items[0]!;
    expect(fields).toMatchObject({ mark: 'open', written: false });
  });
});

describe('directly under a part', () => {
  test('what belongs under a heading there is misplaced', () => {
    expect(
      findings(resources('- Identified by: `id`', '', '| Field | Type |', '|---|---|', '| `a` | string |')),
    ).toEqual(['5:3 misplaced', '7:1 misplaced']);
  });

  test('words, and tables of no kind, are prose', () => {
    expect(findings(resources('- in short: things', '', '| Fruit |', '|---|', '| apple |'))).toEqual([]);
  });

  test('of an unknown key it is said which ones bind', () => {
    const source = '# T\n\n## 2. Resources and their fields\n\n### R\n\n- Blub: y\n';
    const [found] = read(source, 'x.md').diagnostics.filter(({ code }) => code === 'unknown-key');
    expect(found!.fix).toContain('a key that is known here (Identified by, View, ');
  });

  test('in part 4 a table of no kind is an error', () => {
    expect(findings(endpoints('| Method | Path |', '|---|---|', '| GET | /x |'))).toEqual(['5:3 unknown-table']);
  });
});

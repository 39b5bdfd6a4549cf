// Small slips of a writer: what was read as if nothing had been written, or said in a way that nobody could use.

import { describe, expect, it, test } from 'vitest';
import { read } from '../../src/read/read.ts';
import { endpoints, errors, findings, resources, states, withPart } from './findings.ts';

const messages = (source: string): readonly string[] => read(source, 'x.md').diagnostics.map(({ message }) => message);
const field = (type: string, setBy = 'caller'): string =>
  resources('### R', '', '| Field | Type | Set by |', '|---|---|---|', `| \`f\` | ${type} | ${setBy} |`);
const order = (value: string): string => endpoints('### GET /x', '', `- Order: ${value}`);

describe('what was meant is named', () => {
  test.each([
    [field('string or nul'), '`null`'],
    [field('date time'), '`date-time`'],
    [field('string', 'caller on create'), '`at create`'],
    [field('string', 'service: now on change'), '`at change`'],
    [order('`f` asc'), '`ascending`'],
    [order('`f` desc'), '`descending`'],
    [resources('### R', '', '- View Short: `a`'), '`` View `Short` ``'],
    [errors('- All failed fields: no'), '`All failed fields at once`'],
    [resources('### R', '', '- At least one: `a`'), '`At least one of`'],
  ])('%#: %s', (source, meant) => {
    expect(messages(source)).toEqual([expect.stringMatching(/; did you mean .*\?$/)]);
    expect(messages(source)[0]).toContain(`did you mean ${meant}?`);
  });

  test('`any` is among what may stand there where it may', () => {
    const kind = states('### R.f', '', '| State | Kind |', '|---|---|', '| `a` | first |');
    expect(messages(kind)[0]).toContain('expected `initial` or `final` or `gone` or `any`');
    const unknown = endpoints('### GET /x', '', '- Unknown fields: gone');
    expect(messages(unknown)[0]).not.toContain('`any`');
  });
});

describe('part 1', () => {
  test.each(['TBD', '?', '—', 'n/a', 'TBD.'])('%s is no prose', (words) => {
    const { document, diagnostics } = read(withPart(1, 'What the service does', words), 'x.md');
    expect(document.purpose.prose).toMatchObject({ status: 'gap', how: 'blank' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['blank-cell']);
  });

  test('a sentence with such a sign in it is', () => {
    const { document } = read(withPart(1, 'What the service does', 'TBD: more. But it does things.'), 'x.md');
    expect(document.purpose.prose.status).toBe('stated');
  });
});

describe('`none` beside what there is', () => {
  const LIMIT = ['| Limit | Value | Per |', '|---|---|---|', '| Calls | 1 per minute | caller |'];
  it.each([
    ['part 2', resources('none', '', '### R')],
    ['part 3', states('none', '', '### R.f')],
    ['part 4', endpoints('none', '', '### GET /x')],
    ['part 5', withPart(5, 'Authentication', 'none', '', '### S')],
    ['part 6', withPart(6, 'Events', 'none', '', '### `e`')],
    ['part 7', errors('none', '', '| Code | Status |', '|---|---|', '| `a` | 400 |')],
    ['part 8', withPart(8, 'Limits', 'none', '', ...LIMIT)],
    ['part 9', withPart(9, 'Versioning', 'none', '', '| Version | Date |', '|---|---|', '| 1 | none |')],
    ['a resource', resources('### R', '', 'none', '', '| Field | Type |', '|---|---|', '| `f` | string |')],
    ['a machine', states('### R.f', '', 'none', '', '| State | Kind |', '|---|---|', '| `a` | any |')],
  ])('is a contradiction: %s', (_, source) => {
    const found = read(source, 'x.md').diagnostics.filter(({ code }) => code === 'contradiction');
    expect(found).toHaveLength(1);
    expect(found[0]!.related).toHaveLength(1);
  });
});

describe('fields that are one thing together', () => {
  it.each(['Unique: `a`, `a` ignoring case', 'Identified by: `a`, `b`, `a`', 'View `V`: `a` and `a`'])(
    'count once: %s',
    (line) => {
      const [first, ...others] = messages(resources('### R', '', `- ${line}`));
      expect(first).toContain('expected each field once');
      expect(others).toEqual([]);
    },
  );
});

describe('a heading of another level', () => {
  it.each([
    ['#### GET /x', endpoints('### POST /x', '', '- Repeat: again', '', '#### GET /x', '', '- Repeat: safe')],
    ['## GET /x', endpoints('### POST /x', '', '- Repeat: again', '', '## GET /x', '', '- Repeat: safe')],
    ['##### All operations', endpoints('### GET /x', '', '- Repeat: safe', '', '##### All operations')],
    ['#### R.f', states('### R.e', '', '#### R.f')],
  ])('that opens something says how many `#` it needs: %s', (heading, source) => {
    const [first, ...others] = read(source, 'x.md').diagnostics;
    expect([first!.code, others]).toEqual(['unknown-heading', []]);
    expect(first!.message).toContain(`"${heading}", expected three \`#\`: \`### ${heading.replace(/^#+ /, '')}\``);
  });

  it('of prose is prose', () => {
    expect(findings(endpoints('### GET /x', '', '#### How it is meant', '', '## Further', '', 'Words.'))).toEqual([]);
  });
});

// Type, Required, Allowed values and Default of a field beside each other: what cannot hold at once is an error, and what
// can is clean. Notation, part 2.

import { describe, expect, it } from 'vitest';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';

/** The codes of errors of a document with one such field. */
function errors(cells: string): readonly string[] {
  const [type, required, allowed, initial] = cells.split(';').map((cell) => cell.trim());
  const source = documentOf({
    resources: `### Line

- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`text\` | string | yes | caller | any | none |

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`f\` | ${type} | ${required} | caller | ${allowed} | ${initial} |
`,
    operations: '',
  });
  const { document, diagnostics } = read(source, 'things.md');
  const all = link(document, diagnostics).diagnostics;
  return all.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

describe('a default', () => {
  it.each([
    'string(1..3); no; any; `abcd`',
    'string; no; matches `[a-z]+`; `A`',
    'string; no; not blank; ` `',
    'string; no; `a`, `b`; `c`',
    'integer; no; 1..9; `10`',
    'integer 1..9; no; any; `10`',
    'array of string; no; at most 1 items; `["a","b"]`',
    'array of string; no; at least 1 items; `[]`',
    'set of string; no; at least 2 items; `["a","a"]`',
    'array of integer; no; 1..3; `[5]`',
    'array of string; no; `a`, `b`; `["c"]`',
    'map of string; no; matches `a+`; `{"k": "b"}`',
    'string or null; no; not blank; `null`',
    'array of string; no; not blank; `["a", " "]`',
    'string; no; not blank; null',
  ])('that breaks what the field may hold is a contradiction: %s', (cells) => {
    expect(errors(cells)).toEqual(['contradiction']);
  });

  it.each([
    'string; yes; any; `null`',
    'string; no; any; `null`',
    'one of `a`, `b`; no; any; null',
    'Line; no; any; null',
    'array of (string or null); no; any; null',
    'integer; yes; any; null',
    'integer; no; any; 9223372036854775808',
    'decimal(2); no; any; 92233720368547758.08',
    'array of integer; no; any; `[-9223372036854775809]`',
    'decimal(2); no; any; `1.234`',
    'array of string(2); no; any; `["abc"]`',
    'map of integer 1..3; no; any; `{"a": 9}`',
    'date; no; any; `2026-02-30`',
  ])('that the type cannot hold is an impossible value: %s', (cells) => {
    expect(errors(cells)).toEqual(['impossible-value']);
  });

  it.each([
    'string or null; no; any; `null`',
    'one of `a`, `b` or null; no; any; null',
    'string or null; yes; any; `null`',
    'string; no; matches `[a-z]+`; `abc`',
    'integer; no; any; 9223372036854775807',
    'integer; no; any; -9223372036854775808',
    'decimal(2); no; any; 92233720368547758.07',
    'array of string; no; at least 1 items, matches `a+`; `["a"]`',
    'set of string; no; at most 1 items; `["a","a"]`',
  ])('that is one of its values is clean: %s', (cells) => {
    expect(errors(cells)).toEqual([]);
  });
});

describe('what narrows', () => {
  const TEXTS = ['string', 'one of `a`, `b`', 'uuid', 'url', 'email', 'time', 'duration', 'date', 'date-time'];
  const NUMBERS = ['integer', 'number', 'decimal(2)', 'seconds since 1970'];
  const OBJECTS = ['object', 'Line'];
  const WORDS = {
    range: '1..3',
    matches: 'matches `.*`',
    'not blank': 'not blank',
    items: 'at most 2 items',
    characters: 'at most 40 characters',
  };
  const TAKEN: readonly (readonly [readonly string[], readonly string[]])[] = [
    [TEXTS, ['matches', 'not blank', 'characters']],
    [NUMBERS, ['range']],
    [OBJECTS, []],
    [['boolean'], []],
    [
      ['array of string', 'set of string', 'map of string'],
      ['items', 'matches', 'not blank', 'characters'],
    ],
    [
      ['array of integer', 'map of (integer or null)'],
      ['items', 'range'],
    ],
    [['array of array of integer', 'map of object', 'array of Line'], ['items']],
  ];
  const CELLS = TAKEN.flatMap(([types, taken]) =>
    types.flatMap((type) =>
      Object.entries(WORDS).map(([word, text]) => ({ type, word, text, fits: taken.includes(word) })),
    ),
  );
  it.each(CELLS)('$text of $type', ({ type, text, fits }) => {
    expect(errors(`${type}; no; ${text}; none`)).toEqual(fits ? [] : ['wrong-constraint']);
  });

  it.each([
    'string(3); no; at least 5 characters; none',
    'integer 1..5; no; 7..9; none',
    'array of string; no; at least 3 items, at most 2 items; none',
    'array of integer 1..5; no; 7..9; none',
    'string; no; `abc`, matches `b+`; none',
  ])('and leaves no value is a contradiction: %s', (cells) => {
    expect(errors(cells)).toEqual(['contradiction']);
  });
});

// Type × form of Allowed values × table that has the column: each cell either restricts what a caller may send, or is an
// error that says what to write. Notation, part 2, head Allowed values.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { documentOf, planOf, type Parts } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

/** Of one type and one form: what stands in the cell, a value that it leaves, one that it does not. */
type Sample = readonly [cell: string, good: unknown, bad: unknown];

const FORMS = ['values', 'range', 'matches', 'not blank', 'characters', 'items'] as const;
type Form = (typeof FORMS)[number];

/** What may stand in a cell where the form says nothing of the type. */
const FOREIGN: Readonly<Record<Form, readonly string[]>> = {
  values: ['`~`'],
  range: ['1..10', '>= 0', '2024..2026', '..5'],
  matches: ['matches `a*`'],
  'not blank': ['not blank'],
  characters: ['at most 3 characters', 'at least 1 character'],
  items: ['at most 3 items', 'at least 1 item'],
};

const TEXT_OF: readonly (readonly [type: string, good: string, bad: string])[] = [
  ['date', '2026-01-31', '1950-01-01'],
  ['time', '10:30:00', '11:00:00'],
  ['duration', 'PT15M', 'P2D'],
  ['uuid', '0190a3f2-7c1e-7000-8000-000000000001', '0190a3f2-7c1e-7000-8000-00000000000f'],
  ['url', 'https://example.org/', 'http://example.net/abc'],
  ['email', 'a@example.org', 'bcd@example.com'],
  ['date-time, as sent', '2026-01-31T10:00:00Z', '1950-01-31T10:00:00+01:00'],
  ['date-time', '2026-01-31T10:00:00.000Z', '1950-01-31T10:00:00.000Z'],
];

const escaped = (text: string): string => text.replace(/[.+]/g, '[$&]');

/** Each type with the forms that say something of it. */
const TAKEN: Readonly<Record<string, Partial<Record<Form, Sample>>>> = {
  string: {
    values: ['`aa`, `12`, `true`', '12', 'b'],
    matches: ['matches `a*`', 'aa', 'b'],
    'not blank': ['not blank', 'a', ' '],
    characters: ['at most 3 characters', 'abc', 'abcd'],
  },
  'string or null': { values: ['`aa`', 'aa', 'b'], characters: ['at least 2 characters', 'ab', 'a'] },
  'one of `aa`, `b`': {
    values: ['`aa`', 'aa', 'b'],
    matches: ['matches `a*`', 'aa', 'b'],
    characters: ['at least 2 characters', 'aa', 'b'],
  },
  ...Object.fromEntries(
    TEXT_OF.map(([type, good, bad]): [string, Partial<Record<Form, Sample>>] => [
      type,
      { values: [`\`${good}\``, good, bad], matches: [`matches \`${escaped(good)}\``, good, bad] },
    ]),
  ),
  integer: { values: ['1, `2`', 2, 3], range: ['1..10', 10, 11] },
  'integer or null': { range: ['>= 0', 0, -1] },
  number: { values: ['1, 2.5', 2.5, 2], range: ['..5', 4.5, 5.5] },
  'decimal(2)': { values: ['1.50', 1.5, 1.51], range: ['0.5..1.5', 1.5, 1.51] },
  'seconds since 1970': { values: ['1, 2', 2, 3], range: ['>= 0', 0, -1] },
  boolean: { values: ['`true`', true, false] },
  object: { values: ['`{"a": 1}`', { a: 1 }, { a: 2 }] },
  Sub: {},
  'array of string': {
    items: ['at most 2 items', ['a', 'b'], ['a', 'b', 'c']],
    values: ['`aa`, `12`', ['aa', '12'], ['aa', 'b']],
    matches: ['matches `a*`', ['a'], ['a', 'b']],
    'not blank': ['not blank', ['a', 'b'], ['a', ' ']],
    characters: ['at most 2 characters', ['ab'], ['abc']],
  },
  'set of date': {
    items: ['at least 1 item', ['2026-01-31'], []],
    values: ['`2026-01-31`', ['2026-01-31'], ['1950-01-01']],
  },
  // Each member is counted once, however it is sent.
  'set of integer': {
    items: ['at most 1 item', [1, 1], [1, 2]],
    range: ['1..3', [3, 3], [4]],
    values: ['1, 2', [2], [3]],
  },
  'set of uuid': {
    items: [
      'at least 2 items',
      ['0190a3f2-7c1e-7000-8000-000000000001', '0190a3f2-7c1e-7000-8000-000000000002'],
      ['0190a3f2-7c1e-7000-8000-00000000000a', '0190A3F2-7C1E-7000-8000-00000000000A'],
    ],
    values: [
      '`0190a3f2-7c1e-7000-8000-00000000000a`',
      ['0190A3F2-7C1E-7000-8000-00000000000A'],
      ['0190a3f2-7c1e-7000-8000-000000000001'],
    ],
  },
  'map of integer': {
    items: ['at most 1 item', { a: 1 }, { a: 1, b: 2 }],
    range: ['1..3', { a: 3 }, { a: 4 }],
    values: ['1, 2', { a: 2 }, { a: 3 }],
  },
  'array of Sub': { items: ['at most 1 item', [{}], [{}, {}]] },
};

interface Cell {
  readonly type: string;
  readonly form: Form;
  readonly cell: string;
  readonly sample: Sample | undefined;
}

const CELLS: readonly Cell[] = Object.entries(TAKEN).flatMap(([type, forms]) =>
  FORMS.flatMap((form): Cell[] => {
    const sample = forms[form];
    if (sample) return [{ type, form, cell: sample[0], sample }];
    // Lengths and `not blank` of a date restrict, though seldom anything.
    if (
      TEXT_OF.some(([text]) => type.endsWith(text)) &&
      (form === 'not blank' || form === 'characters' || form === 'matches')
    )
      return [];
    if (type.startsWith('string') || type.startsWith('one of'))
      if (form === 'not blank' || form === 'matches') return [];
    return FOREIGN[form].map((cell) => ({ type, form, cell, sample }));
  }),
);

/** Where Allowed values stand: the operation of a cell, and a call of it with a value. */
interface Place {
  readonly resources: (cells: readonly Cell[]) => string;
  readonly operation: (cell: Cell, index: number) => string;
  readonly call: (index: number, value: unknown) => readonly [method: string, path: string, body?: unknown];
  /** Types that nobody sends here: held, for a reason of their own. */
  readonly sends: (type: string) => boolean;
}

const SUB = `### Sub
- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`a\` | integer | no | caller | any | none |
`;

const HEAD = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|';
const thing = (name: string, field: string): string =>
  `### ${name}\n- Identified by: \`id\`\n\n${HEAD}\n| \`id\` | integer | yes | service: new id | any | none |\n${field}`;
const status = (code: number, when: string, body: string): string =>
  `\n| Status | When | Body |\n|---|---|---|\n| ${code} | ${when} | ${body} |\n`;
const facts = (does: string, body: string, repeat: string): string =>
  `- Does: ${does}\n- Body: ${body}\n- Repeat: ${repeat}\n`;
const inAddress = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).map((one) => encodeURIComponent(String(one))).join(',');

const row = (name: string, { type, cell }: Cell, more: string): string =>
  `| \`${name}\` | ${type} | no | ${more}${cell.replaceAll('|', '\\|')} | none |\n`;

const PLACES: Readonly<Record<string, Place>> = {
  Field: {
    resources: (cells) =>
      [thing('Thing', ''), ...cells.map((cell, i) => thing(`Thing${i}`, row('f', cell, 'caller | ')))].join('\n'),
    operation: (_, i) =>
      `### POST /t${i}\n${facts(`creates Thing${i}`, `Thing${i}`, 'again')}- Null fields: refused\n${status(201, 'created', 'none')}`,
    call: (i, f) => ['POST', `/t${i}`, { f }],
    sends: () => true,
  },
  Body: {
    resources: () => thing('Thing', ''),
    operation: ({ type, cell }, i) => `### POST /t${i}
${facts('creates Thing', 'not shown', 'again').replace('- Body: not shown\n', '')}- Null fields: refused

| Body | Type | Required | Allowed values | Default | Sets |
|---|---|---|---|---|---|
| \`f\` | ${type} | no | ${cell} | none | none |
${status(201, 'created', 'none')}`,
    call: (i, f) => ['POST', `/t${i}`, { f }],
    sends: () => true,
  },
  Query: {
    resources: () => thing('Thing', ''),
    operation: ({ type, cell }, i) => `### GET /t${i}
${facts('lists Thing', 'none', 'safe')}- Order: oldest first\n- Pages: none

| Query | Type | Required | Allowed values | Default | Selects |
|---|---|---|---|---|---|
| \`f\` | ${type}${type.startsWith('array of') ? ', by commas' : ''} | no | ${cell} | none | value is set |
${status(200, 'found', 'array of Thing')}`,
    call: (i, f) => ['GET', `/t${i}?f=${inAddress(f)}`],
    sends: (type) => !/object|Sub|map|set|or null/.test(type),
  },
  Path: {
    resources: () => thing('Thing', ''),
    operation: ({ type, cell }, i) => `### GET /t${i}/{f}
${facts('lists Thing', 'none', 'safe')}- Order: oldest first\n- Pages: none

| Path | Type | Allowed values | Selects |
|---|---|---|---|
| \`f\` | ${type} | ${cell} | none |
${status(200, 'found', 'array of Thing')}`,
    call: (i, f) => ['GET', `/t${i}/${inAddress(f)}`],
    sends: (type) => !/object|Sub|map|set|array|or null/.test(type),
  },
  Header: {
    resources: () => thing('Thing', ''),
    operation: ({ type, cell }, i) => `### GET /t${i}
${facts('lists Thing', 'none', 'safe')}- Order: oldest first\n- Pages: none

| Header | Type | Required | Allowed values | Default | Selects |
|---|---|---|---|---|---|
| \`F\` | ${type} | no | ${cell} | none | none |
${status(200, 'found', 'array of Thing')}`,
    call: (i) => ['GET', `/t${i}`],
    sends: () => false,
  },
};

function partsOf(place: Place, cells: readonly Cell[]): Parts {
  return {
    resources: `${place.resources(cells)}\n${SUB}`,
    operations: cells.map((cell, i) => place.operation(cell, i)).join('\n'),
    codes: '| `path` | 404 | invalid path |',
  };
}

function errorsOf(parts: Parts): readonly { code: string; message: string; fix: string }[] {
  const { document, diagnostics } = read(documentOf(parts), 'things.md');
  return link(document, diagnostics)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, message, fix }) => ({ code, message, fix }));
}

it.each(['no | none', 'not shown | `a`', 'if `f` = `a` | none'])(
  'a parameter of the path is always sent: %s',
  (cells) => {
    const operations = `### GET /t/{f}
${facts('lists Thing', 'none', 'safe')}- Order: oldest first\n- Pages: none

| Path | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`f\` | string | ${cells} | none |
${status(200, 'found', 'array of Thing')}`;
    const codes = '| `path` | 404 | invalid path |';
    expect(errorsOf({ resources: thing('Thing', ''), operations, codes }).map(({ code }) => code)).toContain(
      'contradiction',
    );
  },
);

describe.each(Object.entries(PLACES))('in a %s table', (_, place) => {
  const sent = CELLS.filter(({ sample, type }) => sample && place.sends(type));
  let service: Running;
  beforeAll(async () => {
    service = await start(planOf(partsOf(place, sent)));
  });
  afterAll(() => service.stop());

  it.each(sent.map((cell, index) => ({ ...cell, index })))('$cell restricts $type', async ({ sample, index }) => {
    const [, good, bad] = sample!;
    const [ok, refused] = await Promise.all(
      [good, bad].map(async (value) => send(service, ...place.call(index, value))),
    );
    expect([ok!.status, ok!.text]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.any(String)]);
    expect([refused!.status, (refused!.json as { code: string }).code]).toEqual([
      expect.toSatisfy((code: number) => code === 404 || code === 400 || code === 422),
      expect.stringMatching(/^(path|query|invalid)$/),
    ]);
  });

  it('what says nothing of the type is an error that says what to write', () => {
    const foreign = CELLS.filter(({ sample }) => !sample);
    const errors = errorsOf(partsOf(place, foreign));
    const expected = foreign.map(({ form, type, cell }) => [
      `${cell} of ${type}`,
      form === 'values' ? 'impossible-value' : 'wrong-constraint',
    ]);
    expect(errors.map(({ code }, index) => [expected[index]?.[0], code])).toEqual(expected);
    for (const { message } of errors) expect(message).toMatch(/(`f`|`F`|`Thing\d+.f`),( which is .*,)? expected /);
  });
});

/** Of a list and a map each member is judged; the list itself may be nothing, where its type says so. */
const MEMBERS: readonly (readonly [type: string, good: unknown, bad: unknown])[] = [
  ['map of string', { a: 'a' }, { a: 'a', b: ' ' }],
  ['set of string', ['a', 'b'], ['a', '']],
  ['array of string', [], ['\t']],
  ['array of (string or null)', ['a'], ['a', null]],
  ['array of string or null', null, ['']],
];

it('what is `not blank` speaks of the members, and the code of what is blank answers it', async () => {
  const cells = MEMBERS.map(([type]): Cell => ({ type, form: 'not blank', cell: 'not blank', sample: undefined }));
  const parts = partsOf(PLACES['Field']!, cells);
  const operations = parts.operations.replaceAll('- Null fields: refused', '- Null fields: cleared');
  const service = await start(planOf({ ...parts, operations, codes: '| `empty` | 422 | any field blank |' }));
  try {
    for (const [index, [type, good, bad]] of MEMBERS.entries()) {
      const [ok, refused] = await Promise.all([good, bad].map((f) => send(service, 'POST', `/t${index}`, { f })));
      expect([type, ok!.status, refused!.json]).toEqual([type, 201, { code: 'empty' }]);
    }
  } finally {
    await service.stop();
  }
});

// What the service sets, over a real server: every rule beside every type. A document that check calls clean is held where
// the plan says so, or runs; and then the answer is JSON whose field is a value of its type, within what it may hold.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDate, isEmail, isInstant, isTime, isUrl, isUuid } from '../../src/base/formats.ts';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { documentOf, planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

type Judge = (value: unknown) => boolean;
const text = (fits: (text: string) => boolean): Judge => {
  return (value) => typeof value === 'string' && fits(value);
};
const isWhole: Judge = (value) => Number.isSafeInteger(value);
const never: Judge = () => false;

/** What is a value of the type. */
const TYPES: Readonly<Record<string, Judge>> = {
  string: text(() => true),
  'string(5)': text((value) => [...value].length <= 5),
  'string(30..)': text((value) => [...value].length >= 30),
  'string(1..90)': text((value) => value.length >= 1 && value.length <= 90),
  integer: isWhole,
  'integer 1..3': (value) => isWhole(value) && (value as number) >= 1 && (value as number) <= 3,
  number: (value) => typeof value === 'number',
  'decimal(2)': (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  date: text(isDate),
  time: text(isTime),
  'date-time': text((value) => isInstant(value) && value.endsWith('Z')),
  'date-time, as sent': text(isInstant),
  'seconds since 1970': isWhole,
  duration: text((value) => value.startsWith('P')),
  uuid: text((value) => isUuid(value) && value === value.toLowerCase()),
  url: text(isUrl),
  email: text(isEmail),
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  'array of string': (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  'set of string': (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  'map of string': (value) => typeof value === 'object' && !Array.isArray(value),
  Part: (value) => typeof value === 'object' && value !== null && 'p' in value,
  'one of `a`, `b`': (value) => value === 'a' || value === 'b',
  'Other by `k`': never,
  'Other by `n`': never,
  state: never,
};

const CONSTANTS = [
  '1,2',
  '1',
  '-0.5',
  'true',
  'a',
  'P1D',
  '10:30:00',
  '2026-01-31',
  '2026-01-31T10:00:00+02:00',
  '0190A3F2-7c1e-7000-8000-000000000001',
  'https://example.org/',
  'a@example.org',
  '[]',
  '{}',
];

/** Each field of the row, alone and behind something else. */
const FIELDS = ['f', 'i', 'd', 'n', 'b', 'day', 'at', 'sec', 'u', 'url', 'mail', 'pick', 'list', 'part', 'o'];

const RULES = [
  ...CONSTANTS.map((constant) => `= "${constant}"`),
  ...FIELDS.flatMap((name) => [`= \`{${name}}\``, `= \`{${name}}!\``, `= \`${name}\``, `= \`${name}\` + 1`]),
  '= `<base>/{i}`',
  '= `<base>/{f}`',
  '= `<base>{i}`',
  '= `https://{f}/`',
  '= `{u}{d}`',
  '= 5 + 5',
  '= 1 / 0',
  '= 0.5 * 4.02',
  '= 99999999999999 * 99999999999999',
  'address of `GET /things/{id}`',
  'slug of `f`',
  'slug of `f` at create',
  'slug of `i`',
  'slug of `mail`',
  'new id',
  'new id `p_…`',
  'new id `too_long_for_five_…`',
  'state',
  'now at create',
  'now at change',
];

function documentWith(fields: string, query: string = ''): string {
  return documentOf({
    resources: `### Other

- Identified by: \`k\`
- Unique: \`n\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`k\` | string | yes | caller at create | any | none |
| \`n\` | integer | yes | caller at create | any | none |

### Part

- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`p\` | string | yes | caller | any | none |

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`f\` | string | no | caller | any | none |
| \`i\` | integer | no | caller | any | none |
| \`d\` | decimal(2) | no | caller | any | none |
| \`n\` | number | no | caller | any | none |
| \`b\` | boolean | no | caller | any | none |
| \`day\` | date | no | caller | any | none |
| \`at\` | date-time | no | caller | any | none |
| \`sec\` | seconds since 1970 | no | caller | any | none |
| \`u\` | uuid | no | caller | any | none |
| \`url\` | url | no | caller | any | none |
| \`mail\` | email | no | caller | any | none |
| \`pick\` | one of \`a\`, \`b\` | no | caller | any | none |
| \`list\` | array of string | no | caller | any | none |
| \`part\` | Part | no | caller | any | none |
| \`o\` | Other by \`k\` | no | caller | any | none |
${fields}
`,
    operations: `### POST /others
- Does: creates Other
- Body: Other
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Other |

### POST /things
- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### GET /things/{id}
- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |
${query}`,
    codes: '| `other` | 422 | no such Other |',
  });
}

const BODIES = [
  {
    f: '1,"admin":true',
    i: -7,
    d: 2.5,
    n: 0.1,
    b: true,
    day: '2026-01-31',
    at: '2026-01-31T10:00:00.5+02:00',
    sec: 1_700_000_000,
    u: '0190A3F2-7C1E-7000-8000-000000000001',
    url: 'urn:a',
    mail: 'a@b.example',
    pick: 'b',
    list: ['x"'],
    part: { p: 'y' },
    o: 'one',
  },
  {},
  { f: ' ', i: 2, d: 0.01 },
];

interface Made {
  readonly name: string;
  readonly type: string;
  readonly rule: string;
}

const rowOf = ({ name, type, rule }: Made): string => `| \`${name}\` | ${type} | no | service: ${rule} | any | none |`;

/** Lists the rows that have a value in such a field. */
function listBy(fields: readonly Made[]): string {
  const rows = fields.map(
    ({ name, type }) => `| \`${name}\` | ${plain(type)} | no | none | any | \`${name}\` = value |`,
  );
  return `
### GET /things
- Does: lists Thing
- Order: oldest first
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
${rows.join('\n')}

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing only \`id\` |
`;
}

const plain = (type: string): string => type.replace(' or null', '');

/** One value, that a query can hold and a condition compare. */
function isCompared({ type }: Made): boolean {
  return !/object|array|set|map|Part|as sent/.test(type);
}

function modelWith(fields: readonly Made[], query: string = ''): { readonly source: string; readonly model: Model } {
  const source = documentWith(fields.map(rowOf).join('\n'), query);
  const { document, diagnostics } = read(source, 'x');
  return { source, model: link(document, diagnostics) };
}

/** Those of which nothing is wrong. */
function cleanOf(fields: readonly Made[]): readonly Made[] {
  const { source, model } = modelWith(fields);
  const errors = model.diagnostics.filter(({ severity }) => severity === 'error');
  const lines = new Set(errors.map(({ at }) => source.slice(source.lastIndexOf('\n', at.start) + 1).split('\n')[0]));
  return fields.filter((field) => !lines.has(rowOf(field)));
}

/** Those that run, and what check and plan do not agree on. */
function judged(fields: readonly Made[]): { readonly runs: readonly Made[]; readonly wrong: readonly string[] } {
  const { model } = modelWith(fields);
  const report = check(model);
  const isListed = (id: string): boolean =>
    report.gaps.some((gap) => gap.id === id) ||
    report.diagnostics.some(({ code, message }) => code === 'unsupported' && message.includes(`\`${id}\``));
  const { operations, gaps } = plan(model);
  const { heldBy } = operations.find(({ id }) => id === 'POST /things')!;
  return {
    runs: fields.filter(({ name }) => !heldBy.includes(`2/Thing.${name}/set-by`)),
    wrong: heldBy.filter((id) => !isListed(id) || gaps[id] === undefined || id.endsWith('/does')),
  };
}

/** Without a machine nothing runs; what is computed beyond 1..3 is refused, as computed.test.ts says. */
const REFUSED = new Set(['state', 'state or null', 'integer 1..3', 'integer 1..3 or null']);

const all = Object.keys(TYPES).flatMap((type) => [type, `${type} or null`]);

describe('every rule beside every type', () => {
  const running: Made[] = [];
  const wrong: string[] = [];
  let service: Running;

  beforeAll(async () => {
    for (const [place, type] of all.entries()) {
      const fields = RULES.map((rule, index): Made => ({ name: `g${place}x${index}`, type, rule }));
      const found = judged(cleanOf(fields));
      running.push(...found.runs.filter((field) => !REFUSED.has(field.type)));
      wrong.push(...found.wrong.filter((id) => !id.startsWith('3/Thing.g')).map((id) => `${type}: ${id}`));
    }
    service = await start(plan(modelWith(running, listBy(running.filter(isCompared))).model));
    await send(service, 'POST', '/others', { k: 'one', n: 1 });
  }, 60_000);
  afterAll(() => service.stop());

  test('what is held is what check lists', () => {
    expect(wrong).toEqual([]);
    expect(running.length).toBeGreaterThan(80);
  });

  test.each(BODIES)('every answer is what the types say: %j', async (body) => {
    const { status, json } = await send(service, 'POST', '/things', body);
    expect(status, JSON.stringify(json)).toBe(201);
    const shown = json as Readonly<Record<string, unknown>>;
    const known = new Set(['id', ...FIELDS, ...running.map(({ name }) => name)]);
    expect(Object.keys(shown).filter((name) => !known.has(name))).toEqual([]);
    const misfits = running.filter(({ name, type }) => {
      const value = shown[name];
      const isNullable = type.endsWith(' or null');
      if (value === undefined) return isNullable;
      return value === null ? !isNullable : !TYPES[plain(type)]!(value);
    });
    const lost: string[] = [];
    for (const field of running.filter(isCompared)) {
      const value = shown[field.name];
      if (value === undefined || value === null) continue;
      const found = await send(service, 'GET', `/things?${field.name}=${encodeURIComponent(String(value))}`);
      const isFound = Array.isArray(found.json) && found.json.some((one: { id: unknown }) => one.id === shown['id']);
      if (!isFound) lost.push(`${field.type} | ${field.rule}: ${JSON.stringify(value)}, ${found.text}`);
    }
    expect(lost).toEqual([]);
    expect(misfits.map(({ name, type, rule }) => `${type} | ${rule}: ${JSON.stringify(shown[name])}`)).toEqual([]);
    expect(service.logged).toEqual([]);
  });
});

test('a text that must be there: a request that leaves a hole empty is refused', async () => {
  const service = await start(
    planOf({
      resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`f\` | string | no | caller | any | none |
| \`i\` | integer | no | caller | any | none |
| \`half\` | integer | no | service: = \`i\` / 2 | any | none |
| \`mark\` | string | no | service: = \`{f}-{half}\` | any | none |
| \`g\` | string | yes | service: = \`{id}/{mark}\` | any | none |
`,
      operations: `### POST /things
- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### PATCH /things/{id}
- Does: updates Thing
- Body: Thing
- Omitted fields: kept
- Null fields: refused
- Empty text: as null
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 200 | updated | Thing |
`,
    }),
  );
  const asked = async (method: string, path: string, body: object): Promise<string> => {
    const { status, json } = await send(service, method, path, body);
    return `${status} ${(json as { g?: string; code?: string }).g ?? (json as { code: string }).code}`;
  };
  expect(await asked('POST', '/things', { f: 'a', i: 4 })).toBe('201 1/a-2');
  expect(await asked('POST', '/things', { f: 'a' })).toBe('422 invalid');
  expect(await asked('POST', '/things', {})).toBe('422 invalid');
  expect(await asked('PATCH', '/things/1', { f: 'b' })).toBe('200 1/b-2');
  expect(service.logged).toEqual([]);
  await service.stop();
});

const MACHINE = `### Thing.s

- Any other move: accepted

| State | Kind |
|---|---|
| \`open\` | initial |
| \`shut\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| (new) | \`open\` | \`POST /things\` | none | none |
`;

function codesOf(row: string): readonly string[] {
  const { document, diagnostics } = read(
    documentOf({
      states: MACHINE,
      resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`f\` | string | no | caller | any | none |
| \`i\` | integer | no | caller | any | none |
${row}
`,
      operations: '### POST /things\n- Does: creates Thing\n- Body: Thing\n- Repeat: again\n',
    }),
    'x',
  );
  const { diagnostics: found } = link(document, diagnostics);
  return found.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));
}
describe('what a new row has is said once', () => {
  const state = '| `s` | state | yes | service: state | any | none |';

  test.each([
    ['string', '= `{f}!`', '`x`'],
    ['integer', '= `i` + 1', '7'],
    ['string', 'slug of `f`', '`x`'],
    ['string', 'slug of `f` at create', '`x`'],
    ['uuid', 'new id', '`0190a3f2-7c1e-7000-8000-000000000001`'],
    ['date', 'now at create', '`2026-01-01`'],
    ['url', 'address of `POST /things`', '`urn:a`'],
    ['integer', 'count of Thing where `i` = 1', '0'],
  ])('%s set by %s beside a default', (type, rule, initial) => {
    const row = (cell: string): string => `${state}\n| \`g\` | ${type} | no | service: ${rule} | any | ${cell} |`;
    expect(codesOf(row(initial))).toEqual(['contradiction']);
    expect(codesOf(row('none'))).toEqual([]);
  });

  test.each([
    ['`open`, `shut`', []],
    ['any', []],
    ['at most 4 characters', []],
    ['`open`', ['contradiction']],
    ['at least 5 characters', ['contradiction']],
  ])('states within %s', (allowed, codes) => {
    expect(codesOf(state.replace('any', allowed))).toEqual(codes);
  });
});

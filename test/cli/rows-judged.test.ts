// `ninefold rows put`: what is judged of rows of the operator, whether they are new or there, by what the document says of any row.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { documentOf } from '../plan/plan-of.ts';
import { folder, inFolder, put, served } from './rows-put.ts';

inFolder();

const FIELDS =
  '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| `id` | string | yes | rows | any | none |\n';

interface Own {
  readonly bullets?: string;
  readonly fields: readonly string[];
  /** In the place of the field `id`. */
  readonly id?: string;
  readonly more?: string;
  readonly states?: string;
  readonly codes?: string;
}

/** A document of Things that the operator has. */
function own({ bullets = '', fields, id, more = '', states, codes }: Own): void {
  const head = id === undefined ? FIELDS : FIELDS.replace('`id` | string', `\`id\` | ${id}`);
  const rows = fields.map((field) => `| ${field} |\n`).join('');
  const resources = `### Thing\n\n- Identified by: \`id\`\n${bullets}- Rows: from the operator\n\n${head}${rows}\n${more}`;
  const operations =
    '### GET /things\n\n- Does: lists Thing\n- Repeat: safe\n- Order: `id`\n- Pages: none\n- Answers: 200 found, array of Thing\n';
  const text = documentOf({
    resources,
    operations,
    ...(states && { states }),
    ...(codes && { codes }),
  });
  writeFileSync(join(folder, 'depots.md'), text);
}

const things = (): Promise<unknown> => served('/things');

async function refused(rows: unknown, said: string): Promise<void> {
  const told = await put(typeof rows === 'string' ? rows : { Thing: rows });
  expect(told).toMatchObject({ status: 1, stdout: '' });
  expect(told.stderr).toContain(said);
}

async function taken(...rows: readonly unknown[]): Promise<void> {
  expect(await put({ Thing: rows })).toMatchObject({ status: 0, stderr: '' });
}

const optional = (name: string, type = 'string', required = 'no'): string =>
  `\`${name}\` | ${type} | ${required} | rows | any | none`;

it('holds a row that is there to the rules as the file has it, whole', async () => {
  const fields = [
    optional('card'),
    optional('account'),
    optional('low', 'integer'),
    optional('high', 'integer'),
    optional('note', 'string', 'if `low` > 7'),
  ];
  const bullets = '- Exactly one of: `card`, `account`\n';
  own({ bullets, fields });
  await taken({ id: 'a', card: 'x', low: 1, high: 3 });
  await taken({ id: 'a', account: 'y', low: 5 });
  expect(await things()).toEqual([{ id: 'a', account: 'y', low: 5 }]);
  await refused([{ id: 'a', low: 1 }], 'Thing.card missing');
  await refused([{ id: 'a', card: 'x', account: 'y' }], 'Thing.account invalid');
  await refused([{ id: 'b', card: 'x', low: 8 }], 'Thing.note missing');
  await refused([{ id: 'a', card: 'x', low: 8 }], 'Thing.note missing');
  expect(await things()).toEqual([{ id: 'a', account: 'y', low: 5 }]);
  await taken({ id: 'a', card: 'x', low: 8, note: 'n' }, { id: 'b', card: 'x', low: 7 });
  own({ bullets, fields, codes: '| `order` | 422 | after: `Thing.low` > `Thing.high` |' });
  await taken({ id: 'b', card: 'x', high: 3 });
  await refused([{ id: 'b', card: 'x', low: 4, high: 3 }], 'order');
  await taken({ id: 'b', card: 'x', low: 4 });
  own({ bullets, fields });
  expect(await things()).toEqual([
    { id: 'a', card: 'x', low: 8, note: 'n' },
    { id: 'b', card: 'x', low: 4 },
  ]);
});

const PHASES = (moves: string): string =>
  `### Thing.phase\n\n- Any other move: \`invalid\`\n\n| State | Kind |\n|---|---|\n| \`new\` | initial |\n| \`old\` | initial |\n\n| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n${moves}`;

it('keeps the state that the file has, also of a row that is there; rows that move are held', async () => {
  const fields = ['`phase` | state | yes | service: state | any | `new`'];
  own({ fields, states: PHASES('') });
  await taken({ id: 'a', phase: 'old' }, { id: 'b', phase: 'new' }, { id: 'c' });
  await taken({ id: 'a', phase: 'new' }, { id: 'b', phase: 'old' });
  expect(await things()).toEqual([
    { id: 'a', phase: 'new' },
    { id: 'b', phase: 'old' },
    { id: 'c', phase: 'new' },
  ]);
  own({ fields, states: PHASES('| `new` | `old` | after 3 days | none | none |\n') });
  await refused([{ id: 'a', phase: 'old' }], 'rows of Thing cannot be put yet');
});

const SHAPE = (required: string): string =>
  `### Part\n\n- Identified by: none\n\n${FIELDS.replaceAll('rows', 'caller')}| \`size.width\` | integer | ${required} | caller | any | none |\n`;

it('asks for what a shape inside of a value requires', async () => {
  own({ fields: [optional('parts', 'array of Part')], more: SHAPE('yes') });
  await refused(
    [{ id: 'a', parts: [{ id: 'x', size: { width: 1 } }, { size: { width: 1 } }] }],
    '`id`, which is required',
  );
  await refused([{ id: 'a', parts: [{ id: 'x' }] }], '`size.width`, which is required');
  await refused([{ id: 'a', parts: [{ id: 'x', size: {} }] }], '`size.width`, which is required');
  await taken({ id: 'a', parts: [{ id: 'x', size: { width: 1 } }] }, { id: 'b' });
  own({ fields: [optional('parts', 'array of Part')], more: SHAPE('if `id` = "x"') });
  await refused([{ id: 'a', parts: [{ id: 'x' }] }], 'rows of Thing cannot be put yet');
});

it('holds rows of which other rows decide', async () => {
  own({ fields: [optional('next', 'string', 'if there is Thing (`next` = "x")')] });
  await refused([{ id: 'a' }], 'rows of Thing cannot be put yet');
  own({
    fields: [optional('next')],
    codes:
      '| `double` | 409 | after: there is Thing (`next` = this `next` and `id` != this `id`), about `Thing.next` |',
  });
  await refused([{ id: 'a' }], 'rows of Thing cannot be put yet');
});

it('puts only the rows of the file, whatever rows of the document refer to them', async () => {
  const more = `### Plan\n\n- Identified by: \`id\`\n- Rows: fixed\n\n${FIELDS}| \`thing\` | Thing by \`id\` | yes | rows | any | none |\n\n| Row | \`id\` | \`thing\` |\n|---|---|---|\n| 1 | \`p\` | \`a\` |\n`;
  own({ fields: [], more });
  await taken({ id: 'a' });
  expect(await things()).toEqual([{ id: 'a' }]);
});

it.each<readonly [type: string, one: unknown, other: unknown, near: unknown]>([
  [
    'uuid',
    '0190a3f2-7c1e-7000-8000-00000000000a',
    '0190A3F2-7C1E-7000-8000-00000000000A',
    '0190a3f2-7c1e-7000-8000-00000000000b',
  ],
  ['decimal(1)', '1', '1.0', '1.1'],
  ['number', '10', '10.0', '100'],
  ['date-time', '"2026-01-31T10:00:00Z"', '"2026-01-31T11:00:00+01:00"', '"2026-01-31T11:00:00Z"'],
])('sees one row twice by what is kept of its identity: %s', async (type, one, other, near) => {
  const text = (value: unknown): string => (type === 'uuid' ? JSON.stringify(value) : String(value));
  const both = (second: unknown): string => `{"Thing": [{"id": ${text(one)}}, {"id": ${text(second)}}]}`;
  own({ fields: [], id: type });
  await refused(both(other), 'two of them have the same `id`');
  expect(await put(both(near))).toMatchObject({ status: 0, stderr: '' });
});

const service = (name: string, rule: string): string => `\`${name}\` | date-time | yes | service: ${rule} | any | none`;

async function only(): Promise<Record<string, string>> {
  return ((await things()) as Record<string, string>[])[0]!;
}

it('tells when a row was changed, and leaves one that is the same', async () => {
  own({ fields: [optional('name'), service('made', 'now at create'), service('changed', 'now at change')] });
  await taken({ id: 'a', name: 'x' });
  const first = await only();
  await taken({ id: 'a', name: 'x' });
  expect(await only()).toEqual(first);
  await taken({ id: 'a', name: 'y' });
  const then = await only();
  expect(then).toEqual({ ...first, name: 'y', changed: then['changed'] });
  expect(Date.parse(then['changed']!)).toBeGreaterThan(Date.parse(first['changed']!));
});

it('puts rows before those of their resource that refer to them', async () => {
  own({ fields: [optional('above', 'Thing by `id`'), optional('beside', 'Thing by `id`')] });
  await taken({ id: 'a', above: 'b', beside: 'c' }, { id: 'b', above: 'c' }, { id: 'c' });
  expect(await things()).toHaveLength(3);
  await refused(
    [
      { id: 'x', above: 'y' },
      { id: 'y', above: 'x' },
    ],
    'no such Thing in above',
  );
});

it.each<readonly [what: string, value: string, said: string]>([
  ['half of a character', '"\\ud800"', '\\ud800'],
  ['half of a character inside', '{"list": ["\\udc00"]}', '\\udc00'],
  ['half of a character in a name', '{"\\ud800": 1}', '\\ud800'],
  ['a name twice inside', '[{"k": 1, "k": 2}]', 'each name once'],
])('refuses what would be kept as something else: %s', async (_, value, said) => {
  own({ fields: [optional('what', value.startsWith('"') ? 'string' : 'any')] });
  await refused(`{"Thing": [{"id": "a", "what": ${value}}]}`, said);
  expect(await things()).toEqual([]);
});

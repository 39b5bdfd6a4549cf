// A gap says nothing about anything else: no error comes out of it, and what it holds is held by it and by no other word. Input: complete
// documents with one statement taken away. Output: gaps, findings and holds. Notation, rules 1.2 and 1.3.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check, type Report } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';
import { send, start } from '../serve/running.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const file = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

function edited(source: string, from: string, to: string): string {
  expect(source).toContain(from);
  return source.replace(from, to);
}

function reported(source: string): Report {
  const { document, diagnostics } = read(source, 'a.md');
  return check(link(document, diagnostics));
}

function held({ operations }: Report): readonly string[] {
  return [...new Set(operations.flatMap(({ heldBy }) => heldBy))];
}

const gapsOf = ({ gaps }: Report): readonly string[] => gaps.map(({ id }) => id);
const codesOf = ({ diagnostics }: Report): readonly string[] => diagnostics.map(({ code }) => code);

const operation = (path: string, more: string): string => `### POST ${path}

- Does: creates Thing
- Body: Thing
- Repeat: again
${more}
| Status | When | Body |
|---|---|---|
| 201 | created | none |
`;

it('a slip of a code under Errors is one finding, and holds the operation that it stands in', () => {
  const source = documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`up\` | integer | yes | caller | any | none |`,
    operations: `${operation('/things', '- Errors: `too_deap`\n')}\n${operation('/others', '')}`,
    codes: '| `too_deep` | 409 | there is no Thing (`id` = body `up`) |',
  });
  const report = reported(source);
  // `stage` of every such document is of a part that is `none` here.
  expect(codesOf(report).filter((code) => code !== 'unused-error')).toStrictEqual(['unknown-error']);
  expect(report.diagnostics.filter(({ message }) => message.includes('too_deep'))).toHaveLength(1);
  expect(report.operations.map(({ id, heldBy }) => [id, heldBy])).toStrictEqual([
    ['POST /things', ['error:unknown-error']],
    ['POST /others', []],
  ]);
});

const fixOf = (text: string): string | undefined =>
  reported(text).diagnostics.find(({ code }) => code === 'unknown-field')?.fix;

it('a slip behind a reference in a body is told with the fields of its row', () => {
  const source = documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`open\` | boolean | yes | caller | any | none |
| \`up\` | Thing by \`id\` | yes | caller | any | none |`,
    operations: operation('/things', '- Errors: `shut`\n'),
    codes: '| `shut` | 409 | body `up.open` = false |',
  });
  expect(fixOf(source)).toBe(undefined);
  expect(codesOf(reported(edited(source, '| Thing by `id` |', '| not shown |')))).not.toContain('unknown-field');
  expect(fixOf(edited(source, 'body `up.open`', 'body `up.opne`'))).toContain('in the Field table of `Thing`');
  expect(fixOf(edited(source, 'body `up.open`', 'body `opne`'))).toContain('in the body of');
});

const BIRTHS = [
  ['examples/repair-shop.md', 'POST /repairs', '3/Repair.status/POST /repairs/from'],
  ['test/deletions/parcels.md', 'POST /parcels', '3/Parcel.stage/POST /parcels/from'],
] as const;

it.each(BIRTHS)('a From that is not shown is a gap, also of the call that begins rows: %s', (name, by, id) => {
  const row = new RegExp(`\\| \\(new\\) (\\|[^|]*\\| \`${by}\`)`);
  const source = file(name);
  expect(source).toMatch(row);
  const before = reported(source);
  const after = reported(source.replace(row, '| not shown $1'));
  expect(gapsOf(after)).toEqual([id]);
  expect(codesOf(after)).toEqual(codesOf(before));
  expect(held(after)).toEqual(held(before));
});

it('where a row begins is not guessed while its From is not shown', async () => {
  const { document } = read(
    edited(file('examples/repair-shop.md'), '| (new) | `received` | `POST', '| not shown | `quoted` | `POST'),
    'a.md',
  );
  const service = await start(plan(link(document, [])));
  try {
    const body = { machine: 'mill', serial: 'abcd', owner: 'a@example.org' };
    expect((await send(service, 'POST', '/repairs', body)).status).toBe(501);
    expect((await send(service, 'POST', '/repairs', { ...body, machine: '' })).status).toBe(422);
  } finally {
    await service.stop();
  }
});

const COURSES = documentOf({
  resources: `### Course

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`code\` | integer | yes | caller | any | none |

### Seat

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`course\` | Course by \`code\` | yes | by operation | any | none |`,
  operations: `### POST /courses/{code}/seats

- Does: creates Seat with \`course\` = {code}
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Seat |`,
});

it('of a parameter whose Selects is not shown no type is known', () => {
  const after = reported(COURSES);
  expect(gapsOf(after)).toContain('4/POST /courses/{code}/seats/path.code/selects');
  expect(codesOf(after)).not.toContain('unlike-types');
  const stated = edited(
    COURSES,
    '| Status |',
    '| Path | Type | Selects |\n|---|---|---|\n| `code` | string | none |\n\n| Status |',
  );
  expect(codesOf(reported(stated))).toContain('unlike-types');
});

const TODO = file('examples/todo-backend.md');
const ONE = '### GET /todos/{id}\n\n';

it.each([
  ['Does', edited(TODO, `${ONE}- Does: reads Todo`, `${ONE}- Does: not shown`), '4/GET /todos/{id}/does'],
  [
    'Selects',
    edited(
      TODO,
      `${ONE}- Does: reads Todo`,
      `${ONE}- Does: reads Todo\n\n| Path | Type | Selects |\n|---|---|---|\n| \`id\` | integer | not shown |\n`,
    ),
    '4/GET /todos/{id}/path.id/selects',
  ],
])('%s that is not shown of an addressed operation holds whoever shows the address', (_, source, id) => {
  const after = reported(source);
  expect(gapsOf(after)).toEqual([id]);
  expect(codesOf(after)).toEqual([]);
  expect(after.operations.filter(({ heldBy }) => heldBy.length > 0)).toMatchObject([
    { id: 'GET /todos', heldBy: [id] },
    { id: 'POST /todos', heldBy: [id] },
    { id: 'GET /todos/{id}', heldBy: [id] },
    { id: 'PATCH /todos/{id}', heldBy: [id] },
  ]);
});

it('what the row cannot fill whatever is answered stays a word that is not done', () => {
  const source = edited(TODO, 'address of `GET /todos/{id}`', 'address of `GET /todos/{id}/{word}`').replace(
    ONE,
    ONE.replace('{id}', '{id}/{word}'),
  );
  const answer = '- Answers: 200 found, Todo\n';
  const table = '\n| Path | Type | Selects |\n|---|---|---|\n| `word` | string | none |\n';
  const at = source.indexOf('{id}/{word}\n');
  const after = reported(source.slice(0, at) + source.slice(at).replace(answer, answer + table));
  expect(codesOf(after)).toContain('unsupported');
});

it('what is held by a gap is not said to be a word that is not done as well', () => {
  const source = file('test/plan/everything.md');
  const before = new Set(reported(source).diagnostics.map(({ message }) => message));
  const others = (after: Report): readonly string[] =>
    after.diagnostics.flatMap(({ code, message }) => (code === 'unsupported' && !before.has(message) ? [message] : []));
  const status = /^(\| `status` \| state \|[^|]*\|)[^|]*\|/m;
  expect(source).toMatch(status);
  expect(others(reported(source.replace(status, '$1 not shown |'))).filter((one) => one.includes('not sent'))).toEqual(
    [],
  );
  const part = /(## 2\..*\n)[^]*?(?=## 3\.)/;
  expect(others(reported(source.replace(part, '$1\nnot shown\n\n')))).toEqual([]);
});

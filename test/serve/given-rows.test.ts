// Rows that the document has, over several starts with documents that change: fixed rows follow it, rows that others refer to are not taken
// out, rows at first start are put once, by one of many processes. On both engines.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

import { plan as compile } from '../../src/plan/compile.ts';
import { effectsOf } from '../../src/serve/effects.ts';
import { putRows } from '../../src/serve/given-rows.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { documentOf, modelOf, runOf } from '../plan/plan-of.ts';

const isPostgres = process.env['TEST_ENGINE'] === 'postgres';

const TAIL = `| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | rows | any | none |
| \`name\` | string | yes | rows | any | none |
| \`price\` | decimal(2) | yes | rows | any | \`1\` |
| \`after\` | Plan by \`id\` or null | no | rows | any | null |
| \`added\` | date-time | yes | service: now at create | any | none |
`;

/** `rows`: of the table of plans; `tags`: of those that are put once. */
function document(rows: readonly string[], tags: readonly string[] = []): string {
  const resources = `### Plan

- Identified by: \`id\`
- Unique: \`name\`
- Rows: fixed

${TAIL}
| Row | \`id\` | \`name\` | \`price\` | \`after\` |
|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}

### Tag

- Identified by: \`id\`
- Rows: at first start

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`label\` | string | yes | caller | any | none |

| Row | \`label\` |
|---|---|
${tags.map((row) => `| ${row} |`).join('\n')}

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`plan\` | Plan by \`id\` or null | no | caller | any | null |
`;
  const operations = `### POST /things

- Does: creates Thing
- Repeat: again
- Body: Thing
- Answers: 201 created, Thing

### DELETE /tags

- Does: deletes every Tag
- Repeat: same effect
- Answers: 204 deleted
`;
  return documentOf({ resources, operations, codes: '| `lost` | 422 | no such Plan in `plan` |\n' });
}

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Opens the same data for one document after another. */
async function data(): Promise<(text: string, at?: number) => Promise<Store>> {
  if (!isPostgres) {
    const directory = await mkdtemp(join(tmpdir(), 'ninefold-given-'));
    ends.push(() => rm(directory, { recursive: true, force: true }));
    return started((tables) => openSqlite({ directory, tables, fits: judgeKept }));
  }
  const { ownSchema } = await import('../store/postgres.ts');
  const { openPostgres } = await import('../../src/store/postgres/open.ts');
  const { url, drop } = await ownSchema();
  ends.push(drop);
  return started((tables, effects) => openPostgres({ url, tables, effects, fits: judgeKept, connections: 3 }));
}

type Open = (
  tables: Parameters<typeof openSqlite>[0]['tables'],
  effects: ReturnType<typeof effectsOf>,
) => Promise<Store>;

function started(open: Open): (text: string, at?: number) => Promise<Store> {
  return async (text, at = 0) => {
    const plan = compile(modelOf(text));
    const store = await open(plan.storage, effectsOf(plan));
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) await store.close();
      isOpen = false;
    };
    ends.push(close);
    try {
      await putRows(plan, store, () => at);
    } catch (error) {
      await close();
      throw error;
    }
    return { ...store, close };
  };
}

async function rowsOf(store: Store, table: string, columns: readonly string[]): Promise<readonly unknown[]> {
  const program = store.prepare([
    {
      kind: 'list',
      select: {
        table,
        columns: columns.map((column) => ({ name: column, expr: { kind: 'column', column, type: 'text' } })),
        where: undefined,
        order: [],
      },
      total: false,
    },
  ]);
  const result = await program.run({});
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.rows.map((row) => row.map(String).join(' ')).toSorted();
}

const plans = (store: Store): Promise<readonly unknown[]> =>
  rowsOf(store, 'Plan', ['id', 'name', 'price', 'added', '_version']);

test('fixed rows follow the document at each start, and a row that is the same stays as it is', async () => {
  const open = await data();
  let store = await open(document(['1 | `free` | `Free` | 0 | none', '2 | `gold` | `Gold` | 5 | `free`']));
  const first = '1970-01-01T00:00:00.000Z';
  expect(await plans(store)).toEqual([`free Free 0 ${first} 1`, `gold Gold 500 ${first} 1`]);
  await store.close();
  store = await open(document(['1 | `free` | `Free` | 0 | none', '2 | `gold` | `Gold` | 5 | `free`']), 9000);
  expect(await plans(store)).toEqual([`free Free 0 ${first} 1`, `gold Gold 500 ${first} 1`]);
  await store.close();
  store = await open(document(['1 | `gold` | `Golden` | none | none', '2 | `iron` | `Iron` | 2 | `gold`']), 9000);
  expect(await plans(store)).toEqual([`gold Golden 100 ${first} 2`, 'iron Iron 200 1970-01-01T00:00:09.000Z 1']);
});

test('a fixed row to which others refer is not taken out: one sentence, and nothing is changed', async () => {
  const open = await data();
  const before = document(['1 | `free` | `Free` | 0 | none', '2 | `gold` | `Gold` | 5 | none']);
  let store = await open(before);
  const insert = store.prepare(runOf(compile(modelOf(before)), 'POST /things').steps);
  expect((await insert.run({ 'body.plan': 'gold', 'sent.body.plan': 1 })).kind).toBe('done');
  await store.close();
  await expect(open(document(['1 | `free` | `Cheap` | 0 | none']))).rejects.toThrow(
    'Plan with id gold is among the rows that are kept, and not among those of the document any more, and `Thing.plan` refers to it.',
  );
  store = await open(before);
  expect((await plans(store)).map((row) => String(row).split(' ').slice(0, 2).join(' '))).toEqual([
    'free Free',
    'gold Gold',
  ]);
});

test('rows at first start are put once, whatever becomes of them or of the document', async () => {
  const open = await data();
  let store = await open(document([], ['1 | `red`', '2 | `blue`']));
  expect(await rowsOf(store, 'Tag', ['label'])).toEqual(['blue', 'red']);
  await store.close();
  store = await open(document([], ['1 | `red`', '2 | `blue`', '3 | `green`']));
  expect(await rowsOf(store, 'Tag', ['label'])).toEqual(['blue', 'red']);
});

test('rows at first start do not come back where all of them were deleted', async () => {
  const open = await data();
  const text = document([], ['1 | `red`', '2 | `blue`']);
  let store = await open(text);
  const { steps } = runOf(compile(modelOf(text)), 'DELETE /tags');
  expect(await store.prepare(steps).run({})).toMatchObject({ kind: 'done' });
  await store.close();
  store = await open(text);
  expect(await rowsOf(store, 'Tag', ['label'])).toEqual([]);
});

test('rows of a resource that had none are put at the first start that has them', async () => {
  const open = await data();
  let store = await open(document([]));
  expect(await rowsOf(store, 'Tag', ['label'])).toEqual([]);
  await store.close();
  store = await open(document([], ['1 | `red`']));
  expect(await rowsOf(store, 'Tag', ['label'])).toEqual(['red']);
});

test.skipIf(!isPostgres)('of many processes that start at once one puts the rows', async () => {
  const open = await data();
  const text = document(
    Array.from({ length: 20 }, (_, place) => `${place} | \`p${place}\` | \`Plan ${place}\` | ${place} | none`),
    Array.from({ length: 20 }, (_, place) => `${place} | \`tag ${place}\``),
  );
  const stores = await Promise.all(Array.from({ length: 5 }, () => open(text)));
  expect(await rowsOf(stores[0]!, 'Tag', ['label'])).toHaveLength(20);
  expect(await plans(stores[1]!)).toHaveLength(20);
});

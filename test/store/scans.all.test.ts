// Reads that visit many rows run away from the main thread and are ended when their time is over.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Step } from '../../src/plan/steps.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { DEADLINE, type Store } from '../../src/store/store.ts';
import {
  BY_KEY,
  column,
  equal,
  insertTask,
  literal,
  parameter,
  select,
  TABLES,
  temporaryDirectory,
} from './fixtures.ts';

const ROWS = 20_000;
const directory = temporaryDirectory();
let store: Store;

beforeAll(async () => {
  store = await openSqlite({ directory, tables: TABLES, scanTimeout: 15_000 });
  const insert = store.prepare([insertTask()]);
  for (let n = 0; n < ROWS; n += 1_000) {
    await Promise.all(Array.from({ length: 1_000 }, (_, m) => insert.run({ title: `task ${n + m}` })));
  }
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const rare: Step = {
  kind: 'list',
  select: select('Task', [column('title')], {
    where: { kind: 'contains', left: column('title'), right: parameter('part') },
  }),
  total: true,
};
const all: Step = {
  kind: 'list',
  select: select('Task', [column('_row', 'integer')], {
    order: [{ expr: column('_row', 'integer'), descending: false }],
  }),
  total: true,
};
const page: Step = {
  kind: 'list',
  select: { ...select('Task', [column('title')]), limit: literal(20, 'integer') },
  total: true,
};
/** Every row against every other: 400 million comparisons. */
const endless: Step = {
  kind: 'list',
  select: select('Task', [column('title')], {
    where: {
      kind: 'exists',
      table: 'Task',
      alias: 'other',
      where: {
        kind: 'contains',
        left: column('title', 'text', 'other'),
        right: { kind: 'concat', parts: [column('title'), parameter('part')] },
      },
    },
  }),
  total: false,
};

test('answers a read by key and a page at once, a search of all rows later', async () => {
  const find = store.prepare([
    { kind: 'find', select: select('Task', [column('title')], { where: BY_KEY }), absent: 'none' },
  ]);
  expect(find.run({ key: 5 })).toEqual({ kind: 'done', outcome: 'found', rows: [['task 4']], total: undefined });
  const paged = store.prepare([page]).run({});
  expect(paged).toMatchObject({ kind: 'done', total: ROWS });
  const later = store.prepare([rare]).run({ part: 'task 1999' });
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toMatchObject({ kind: 'done', total: 11 });
});

test('a reader gives all rows, in order, exactly once, and sees the newest commit', async () => {
  await store.prepare([insertTask()]).run({ title: 'the newest' });
  const result = await store.prepare([all]).run({});
  if (result.kind !== 'done') throw new Error(result.kind);
  expect(result.total).toBe(result.rows.length);
  expect(result.rows.map((row) => row[0])).toEqual(Array.from({ length: ROWS + 1 }, (_, n) => n + 1));
  const found = await store.prepare([rare]).run({ part: 'newest' });
  expect(found).toMatchObject({ kind: 'done', rows: [['the newest']] });
});

test('a reader refuses and is judged like the main thread', async () => {
  const absent: Step = {
    kind: 'find',
    select: { ...select('Task', [column('title')], { where: equal(column('title'), parameter('part')) }) },
    absent: 'no such Task',
  };
  const counted: Step = { ...rare, select: { ...rare.select, columns: [] } };
  const program = store.prepare([
    counted,
    {
      ...absent,
      select: { ...absent.select, where: { kind: 'contains', left: column('title'), right: parameter('part') } },
    },
  ]);
  expect(await program.run({ part: 'nowhere' })).toEqual({ kind: 'refused', cause: 'no such Task' });
  expect(await program.run({ part: 'task 777' }, () => 'a gap')).toEqual({ kind: 'undone', value: 'a gap' });
});

test('ends a search when its time is over, and the main thread is never held up', async () => {
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 2);
  const program = store.prepare([endless]);
  const began = performance.now();
  const deadline = began + 400;
  const results = await Promise.all([1, 2, 3].map(() => program.run({ part: '!', [DEADLINE]: deadline })));
  const took = performance.now() - began;
  clearInterval(beat);
  for (const result of results) expect(result).toMatchObject({ kind: 'unavailable' });
  expect(took).toBeGreaterThan(350);
  expect(took).toBeLessThan(10_000);
  // One row after the other would hold it up for seconds; a busy machine may for a while. See million.all.test.ts.
  expect(longest).toBeLessThan(1_500);
  // Their threads are gone with what they did: others get through.
  expect(await store.prepare([rare]).run({ part: 'task 1999' })).toMatchObject({ kind: 'done', total: 11 });
});

test("ends a search after the operator's time when the request has none, and when the store is closed", async () => {
  const other = temporaryDirectory();
  const own = await openSqlite({ directory: other, tables: TABLES, scanTimeout: 150 });
  const insert = own.prepare([insertTask()]);
  await Promise.all(Array.from({ length: 6_000 }, (_, n) => insert.run({ title: `task ${n}` })));
  const program = own.prepare([endless]);
  expect(await program.run({ part: '!' })).toEqual({ kind: 'unavailable', reason: 'a search took longer than it may' });
  const closed = program.run({ part: '!', [DEADLINE]: performance.now() + 10_000 });
  await own.close();
  expect(await closed).toMatchObject({ kind: 'unavailable' });
  await expect(own.ready()).resolves.toBe(false);
  rmSync(other, { recursive: true });
});

// The store's own failures: a COMMIT that fails and a disk that is full, inside a group of 32. Nobody is acknowledged who
// should not be, and the rest go through.

import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Step } from '../../src/plan/steps.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Bindings, Result, Store } from '../../src/store/store.ts';
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

const GROUP = 32;
let directory: string;
let store: Store;
let database: DatabaseSync;
/** Called before each COMMIT, with its number; throws to make it fail. */
let beforeCommit: (n: number) => void;
let commits: number;

beforeEach(async () => {
  directory = temporaryDirectory();
  commits = 0;
  beforeCommit = () => undefined;
  store = await openSqlite(
    { directory, tables: TABLES },
    {
      commit(commit) {
        beforeCommit(++commits);
        commit();
      },
      milliseconds: 1_000,
      opened: (opened) => {
        database = opened;
      },
    },
  );
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

/** What SQLite would throw. */
function fault(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}

const list: Step = {
  kind: 'list',
  select: select('Task', [column('title')], { order: [{ expr: column('title'), descending: false }] }),
  total: true,
};

/** As another connection sees it: what is committed, and nothing else. */
async function kept(): Promise<readonly unknown[]> {
  const result = await store.prepare([list]).run({});
  if (result.kind !== 'done') throw new Error(result.kind);
  expect(result.total).toBe(result.rows.length);
  return result.rows.map((row) => row[0]);
}

const title = (n: number): string => `task ${String(n).padStart(3, '0')}`;
const all = Array.from({ length: GROUP }, (_, n) => title(n));

function submit(step: Step, bindings: readonly Bindings[]): Promise<readonly Result[]> {
  const program = store.prepare([step]);
  return Promise.all(bindings.map((each) => program.run(each)));
}

describe('a COMMIT that fails', () => {
  test('is tried again one by one, and all go through once', async () => {
    beforeCommit = (n) => {
      if (n === 1) throw fault(10, 'disk I/O error');
    };
    const results = await submit(
      insertTask(),
      all.map((each) => ({ title: each })),
    );
    expect(results.map((each) => each.kind)).toEqual(all.map(() => 'done'));
    expect(commits).toBe(1 + GROUP);
    expect(await kept()).toEqual(all);
  });

  test('leaves those unacknowledged whose own COMMIT fails again', async () => {
    const failing = new Set([1, 5, 9, 33]);
    beforeCommit = (n) => {
      if (failing.has(n)) throw fault(10, 'disk I/O error');
    };
    const results = await submit(
      insertTask(),
      all.map((each) => ({ title: each })),
    );
    const lost = all.filter((_, n) => failing.has(n + 2));
    expect(lost).toHaveLength(3);
    for (const [n, result] of results.entries()) {
      if (lost.includes(title(n))) expect(result).toEqual({ kind: 'unavailable', reason: 'the disk fails' });
      else expect(result.kind).toBe('done');
    }
    expect(await kept()).toEqual(all.filter((each) => !lost.includes(each)));
  });

  test('refuses nobody for a row that was not kept', async () => {
    beforeCommit = (n) => {
      if (n <= 2) throw fault(13, 'database or disk is full');
    };
    const results = await submit(insertTask(), [{ title: 'the same' }, { title: 'the same' }, { title: 'the same' }]);
    expect(results).toMatchObject([
      { kind: 'unavailable', reason: 'the disk is full' },
      { kind: 'done', outcome: 'created' },
      { kind: 'refused', cause: 'Task.title taken' },
    ]);
    expect(await kept()).toEqual(['the same']);
  });

  test('calls nobody back before the COMMIT that keeps what the answer rests on', async () => {
    const order: string[] = [];
    beforeCommit = (n) => {
      order.push(`commit ${n}`);
      if (n === 1) throw fault(10, 'disk I/O error');
    };
    const program = store.prepare([insertTask()]);
    await Promise.all(
      ['x', 'x', 'y'].map(async (each) => {
        const result = await program.run({ title: each });
        order.push(`${each} ${result.kind}`);
      }),
    );
    expect(order).toEqual(['commit 1', 'commit 2', 'commit 3', 'commit 4', 'x done', 'x refused', 'y done']);
  });

  test('keeps the number of rows right', async () => {
    await submit(insertTask(), [{ title: 'before' }]);
    expect(await kept()).toEqual(['before']);
    const from = commits;
    beforeCommit = (n) => {
      if (n === from + 1 || n === from + 2) throw fault(10, 'disk I/O error');
    };
    await submit(insertTask(), [{ title: 'lost' }, { title: 'later' }]);
    expect(await kept()).toEqual(['before', 'later']);
  });
});

test('a group is at most 64 requests, and others wait for the next', async () => {
  await submit(
    insertTask(),
    Array.from({ length: 200 }, (_, n) => ({ title: title(n) })),
  );
  expect(commits).toBeGreaterThanOrEqual(4);
  expect(commits).toBeLessThan(60);
});

test('a closed store refuses what comes after, and what came before is kept', async () => {
  const program = store.prepare([insertTask()]);
  const before = program.run({ title: 'before' });
  await Promise.all([store.close(), store.close()]);
  expect(await before).toMatchObject({ kind: 'done' });
  expect(await program.run({ title: 'after' })).toEqual({ kind: 'unavailable', reason: 'the store is closed' });
  expect(await store.ready()).toBe(false);
  store = await openSqlite({ directory, tables: TABLES });
  expect(await kept()).toEqual(['before']);
});

describe('a disk that is full', () => {
  const long = 'x'.repeat(3_500);
  const insert = insertTask({ 'address.street': parameter('street') });

  test('lets through what fits, inside one group, and everything when there is space again', async () => {
    const key = 1;
    await submit(insert, [{ title: 'first', street: '' }]);
    const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
    database.exec(`PRAGMA max_page_count = ${pages + 12}`);
    const update: Step = {
      kind: 'update',
      table: 'Task',
      where: BY_KEY,
      guards: [{ where: equal(column('state'), literal('open')), cause: 'illegal move', check: 'state' }],
      set: [{ column: 'count', value: parameter('count', 'integer') }],
      every: false,
      absent: 'no such Task',
      outcome: 'updated',
      answer: undefined,
    };
    const inserts = submit(
      insert,
      all.map((each) => ({ title: each, street: long })),
    );
    const updates = submit(update, [
      { key, count: 7 },
      { key: 999, count: 7 },
    ]);
    const inserted = await inserts;
    const done = all.filter((_, n) => inserted[n]?.kind === 'done');
    const full = inserted.filter((each) => each.kind === 'unavailable');
    expect(done.length).toBeGreaterThan(3);
    expect(full.length).toBeGreaterThan(3);
    expect(done.length + full.length).toBe(GROUP);
    for (const each of full) expect(each).toEqual({ kind: 'unavailable', reason: 'the disk is full' });
    expect(await updates).toMatchObject([{ kind: 'done' }, { kind: 'refused', cause: 'no such Task' }]);
    expect(await kept()).toEqual(['first', ...done]);
    database.exec('PRAGMA max_page_count = 100000');
    const again = await submit(
      insert,
      all.filter((each) => !done.includes(each)).map((each) => ({ title: each, street: long })),
    );
    expect(again.every((each) => each.kind === 'done')).toBe(true);
    expect(await kept()).toEqual(['first', ...all]);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });
});

test('another program that holds the data makes requests unavailable, not lost, and soon', async () => {
  const { DatabaseSync } = await import('node:sqlite');
  const other = new DatabaseSync(`${directory}/data.sqlite`);
  other.exec('BEGIN IMMEDIATE');
  const began = performance.now();
  const results = await submit(
    insertTask(),
    all.map((each) => ({ title: each })),
  );
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(new Set(results.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ kind: 'unavailable', reason: 'another program holds the data' })]),
  );
  other.exec('ROLLBACK');
  other.close();
  expect(await kept()).toEqual([]);
  expect(await submit(insertTask(), [{ title: 'x' }])).toMatchObject([{ kind: 'done' }]);
});

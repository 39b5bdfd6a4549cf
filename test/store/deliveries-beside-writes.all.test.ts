// What writes deliveries in a directory keeps others waiting a short time only, and never takes from them that what is acknowledged is on the disk.

import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DELIVERY_TABLES } from '../../src/plan/deliveries.ts';
import { OUTBOX } from '../../src/plan/outbox.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { countOf, happen, NOW, to } from './contract-deliveries.ts';

let directory: string;
let store: Store;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-'));
  store = await openSqlite({ directory, tables: [OUTBOX, ...DELIVERY_TABLES] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  rmSync(directory, { recursive: true });
});

it('a write is answered while many deliveries are made, before the most of them are', async () => {
  const lanes = Array.from({ length: 50 }, (_, place) => `http://receiver.example/${place}`);
  const ids = await happen(store, 200);
  const dispatched = store.deliveries!.dispatch(to(ids, ...lanes), NOW);
  await happen(store, 1);
  const made = await countOf(store, '_deliveries');
  await dispatched;
  expect([made > 0, made < 500]).toEqual([true, true]);
  expect(await countOf(store, '_deliveries')).toBe(10_000);
});

it('one event with more receivers than a turn has room for is not divided', async () => {
  const lanes = Array.from({ length: 300 }, (_, place) => `http://receiver.example/${place}`);
  const ids = await happen(store, 2);
  const dispatched = store.deliveries!.dispatch(to(ids, ...lanes), NOW);
  await happen(store, 1);
  expect((await countOf(store, '_deliveries')) % 300).toBe(0);
  await dispatched;
  expect(await countOf(store, '_deliveries')).toBe(600);
});

it('the outcome of a delivery does not wait for the disk, and whatever else is written does', async () => {
  const levels: string[] = [];
  let now = 'FULL';
  const exec = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    if (sql.startsWith('PRAGMA synchronous')) levels.push((now = sql.split(' ').at(-1)!));
    exec.call(this, sql);
  });
  /** What its COMMIT was; afterwards each write waits for the disk. */
  const level = async (write: () => Promise<unknown>): Promise<string | undefined> => {
    levels.splice(0);
    await write();
    expect(now).toBe('FULL');
    return levels[0] ?? 'FULL';
  };
  const deliveries = store.deliveries!;
  await deliveries.alive(60_000);
  const [first, second] = await happen(store, 2);
  await deliveries.dispatch(to([first!, second!], 'a'), NOW);
  expect(levels).toEqual([]);
  const asked = { now: NOW, most: 1, perLane: 1 };
  const [claimed] = await deliveries.claim(asked);
  expect(levels).toEqual(['NORMAL', 'FULL']);
  const attempt = { at: NOW, status: 200, ms: 1, answer: '' };
  const settle = (): Promise<unknown> =>
    deliveries.settle([{ delivery: claimed!.delivery, attempt, outcome: 'accepted' }], []);
  expect(await level(settle)).toBe('NORMAL');
  expect(await level(() => happen(store, 1))).toBe('FULL');
  expect(await level(() => Promise.all([settle(), happen(store, 1)]))).toBe('FULL');
  expect(await level(settle)).toBe('NORMAL');
  expect(await level(() => Promise.all([happen(store, 1), settle()]))).toBe('FULL');
});

// A disk that is really full: a small file system in memory. Skipped, loudly, where none may be mounted.

import { execFileSync } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Step } from '../../src/plan/steps.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { column, insertTask, parameter, select, TABLES, temporaryDirectory } from './fixtures.ts';

const directory = temporaryDirectory();
const isMounted = ((): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('SKIPPED: no file system can be mounted here, a full disk is tried through max_page_count only');
    return false;
  }
})();

afterAll(() => {
  if (isMounted) execFileSync('umount', [directory]);
  rmSync(directory, { recursive: true });
});

const list: Step = { kind: 'list', select: select('Task', [column('title')]), total: true };

test.runIf(isMounted)('a full disk refuses whom it must, keeps what was acknowledged, and opens again', async () => {
  const insert = insertTask({ 'address.street': parameter('street') });
  let store = await openSqlite({ directory, tables: TABLES });
  const program = store.prepare([insert]);
  const acknowledged = new Set<string>();
  let refused = 0;
  for (let round = 0; round < 20; round++) {
    const runs = Array.from({ length: 32 }, async (_, n) => {
      const title = `task ${round}.${n}`;
      const result = await program.run({ title, street: 'x'.repeat(1_500) });
      if (result.kind === 'done') acknowledged.add(title);
      else {
        expect(result).toEqual({ kind: 'unavailable', reason: 'the disk is full' });
        refused++;
      }
    });
    await Promise.all(runs);
  }
  expect(acknowledged.size).toBeGreaterThan(32);
  expect(refused).toBeGreaterThan(32);
  for (let opened = 0; opened < 2; opened++) {
    const result = await store.prepare([list]).run({});
    if (result.kind !== 'done') throw new Error(result.kind);
    expect(new Set(result.rows.map((row) => row[0]))).toEqual(acknowledged);
    await store.close();
    store = await openSqlite({ directory, tables: TABLES });
  }
  await store.close();
});

test.runIf(isMounted)('a new store on a full disk says so in one sentence', async () => {
  const fresh = join(directory, 'fresh');
  expect(() => writeFileSync(join(directory, 'rest'), Buffer.alloc(2 ** 20))).toThrow('ENOSPC');
  const opening = openSqlite({ directory: fresh, tables: TABLES });
  await expect(opening).rejects.toThrow(`The data in ${fresh} cannot be opened: the disk is full.`);
});

test.runIf(isMounted)('a log that cannot be copied for lack of room is no damage of the data file', async () => {
  const place = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=18m', 'tmpfs', place]);
  try {
    let store = await openSqlite({ directory: place, tables: TABLES });
    const program = store.prepare([insertTask({ 'address.street': parameter('street') })]);
    const before = statSync(join(place, 'data.sqlite')).size;
    const acknowledged = new Set<string>();
    let isFull = false;
    for (let round = 0; !isFull; round++) {
      const runs = Array.from({ length: 32 }, async (_, n) => {
        const title = `task ${round}.${n}`;
        const result = await program.run({ title, street: 'x'.repeat(1_500) });
        if (result.kind === 'done') acknowledged.add(title);
        else expect(result).toEqual({ kind: 'unavailable', reason: 'the disk is full' });
        return result.kind;
      });
      isFull = (await Promise.all(runs)).includes('unavailable');
      expect(store.trouble?.()).toBeUndefined();
    }
    // It was begun, and not ended.
    expect(statSync(join(place, 'data.sqlite')).size).toBeGreaterThan(before + 500_000);
    expect(await store.ready(), store.trouble?.()).toBe(true);
    for (let opened = 0; opened < 2; opened++) {
      const result = await store.prepare([list]).run({});
      expect(result.kind === 'done' && new Set(result.rows.map((row) => row[0]))).toEqual(acknowledged);
      await store.close();
      if (opened === 0) store = await openSqlite({ directory: place, tables: TABLES });
    }
  } finally {
    execFileSync('umount', ['-l', place]);
    rmSync(place, { recursive: true });
  }
});

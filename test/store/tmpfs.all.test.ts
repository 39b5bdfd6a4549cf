// A disk that is really full: a small file system in memory. Skipped, loudly, where none may be mounted.

import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
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

// A directory that may only be read: what a killed process left in the second file belongs to it.

import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backupSqlite } from '../../src/store/sqlite/backup.ts';
import { sqliteSource } from '../../src/store/sqlite/copy.ts';
import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { literal, temporaryDirectory } from './fixtures.ts';
import { PLAIN } from './migrate-tables.ts';

const wish = { tables: [PLAIN], renames: [] };
let root: string;
let served: string;
let store: Store;

beforeEach(async () => {
  root = temporaryDirectory();
  chmodSync(root, 0o755);
  served = join(root, 'served');
  store = await openSqlite({ directory: served, tables: [PLAIN] });
  const values = [{ column: 'title', value: literal('x') }];
  await store.prepare([{ kind: 'insert', table: 'Task', values, answer: [], checks: [] }]).run({});
});
afterEach(async () => {
  await store.close();
  chmodSync(root, 0o755);
  rmSync(root, { recursive: true });
});

/** `nobody`, where the tests run as who may write everywhere. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534, env: { PATH: process.env['PATH'] } } : {};
const child = join(import.meta.dirname, 'reading-child.ts');
const mayRun = ((): boolean => {
  try {
    execFileSync(process.execPath, ['-e', `require('node:fs').readFileSync(${JSON.stringify(child)})`], user);
    return true;
  } catch {
    console.warn('SKIPPED: another user may not read the tests here');
    return false;
  }
})();

function seen(directory: string): unknown {
  chmodSync(directory, 0o555);
  try {
    return JSON.parse(execFileSync(process.execPath, [child, directory], { ...user, encoding: 'utf8' }));
  } finally {
    chmodSync(directory, 0o755);
  }
}

describe.skipIf(!mayRun)('where nothing may be written', () => {
  test('what is served is in use, and can be looked at', () => {
    expect(seen(served)).toEqual([expect.stringContaining('is in use by another process'), '0 changes']);
  });

  test('what a killed process left in the second file is there', () => {
    const killed = join(root, 'killed');
    mkdirSync(killed);
    for (const name of readdirSync(served)) copyFileSync(join(served, name), join(killed, name));
    expect(seen(killed)).toEqual(['1 rows', '0 changes']);
  });

  test('what was closed is there', async () => {
    await store.close();
    expect(seen(served)).toEqual(['1 rows', '0 changes']);
  });

  test('what may not be read is not taken for no data', () => {
    const hidden = join(root, 'hidden');
    mkdirSync(hidden);
    writeFileSync(join(hidden, FILE), '');
    chmodSync(hidden, 0o700);
    const isOwner = process.getuid?.() !== 0;
    if (isOwner) chmodSync(hidden, 0o000);
    const answer = JSON.parse(
      execFileSync(process.execPath, [child, hidden], { ...user, encoding: 'utf8' }),
    ) as unknown;
    chmodSync(hidden, 0o700);
    expect(answer).toEqual([expect.stringContaining('cannot be read'), expect.stringContaining('cannot be read')]);
  });
});

test('of damaged data a backup says so in one sentence, and leaves nothing', async () => {
  await store.close();
  const path = join(served, FILE);
  const whole = readFileSync(path);
  // The last page is a table's or an index's; the first says where all begin.
  writeFileSync(path, Buffer.concat([whole.subarray(0, -4_096), Buffer.alloc(4_096, 0x55)]));
  const file = join(root, 'b');
  await expect(backupSqlite({ directory: served, file })).rejects.toThrow(/^The data is damaged: [^\n]+\.$/);
  expect(readdirSync(root)).toEqual(['served']);
});

test('an empty file, and a file in the place of the directory, are no data', async () => {
  const empty = join(root, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, FILE), '');
  expect(() => sqliteSource(empty, wish)).toThrow(`There is no data in ${empty}.`);
  await expect(backupSqlite({ directory: empty, file: join(root, 'b') })).rejects.toThrow('There is no data');
  expect(await migrateSqlite(empty, wish, { apply: true, drop: false })).toBe(undefined);
  expect(readdirSync(root).toSorted()).toEqual(['empty', 'served']);
  const file = join(root, 'file');
  writeFileSync(file, '');
  await expect(migrateSqlite(file, wish, { apply: false, drop: false })).rejects.toThrow('is not a directory');
});

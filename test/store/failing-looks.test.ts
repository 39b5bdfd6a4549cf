// A look at the files of the data that fails, as on a disk that does, and files that go while a start looks at them.

import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { refuseLosses } from '../../src/store/sqlite/traces.ts';
import type { Result, Store } from '../../src/store/store.ts';
import { insertTask, TABLES, temporaryDirectory } from './fixtures.ts';
import { isWhole } from '../trials.ts';

/** What happens before the call, where it is set. */
const before: { read: (() => void) | undefined; open: ((path: string) => void) | undefined } = {
  read: undefined,
  open: undefined,
};
const { readSync, openSync } = fs;

beforeAll(() => {
  fs.readSync = ((...args: Parameters<typeof readSync>) => {
    before.read?.();
    return readSync(...args);
  }) as typeof readSync;
  fs.openSync = (...args) => {
    before.open?.(String(args[0]));
    return openSync(...args);
  };
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fs, { readSync, openSync });
  syncBuiltinESMExports();
});

let directory: string;
let store: Store;
let database: DatabaseSync;
beforeEach(async () => {
  directory = join(temporaryDirectory(), 'served');
  store = await openSqlite({ directory, tables: TABLES }, { opened: (given) => void (database = given) });
});
afterEach(async () => {
  Object.assign(before, { read: undefined, open: undefined });
  await store.close();
  rmSync(join(directory, '..'), { recursive: true, force: true });
});

function failing(code: string): () => void {
  return () => {
    throw Object.assign(new Error(`${code}: i/o error, read`), { code, syscall: 'read' });
  };
}

const write = (title: string): Promise<Result> => Promise.resolve(store.prepare([insertTask()]).run({ title }));

describe('while it is served', () => {
  test.each(['EIO', 'EACCES', 'ESTALE'])('a read that fails (%s) refuses writes until one succeeds', async (code) => {
    expect((await write('before')).kind).toBe('done');
    before.read = failing(code);
    expect((await write('meanwhile')).kind).toBe('unavailable');
    expect(await store.ready()).toBe(false);
    expect(store.trouble?.()).toContain(`the data in ${directory} cannot be looked at`);
    before.read = undefined;
    expect(await store.ready()).toBe(true);
    expect(store.trouble?.()).toBeUndefined();
    expect((await write('behind')).kind).toBe('done');
    expect(existsSync(join(directory, `${FILE}-damaged`))).toBe(false);
  });

  test.runIf(isWhole)('a new time of a large data file is no damage; other octets are', async () => {
    const file = join(directory, FILE);
    expect((await write('x'.repeat(40_000_000))).kind).toBe('done');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(await store.ready(), store.trouble?.()).toBe(true);
    const { size } = statSync(file);
    expect(size).toBeGreaterThan(32 * 2 ** 20);
    await sleep(600);
    // A part of it each time.
    for (let octets = 0; octets < size; octets += 32 * 2 ** 20) expect(await store.ready()).toBe(true);
    const then = new Date(2020, 1, 1);
    utimesSync(file, then, then);
    expect(await store.ready(), store.trouble?.()).toBe(true);
    expect((await write('behind')).kind).toBe('done');
    // Not closed: that would let go of the locks of SQLite.
    writeSync(openSync(file, 'r+'), '?', size - 5_000);
    expect(await store.ready()).toBe(false);
    expect(store.trouble?.()).toMatch(/overwrote or replaced data\.sqlite/);
  });
});

describe('a start', () => {
  test('beside a backup that ends looks again at what is there', async () => {
    expect((await write('kept')).kind).toBe('done');
    const left = join(directory, '..', 'left');
    execFileSync('cp', ['-a', directory, left]);
    const opened: string[] = [];
    before.open = (path) => {
      opened.push(path);
      for (const end of ['-wal', '-shm']) rmSync(join(left, `${FILE}${end}`), { force: true });
    };
    expect(() => refuseLosses(left, false)).not.toThrow();
    expect(opened.length).toBeGreaterThan(0);
  });

  test('says so when a file that is listed can never be opened', async () => {
    before.open = () => {
      throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
    };
    expect((await write('kept')).kind).toBe('done');
    expect(() => refuseLosses(directory, false)).toThrow('ENOENT');
  });
});

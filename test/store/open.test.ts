// What stops the embedded store from opening: one clear sentence each, and the data is left as it is.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FORMAT } from '../../src/store/sqlite/migrate.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { CannotOpen } from '../../src/store/store.ts';
import { TABLES, temporaryDirectory } from './fixtures.ts';

let directory: string;

beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function message(at = directory): Promise<string> {
  const error = await openSqlite({ directory: at, tables: TABLES }).then(
    (store) => store.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CannotOpen);
  return error instanceof CannotOpen ? error.message : '';
}

const openAndClose = async (): Promise<void> => (await openSqlite({ directory, tables: TABLES })).close();

test('a directory in use by this process or another, until that one ends, however it ends', async () => {
  const store = await openSqlite({ directory, tables: TABLES });
  expect(await message()).toContain(`The data directory ${directory} is in use by another process: stop that first.`);
  await store.close();
  await openAndClose();
  const open = new URL('../../src/store/sqlite/open.ts', import.meta.url);
  const script = `import { openSqlite } from '${open}'; await openSqlite({ directory: process.argv[1], tables: [] }); console.log('open'); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const tables = { directory, tables: [] };
  await expect(openSqlite(tables)).rejects.toThrow('is in use by another process');
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  await (await openSqlite(tables)).close();
});

test('a directory is made when it is not there, and is no file', async () => {
  const deep = join(directory, 'a', 'b');
  await (await openSqlite({ directory: deep, tables: TABLES })).close();
  const file = join(directory, 'file');
  writeFileSync(file, '');
  expect(await message(file)).toBe(`${file} is not a directory.`);
  expect(await message(join(file, 'below'))).toBe(`${join(file, 'below')} is not a directory.`);
});

test.each([FORMAT + 1, FORMAT + 2, 99])('a file written by a newer version, of format %d', async (format) => {
  await openAndClose();
  const database = new DatabaseSync(join(directory, FILE));
  database.exec(`PRAGMA user_version = ${format}`);
  database.close();
  const before = readFileSync(join(directory, FILE));
  expect(await message()).toBe(
    `The data in ${directory} was written by a newer version of Ninefold (its format is ${format}, this version knows ${FORMAT}).`,
  );
  expect(readFileSync(join(directory, FILE)).equals(before)).toBe(true);
});

test('a file that is no database, a damaged one, and one of another program', async () => {
  writeFileSync(join(directory, FILE), 'this is a text, and a long one at that. '.repeat(100));
  expect(await message()).toBe(`The data in ${directory} cannot be opened: the data file is not a database.`);
  rmSync(join(directory, FILE));
  await openAndClose();
  const whole = readFileSync(join(directory, FILE));
  const torn = Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 0x55)]);
  writeFileSync(join(directory, FILE), torn);
  expect(await message()).toBe(`The data in ${directory} cannot be opened: the data file is damaged.`);
  expect(readFileSync(join(directory, FILE)).equals(torn)).toBe(true);
  writeFileSync(join(directory, FILE), whole);
  const emptied = new DatabaseSync(join(directory, FILE));
  emptied.exec('DELETE FROM _ninefold');
  emptied.close();
  expect(await message()).toBe('The data is damaged: what it says of its tables is gone.');
  rmSync(join(directory, FILE));
  const other = new DatabaseSync(join(directory, FILE));
  other.exec('CREATE TABLE theirs (x)');
  other.close();
  expect(await message()).toBe(`${join(directory, FILE)} is a database of another program.`);
});

test('a place that cannot be written to', async () => {
  // Root may write anywhere but here: no file can be made in /proc.
  expect(await message('/proc/self')).toMatch(
    /^The data(?: directory \/proc\/self cannot be written to| in \/proc\/self cannot be opened: a file of the data cannot be opened)\.$/,
  );
  mkdirSync(join(directory, FILE));
  expect(await message()).toBe(`The data in ${directory} cannot be opened: a file of the data cannot be opened.`);
});

test('what is acknowledged outlives the power: WAL, and every COMMIT is on the disk', async () => {
  let settings: unknown;
  const opened = (database: DatabaseSync): void => {
    settings = ['journal_mode', 'synchronous'].map(
      (name) => Object.values(database.prepare(`PRAGMA ${name}`).get()!)[0],
    );
  };
  const store = await openSqlite({ directory, tables: TABLES }, { opened });
  await store.close();
  // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
  expect(settings).toEqual(['wal', 2]);
});

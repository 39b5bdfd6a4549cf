// One process at a time in a data directory. Input: the directory. Output: a lock that the operating system releases when the
// process ends, however it ends: SQLite's own exclusive lock on a side file that holds nothing.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotOpen } from '../store.ts';
import { isBusy, isNoDatabase } from './faults.ts';

export interface Lock {
  /** Which file it is: another one if it was removed meanwhile. */
  readonly identity: string;
  /** It was there before. */
  readonly wasThere: boolean;
  release(): void;
}

export const LOCK = 'lock';

export function lock(directory: string): Lock {
  const path = join(directory, LOCK);
  const wasThere = existsSync(path);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isNoDatabase(error)) throw new CannotOpen(`${path} is not the lock of a service: remove it.`);
    throw isBusy(error) ? inUse(directory) : error;
  }
  const { dev, ino } = statSync(path, { bigint: true });
  return { identity: `${dev} ${ino}`, wasThere, release: () => file.close() };
}

/**
 * The lock is a file, and removing it lets another process take a second one. So the data keeps which lock it was opened
 * under last; under another one it is opened only when no other connection has it open, which SQLite's locks of the data file
 * itself show. Connections that only read, such as a backup, are not in the way of a process with the earlier lock.
 * https://www.sqlite.org/pragma.html#pragma_locking_mode
 */
export function refuseOthers(database: DatabaseSync, { identity }: Lock, directory: string): void {
  if (lockBefore(database) === identity) return;
  try {
    // The second one lets others in again.
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK;
      PRAGMA locking_mode = NORMAL; BEGIN IMMEDIATE; ROLLBACK`);
  } catch (error) {
    throw isBusy(error) ? inUse(directory) : error;
  }
}

/** Once the data is taken. */
export function keepLock(database: DatabaseSync, { identity }: Lock): void {
  if (lockBefore(database) === identity) return;
  database.prepare(`INSERT OR REPLACE INTO _ninefold VALUES ('lock', ?)`).run(identity);
}

function lockBefore(database: DatabaseSync): unknown {
  if (!database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '_ninefold'`).get()) return undefined;
  return database.prepare(`SELECT value FROM _ninefold WHERE key = 'lock'`).get()?.['value'];
}

/** Where nothing may be written, no lock can be taken; but it can be seen that another process has it. */
export function refuseLocked(directory: string): void {
  if (lockOf(directory) === 'held') throw inUse(directory);
}

export function lockOf(directory: string): 'held' | 'free' | 'none' {
  const path = join(directory, LOCK);
  if (!existsSync(path)) return 'none';
  const file = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    file.prepare('SELECT count(*) FROM sqlite_schema').get();
    return 'free';
  } catch (error) {
    if (isBusy(error)) return 'held';
    throw error;
  } finally {
    file.close();
  }
}

function inUse(directory: string): CannotOpen {
  return new CannotOpen(
    `The data directory ${directory} is in use by another process: stop that first. A service that was started by npm or npx goes on when only those are stopped.`,
  );
}

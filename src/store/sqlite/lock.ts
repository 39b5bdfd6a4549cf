// One process at a time in a data directory. In: the directory. Out: a lock that the operating system lets go of when
// the process ends, however it ends: SQLite's own exclusive lock on a side file that holds nothing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotOpen } from '../store.ts';
import { isBusy } from './faults.ts';

export interface Lock {
  release(): void;
}

const NAME = 'lock';

export function lock(directory: string): Lock {
  const file = new DatabaseSync(join(directory, NAME), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw isBusy(error) ? inUse(directory) : error;
  }
  return { release: () => file.close() };
}

/** Where nothing may be written, no lock can be taken; that another process has it can be seen all the same. */
export function refuseLocked(directory: string): void {
  const path = join(directory, NAME);
  if (!existsSync(path)) return;
  const file = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    file.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    throw isBusy(error) ? inUse(directory) : error;
  } finally {
    file.close();
  }
}

function inUse(directory: string): CannotOpen {
  return new CannotOpen(
    `The data directory ${directory} is in use by another process: stop that first. A service that was started by npm or npx goes on when only those are stopped.`,
  );
}

// One process at a time in a data directory. In: the directory. Out: a lock that the operating system lets go of when
// the process ends, however it ends: SQLite's own exclusive lock on a side file that holds nothing.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotOpen } from '../store.ts';
import { isBusy } from './faults.ts';

export interface Lock {
  release(): void;
}

export function lock(directory: string): Lock {
  const file = new DatabaseSync(join(directory, 'lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isBusy(error)) throw new CannotOpen(`The data directory ${directory} is in use by another process.`);
    throw error;
  }
  return { release: () => file.close() };
}

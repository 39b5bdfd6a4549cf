// The data of a directory for reading only. Input: a directory, which may be write-protected. Output: is there data; a
// connection that changes nothing, and sees what a process that was killed left in the second file. Decision 0015.

import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { CannotOpen } from '../store.ts';
import { defineFunctions } from './functions.ts';
import { FILE, INDEX, LOG } from './file-faults.ts';
import { LOCK, lockOf } from './lock.ts';
import { cannotOpen, recognise } from './open.ts';
import { refuseDamaged, refuseLosses } from './traces.ts';

/** Milliseconds to wait while another process opens or closes the data. */
const BUSY = 5_000;

/** The files beside one that was in use once; an empty file alone was never used. */
const USED: ReadonlySet<string> = new Set([LOG, INDEX, LOCK]);

/** A directory that may not be looked into is none without data. */
export function hasData(directory: string): boolean {
  try {
    if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new CannotOpen(`${directory} is not a directory.`);
    const file = statSync(join(directory, FILE), { throwIfNoEntry: false });
    return file !== undefined && (file.size > 0 || readdirSync(directory).some((name) => USED.has(name)));
  } catch (error) {
    if (error instanceof CannotOpen) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const denied = code === 'EACCES' ? `The data directory ${directory} cannot be read.` : undefined;
    throw new CannotOpen(denied ?? cannotOpen(error, directory), { cause: error });
  }
}

export function noData(directory: string): CannotOpen {
  return new CannotOpen(`There is no data in ${directory}.`);
}

/** Inside a transaction: all that is read is of one moment. */
export function openForReading(directory: string): DatabaseSync {
  refuseDamaged(directory);
  // Where the data is served, the process that serves it takes care of that.
  if (lockOf(directory) === 'free') refuseLosses(directory, true);
  const mayWrite = isWritable(directory);
  const file = pathToFileURL(join(directory, FILE));
  // Without the second file the data is complete only where no process has it open and the last one closed it.
  // https://www.sqlite.org/wal.html#read_only_databases
  file.search = mayWrite || existsSync(join(directory, `${FILE}-wal`)) ? '' : '?immutable=1';
  const database = new DatabaseSync(file, { readOnly: !mayWrite, timeout: BUSY });
  try {
    recognise(database, directory);
    defineFunctions(database, () => 1);
    database.exec('PRAGMA query_only = ON; BEGIN');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

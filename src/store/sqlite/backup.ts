// A copy of an embedded store while it is in use. Input: its directory and a file that is not there yet. Output: the file, on the
// disk, with all that was committed before; or CannotOpen with one sentence. Decision 0015.

import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { CannotOpen } from '../store.ts';
import { faultOf } from './faults.ts';
import { hasData, noData, openForReading } from './reading.ts';

export interface BackupOptions {
  readonly directory: string;
  /** Not made when it is there already. */
  readonly file: string;
  /** How much is done, from 0 to 1. */
  readonly progress?: (done: number) => void;
}

/** Pages of 4 KB, between two calls of `progress`. */
const RATE = 2_000;

/** Answers the bytes that were written. */
export async function backupSqlite({ directory, file, progress }: BackupOptions): Promise<number> {
  if (!hasData(directory)) throw noData(directory);
  if (existsSync(file)) throw new CannotOpen(`${file} is there already.`);
  const part = `${file}.${process.pid}.part`;
  try {
    await copyTo(directory, part, progress ?? (() => undefined));
    examine(part);
    sync(part);
    place(part, file);
    sync(dirname(file));
    return statSync(file).size;
  } catch (error) {
    throw error instanceof CannotOpen ? error : new CannotOpen(reasonOf(error, directory, file), { cause: error });
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${part}${end}`, { force: true });
  }
}

/**
 * A backup begins anew whenever another connection writes; one that reads in a transaction keeps its first snapshot,
 * and in WAL mode it stops no writer. https://www.sqlite.org/backup.html, https://www.sqlite.org/isolation.html
 */
async function copyTo(directory: string, part: string, progress: (done: number) => void): Promise<void> {
  const database = openForReading(directory);
  try {
    if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) throw noData(directory);
    await backup(database, part, {
      rate: RATE,
      progress: ({ totalPages, remainingPages }) => progress(1 - remainingPages / Math.max(1, totalPages)),
    });
  } finally {
    database.close();
  }
}

function examine(part: string): void {
  const database = new DatabaseSync(part);
  try {
    const [said] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
    // Of several lines, the last says what.
    if (said !== 'ok') throw new CannotOpen(`The data is damaged: ${String(said).trim().split('\n').at(-1)}.`);
    // Tells it from a file that belongs to the log beside it.
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Under its name only when it is whole; what came there meanwhile stays. */
function place(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(file)) throw new CannotOpen(`${file} is there already.`);
    // A file system without links.
    renameSync(part, file);
  }
}

function reasonOf(error: unknown, directory: string, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || !existsSync(dirname(file))) return `There is no directory ${dirname(file)}.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${file} cannot be written.`;
  const fault = faultOf(error);
  return `The data in ${directory} cannot be copied to ${file}: ${fault ?? message}.`;
}

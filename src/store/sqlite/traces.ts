// What a process that ended before has left in the directory. Input: the directory, locked and not opened yet: SQLite makes what it
// misses, and begins a log anew that it cannot read. Output: CannotOpen where less is there than was written. Nothing is touched. Decision
// 0026.

import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotOpen } from '../store.ts';
import { FILE, INDEX, LOG, MARK } from './file-faults.ts';
import { APPLICATION } from './migrate.ts';
import { holds, mayBeOlder, readIndex } from './write-ahead-log.ts';

/** Noticed by the process that served it. */
export function refuseDamaged(directory: string): void {
  if (sizeAt(join(directory, MARK)) !== undefined)
    throw lost(directory, `that was noticed while it was served, ${MARK} says what it was`, GO_ON);
}

/** `wasLocked`: the directory had its lock before. */
export function refuseLosses(directory: string, wasLocked: boolean): void {
  refuseDamaged(directory);
  for (let tries = 1; ; tries++) {
    try {
      return refuseWhatIsLess(directory, wasLocked);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === MOST_TRIES) throw error;
    }
  }
}

/** A backup that ends removes the log and its index: what was there a moment before is looked at anew. */
const MOST_TRIES = 10;

function refuseWhatIsLess(directory: string, wasLocked: boolean): void {
  const [main, log, index] = [FILE, LOG, INDEX].map((name) => sizeAt(join(directory, name)));
  const hasBeside = (log ?? 0) > 0 || index !== undefined;
  if (main === undefined && hasBeside) throw lost(directory, `${FILE} is not there`, EMPTY);
  if (main === 0 && (hasBeside || wasLocked)) throw lost(directory, `${FILE} is empty`, EMPTY);
  if (main === undefined || main === 0 || !hasBeside) return;
  if (isCopy(join(directory, FILE))) {
    if ((log ?? 0) === 0) return;
    throw lost(
      directory,
      `${FILE} is a backup, and ${LOG} beside it belongs to the file that was there before`,
      `restore the backup into a new directory, or remove ${LOG} and ${INDEX} here`,
    );
  }
  if (index !== undefined && !isWhole(directory, log))
    throw lost(
      directory,
      `${LOG} ${log === undefined ? 'is not there' : 'was cut or overwritten'}, and with it what was written last`,
      GO_ON,
    );
}

const EMPTY = `only where nothing has to be kept, remove ${FILE}, ${LOG}, ${INDEX} and lock, to begin without rows`;

const GO_ON = `to go on with what is left, remove ${INDEX} and ${MARK}, and make a backup, which examines the data`;

/** A file of no length is never ours: it was cut. So the first one gets its name when it has a page. */
export function makeFirst(directory: string): void {
  const path = join(directory, FILE);
  if (sizeAt(path) !== undefined) return;
  const part = join(directory, `${FILE}.part`);
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${part}${end}`, { force: true });
  const database = new DatabaseSync(part);
  try {
    // It waits for the disk once, below.
    database.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL; PRAGMA application_id = ${APPLICATION}`);
  } finally {
    database.close();
  }
  reading(part, fsyncSync);
  renameSync(part, path);
}

function lost(directory: string, what: string, otherwise: string): CannotOpen {
  return new CannotOpen(
    `The data in ${directory} is damaged: ${what}. Keep a copy of the directory and restore a backup into a new one; ${otherwise}.`,
  );
}

function sizeAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

/** What `backup` makes has never had a log. https://www.sqlite.org/fileformat.html#file_format_version_numbers */
function isCopy(path: string): boolean {
  return reading(path, (file) => {
    const version = Buffer.alloc(1);
    return readSync(file, version, 0, 1, 18) === 1 && version[0] === 1;
  });
}

/** The index is written when the log is on the disk, so that what it names must be there. */
function isWhole(directory: string, log: number | undefined): boolean {
  const index = reading(join(directory, INDEX), readIndex);
  if (index === undefined) return log !== undefined;
  // All of it may be in the data file as well.
  if ((log ?? 0) === 0) return index.frames <= index.copied;
  return reading(join(directory, LOG), (file) => holds(index, file) || mayBeOlder(index, file));
}

function reading<T>(path: string, read: (file: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return read(file);
  } finally {
    closeSync(file);
  }
}

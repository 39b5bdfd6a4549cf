// Are the open files still those in their place, and do they contain what was written? Input: the directory, and the connection
// that writes, just opened. Output: what is wrong, noticed before a write and before its acknowledgement. A file that was removed
// or moved takes what is written to it, and that is gone with the process. Decision 0026.

import { closeSync, fstatSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { FILE, faultsIn, INDEX, LOG, MARK } from './file-faults.ts';
import type { Fault, FaultKind } from './file-faults.ts';
import { areSame, endsAs, holds, readIndex, sizeOf } from './write-ahead-log.ts';
import type { LogIndex } from './write-ahead-log.ts';

/** Frames of the log after which a COMMIT copies them into the data file. */
export const CHECKPOINT = 4_000;

export interface OpenFiles {
  /** The result of the last check; costs nothing. */
  fault(): Fault | undefined;
  /** Before a transaction: has another program changed them? */
  before(): Fault | undefined;
  /** After a COMMIT of this process, before it is acknowledged: is it where a start will find it? */
  after(): Fault | undefined;
  /** From time to time: as before, and with all that the log holds once nothing was written for a while. */
  examine(): Fault | undefined;
  /** Runs the close of the connection that writes, so that nothing of a damaged log is copied into the data file. */
  close(close: () => void): void;
}

/** Milliseconds of the kernel's clock: within one tick the time of a file does not change, and there is nothing to compare. */
const TICK = 4;
/** Milliseconds without a write, after which the log is read. */
const QUIET = 500;
/** Frames that are read in one turn, at most: 40 ms. */
const MOST_READ = 10_000;

/** Octets of the data file that are summed in one turn, so that a new time alone is no damage: 30 ms. */
const MOST_SUMMED = 32 * 1024 * 1024;
/** Looks at files that another program is writing. */
const MOST_TRIES = 10;

/** What the files were like when this process had looked or written last. */
interface Seen {
  readonly main: Stats;
  readonly log: Stats;
  readonly index: LogIndex;
  /** When it was written last, by performance.now(). */
  readonly at: number;
  /** All of the log, from beginning to end. */
  readonly isRead: boolean;
  /** Of the data file, as far as it was read since it was written last. */
  readonly summed: Summed;
}

/** A checksum of the first octets of a file. */
interface Summed {
  readonly octets: number;
  readonly sum: number;
}

const NOTHING: Summed = { octets: 0, sum: 0 };

type Name = 'main' | 'log' | 'index';

interface Opened {
  readonly paths: Readonly<Record<Name, string>>;
  readonly stats: Readonly<Record<Name, Stats>>;
  readonly main: number;
  readonly log: number;
  readonly index: number;
  readonly database: DatabaseSync;
}

export function filesOf(directory: string, database: DatabaseSync): OpenFiles {
  const opened = open(directory, database);
  const { main, log, index, paths, stats } = opened;
  copyOnce(database);
  // The last connection to be closed copies the log into the data file, and removes it; one that only reads does not.
  const anchor = new DatabaseSync(paths.main, { readOnly: true });
  anchor.prepare('SELECT 1 FROM sqlite_schema').get();
  const faults = faultsIn(directory);
  let seen: Seen | undefined;
  let found: Fault | undefined;

  const fail = (kind: FaultKind): Fault => {
    found = faults[kind];
    if (found.isDamaged) mark(directory, found);
    return found;
  };
  /** A disk that fails, or a file that may not be read any more, is no damage yet: it is looked at again. */
  const guarded = (look: () => Fault | undefined): Fault | undefined => {
    try {
      return look();
    } catch (error) {
      if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error;
      return fail('unseen');
    }
  };
  const compare = (isOwn: boolean): Fault | undefined => {
    if (found?.isLasting === true) return found;
    const now = compared(opened, seen, isOwn);
    if (typeof now === 'string') return fail(now);
    seen = now;
    return (found = undefined);
  };
  const look = (isOwn: boolean): Fault | undefined => guarded(() => compare(isOwn));
  const examine = (): Fault | undefined => {
    const fault = look(false);
    if (fault || !seen) return fault;
    if (!standing(paths.index, stats.index)) return fail(rescue(opened, seen.index));
    if (performance.now() - seen.at < QUIET) return undefined;
    seen = { ...seen, summed: summedFurther(opened, seen) };
    if (seen.isRead || seen.index.frames > MOST_READ) return undefined;
    if (!holds(seen.index, log)) return isStill(opened, seen.index) ? fail('log') : undefined;
    seen = { ...seen, isRead: true };
    return undefined;
  };
  look(false);
  return {
    fault: () => found,
    before() {
      const isSame = seen && !found && performance.now() - seen.at < TICK && standing(paths.main, stats.main);
      return isSame ? undefined : look(false);
    },
    after: () => look(true),
    examine: () => guarded(examine),
    close(close) {
      const isDamaged = look(false)?.isDamaged === true;
      const ends = [() => anchor.close(), close];
      for (const end of isDamaged ? ends.toReversed() : ends) end();
      for (const file of [main, log, index]) closeSync(file);
    },
  };
}

function open(directory: string, database: DatabaseSync): Opened {
  const paths = { main: join(directory, FILE), log: join(directory, LOG), index: join(directory, INDEX) };
  // SQLite locks ranges of these files, and closing any descriptor of one releases them all: they stay open to the end.
  // https://www.sqlite.org/howtocorrupt.html, 2.2
  const [main, log, index] = [openSync(paths.main, 'r'), openSync(paths.log, 'r'), openSync(paths.index, 'r')];
  const stats = {
    main: statSync(paths.main),
    log: fstatSync(log),
    index: fstatSync(index),
  };
  return { paths, stats, main, log, index, database };
}

/** An index made anew from the log, as after a kill, reads like one of a copy that failed in the middle. */
function copyOnce(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // A full disk is reported with the first write.
  }
}

function mark(directory: string, { told }: Fault): void {
  try {
    writeFileSync(join(directory, MARK), `${told}\n`, { flag: 'wx' });
  } catch {
    // It is there, or nothing can be written: the operator gets a message anyway.
  }
}

/** Another program may write through SQLite meanwhile, and begin the log anew: then it is looked at again. */
function compared(opened: Opened, seen: Seen | undefined, isOwn: boolean): Seen | FaultKind {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const now = comparedOnce(opened, seen, isOwn);
    if (now !== 'moving') return now;
  }
  return 'unread';
}

/** `isOwn`: what has changed since then was written by this process. */
function comparedOnce(opened: Opened, seen: Seen | undefined, isOwn: boolean): Seen | FaultKind | 'moving' {
  const { paths, stats } = opened;
  const before = standing(paths.main, stats.main);
  // Another directory of the same name, which may be in use, does not contain this log.
  if (!before) return isThere(paths.main) && standing(paths.log, stats.log) ? 'main' : 'gone';
  const index = indexNow(opened);
  if (!index) return 'unread';
  const mayCopy = seen !== undefined && mayHaveCopied(seen.index, index);
  if (before.size === 0) return 'main';
  if (seen && !mayCopy && isChanged(before, seen.main) && !isSameContent(opened, before, seen)) return 'main';
  // What is kept is never older than the index: a copy that begins between the two shows in the next one.
  const main = mayCopy ? standing(paths.main, stats.main) : before;
  if (!main) return 'moving';
  const log = standing(paths.log, stats.log);
  if (!log) return rescue(opened, index);
  const summed = (!mayCopy && seen?.summed) || NOTHING;
  if (seen && !isChanged(log, seen.log) && areSame(index.sum, seen.index.sum)) return { ...seen, main, index, summed };
  const isShort = log.size < sizeOf(index) || (seen !== undefined && isBehind(index, seen.index));
  const isWhole = isOwn ? endsAs(index, opened.log, seen?.index) : holds(index, opened.log);
  if (isShort || !isWhole) return isStill(opened, index) ? 'log' : 'moving';
  return { main, log, index, at: performance.now(), isRead: !isOwn, summed };
}

/** The index is written before the log begins anew: one that is as it was shows that the log has not begun anew. */
function isStill({ index: file }: Opened, index: LogIndex): boolean {
  const now = readIndex(file);
  return now === undefined || (areSame(now.salts, index.salts) && areSame(now.sum, index.sum));
}

/** Undefined where another file is there, or none. */
function standing(path: string, opened: Stats): Stats | undefined {
  try {
    const now = statSync(path, { throwIfNoEntry: false });
    return now?.ino === opened.ino && now.dev === opened.dev ? now : undefined;
  } catch {
    return undefined;
  }
}

/** One that cannot be read is made anew from the log by the next reader of the data. */
function indexNow({ index, database }: Opened): LogIndex | undefined {
  const now = readIndex(index);
  if (now) return now;
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get();
    return readIndex(index);
  } catch {
    return undefined;
  }
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function isChanged(now: Stats, before: Stats): boolean {
  return now.mtimeMs !== before.mtimeMs || now.size !== before.size;
}

/** Some more octets of the data file, from turn to turn; none where it is being written. */
function summedFurther({ main: file, paths, stats }: Opened, { main, index, summed }: Seen): Summed {
  if (index.copying > index.copied || summed.octets === main.size) return summed;
  const further = sumTo(file, Math.min(main.size, summed.octets + MOST_SUMMED), summed);
  const now = standing(paths.main, stats.main);
  return further && now && !isChanged(now, main) ? further : NOTHING;
}

/** A program may set the time of a file, and change nothing of it. */
function isSameContent({ main: file }: Opened, now: Stats, { main, summed }: Seen): boolean {
  if (summed.octets !== main.size || now.size !== main.size) return false;
  return sumTo(file, now.size, NOTHING)?.sum === summed.sum;
}

/** Undefined: the file is shorter. */
function sumTo(file: number, size: number, { octets, sum: before }: Summed): Summed | undefined {
  const piece = Buffer.allocUnsafe(1024 * 1024);
  let sum = before;
  for (let at = octets; at < size;) {
    const count = readSync(file, piece, 0, Math.min(piece.length, size - at), at);
    if (count === 0) return undefined;
    sum = crc32(piece.subarray(0, count), sum);
    at += count;
  }
  return { octets: size, sum };
}

/** Only what copies the log writes to the data file: has that been done, is it being done, or did it fail in the middle? */
function mayHaveCopied(before: LogIndex, now: LogIndex): boolean {
  return now.copied !== before.copied || now.copying > now.copied || !areSame(now.salts, before.salts);
}

/** The same log holds less than before: the index was made anew after the log had been cut. */
function isBehind(now: LogIndex, before: LogIndex): boolean {
  return areSame(now.salts, before.salts) && now.frames < before.frames;
}

/** The log is still open, even if its file was removed or renamed: its content goes into the data file. */
function rescue({ paths, log, database }: Opened, index: LogIndex): FaultKind {
  if (!holds(index, log)) return 'log';
  try {
    if (database.prepare('PRAGMA wal_checkpoint(FULL)').get()?.['busy'] !== 0) return 'saving';
    // A start takes an index without its log for a log that was lost.
    if (!isThere(paths.log)) rmSync(paths.index, { force: true });
    return 'saved';
  } catch {
    return 'saving';
  }
}

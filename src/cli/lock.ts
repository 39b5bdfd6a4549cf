// One process at a time: a file that names the process which has it. Input: where that file is to be. Output: the lock, until it
// is freed; one whose process has died is taken away.

import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

import { Refusal } from './console.ts';

/** Milliseconds in which a process that has just taken it names itself. */
const OLD = 5000;

export interface Taking {
  /** Milliseconds to wait for another process. */
  readonly patience: number;
  /** What is said when it is held by another one for longer. */
  readonly held: (lock: string, holder: string | undefined) => string;
}

/** The answer frees it. */
export function takeLock(lock: string, { patience, held }: Taking): () => void {
  const until = Date.now() + patience;
  for (;;) {
    try {
      const file = openSync(lock, 'wx', 0o600);
      writeSync(file, `${hostname()} ${process.pid}`);
      closeSync(file);
      return () => rmSync(lock, { force: true });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new Refusal(2, `cannot write ${lock}: ${message}`);
    }
    const holder = holderOf(lock);
    if (holder !== undefined && isDead(lock, holder)) release(lock, holder);
    else if (Date.now() > until) throw new Refusal(2, held(lock, holder));
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

/** Host and process; empty: not named yet. undefined: it has just gone. */
function holderOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

function isDead(lock: string, holder: string): boolean {
  const [host, number] = holder.split(' ');
  if (number === undefined) return isOld(lock);
  if (host !== hostname()) return false;
  try {
    process.kill(Number(number), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

function isOld(lock: string): boolean {
  const found = statSync(lock, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > OLD;
}

/** Moved away first: of several that find it dead, one takes it; a lock that is not that one is put back. */
function release(lock: string, dead: string): void {
  const away = `${lock}.${process.pid}`;
  try {
    renameSync(lock, away);
    if (holderOf(away) === dead) rmSync(away, { force: true });
    else renameSync(away, lock);
  } catch {
    // Another process was faster.
  }
}

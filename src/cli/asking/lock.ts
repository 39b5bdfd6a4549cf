// One writer at a time: a file beside the document that names the process which is writing. In: the document's path. Out:
// what is done while nobody else writes; a lock whose process has died is taken away.

import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

import { Refusal } from '../console.ts';

/** A writer holds it for as long as it takes to read, write and rename a document. */
const PATIENCE = 5000;

export function withLock<T>(path: string, act: () => T): T {
  const lock = `${path}.ask.lock`;
  take(lock);
  try {
    return act();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): void {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      const file = openSync(lock, 'wx', 0o600);
      writeSync(file, `${hostname()} ${process.pid}`);
      closeSync(file);
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new Refusal(2, `cannot write beside the document: ${message}`);
    }
    const holder = holderOf(lock);
    if (holder !== undefined && isDead(lock, holder)) release(lock, holder);
    else if (Date.now() > until)
      throw new Refusal(2, `another session is writing (${lock} says: ${holder}); delete that file if none is`);
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
  return found !== undefined && Date.now() - found.mtimeMs > PATIENCE;
}

/** Moved away first: of several that find it dead, one takes it; a lock that is not that one is put back. */
function release(lock: string, dead: string): void {
  const away = `${lock}.${process.pid}`;
  try {
    renameSync(lock, away);
    if (holderOf(away) === dead) rmSync(away, { force: true });
    else renameSync(away, lock);
  } catch {
    // Somebody else was faster.
  }
}

// What processes that share a database tell each other: that there is something to deliver, or to read. Input: connections. Output: a way to tell the others,
// in a transaction of its own behind whatever was written, and what is called when another has told. Nothing depends on it: who hears nothing
// looks by itself, later. https://www.postgresql.org/docs/current/sql-notify.html, decision 0068.

import { randomUUID } from 'node:crypto';
import type { Listening, Pool } from './pool.ts';
import type { Lend } from './program.ts';

export interface Signals {
  /** Many at once are sent as one. */
  tell(): void;
  /** Answers what ends that. */
  whenTold(told: () => void): () => void;
  /** What was to be sent is sent; nothing is heard any more. */
  stop(): Promise<void>;
  /** Behind a stop. */
  resume(): void;
}

/** The same for all who share a schema. */
const CHANNEL = `'ninefold_' || md5(current_schema())`;
/** Milliseconds for which what is to be told is gathered: a NOTIFY waits for every other one of the database at its COMMIT. */
const GATHERED = 20;
/** Milliseconds before the next try to listen. */
const PAUSE = 1_000;

export function signalsOf(pool: () => Pool, lend: Lend, during: <T>(run: () => Promise<T>) => Promise<T>): Signals {
  const own = randomUUID();
  const listeners = new Set<() => void>();
  let isStopped = false;
  let telling: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let line: Listening | undefined;
  let connecting: Promise<void> | undefined;

  const heard = (by: string): void => {
    if (by !== own) for (const told of listeners) told();
  };
  const retry = (): void => {
    line?.end();
    line = undefined;
    clearTimeout(again);
    if (!isStopped) again = setTimeout(connect, PAUSE).unref();
  };
  const open = async (): Promise<void> => {
    line = await pool().listening(heard, retry);
    if (!line) return;
    const [row] = await line.session.query(`SELECT ${CHANNEL}`);
    await line.session.command(`LISTEN ${String(row?.[0])}`);
    // What was told before that was not heard.
    heard('');
  };
  const connect = (): void => {
    if (isStopped || line || connecting || listeners.size === 0) return;
    connecting = open()
      .catch(retry)
      .finally(() => {
        connecting = undefined;
        if (isStopped) retry();
      });
  };
  const send = async (): Promise<void> => {
    clearTimeout(telling);
    telling = undefined;
    const notify = `SELECT pg_notify(${CHANNEL}, $1)`;
    // Others look by themselves where it cannot be told.
    await during(() => lend((session) => session.query(notify, [own]), 'writes')).catch(() => undefined);
  };
  return {
    tell() {
      if (!isStopped) telling ??= setTimeout(() => void send(), GATHERED);
    },
    whenTold(told) {
      listeners.add(told);
      connect();
      return () => void listeners.delete(told);
    },
    async stop() {
      isStopped = true;
      if (telling) await send();
      await connecting;
      retry();
    },
    resume() {
      isStopped = false;
      connect();
    },
  };
}

// The processes that a race runs against: one over a directory, or several over one database. Input: which. Output: their addresses, which
// stay the same when one is killed and started again.

import { setTimeout as sleep } from 'node:timers/promises';
import { discard, freePort, scratch, serve } from '../examples/running.ts';
import type { Running } from '../examples/running.ts';

export type Kept = { readonly data: string } | { readonly database: string };

export interface Servers {
  readonly urls: readonly string[];
  /** kill -9 of one of them, by chance, and a new start on the same port. */
  kill(): Promise<void>;
  /** Answers what is wrong with how they ended. */
  stop(): Promise<readonly string[]>;
}

const DOCUMENT = 'test/races/races.md';

export async function startServers(
  count: number,
  kept: Kept,
  document: string = DOCUMENT,
  options: readonly string[] = [],
): Promise<Servers> {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const start = (port: number): Promise<Running> => serve(document, { ...kept, port, options });
  // All at once: they find the database empty together.
  const running = await Promise.all(ports.map(start));
  const wrong: string[] = [];
  return {
    urls: running.map((each) => each.url),
    kill: async () => {
      const which = Math.floor(Math.random() * count);
      const ended = await running[which]!.stop('SIGKILL');
      if (ended !== 'SIGKILL') wrong.push(`a server ended by itself: ${ended} ${running[which]!.said()}`);
      running[which] = await startAgain(() => start(ports[which]!));
    },
    stop: async () => {
      const ends = await Promise.all(running.map((each) => each.stop()));
      ends.forEach((ended, i) => {
        if (ended !== 0) wrong.push(`the last stop: ${ended} ${running[i]!.said()}`);
      });
      return wrong;
    },
  };
}

/** A database that is being started refuses a process that starts then. */
async function startAgain(start: () => Promise<Running>): Promise<Running> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === 20 || !String(error).includes('the database is starting or shutting down')) throw error;
      await sleep(500);
    }
  }
}

export interface Again {
  readonly done: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Does it again and again until it was done `count` times, with a while in between. */
export function again(count: number, between: readonly [number, number], what: () => Promise<void>): Again {
  let left = count;
  const stopping = new AbortController();
  const end = (async () => {
    for (; left > 0 && !stopping.signal.aborted; left -= 1) {
      await sleep(between[0] + Math.random() * (between[1] - between[0]));
      await what();
    }
  })();
  let failed = false;
  end.catch(() => (failed = true));
  const stop = (): Promise<void> => {
    stopping.abort();
    return end;
  };
  return { done: () => left === 0 || failed, stop };
}

/** A directory for one process, gone afterwards. */
export async function inDirectory<T>(use: (kept: Kept) => Promise<T>): Promise<T> {
  const data = scratch();
  try {
    return await use({ data });
  } finally {
    discard(data);
  }
}

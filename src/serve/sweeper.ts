// Writes moves when they are due, even without requests. Input: the groups of timed tables and the clock. Output: a loop that
// wakes for the next instant, survives a store that fails, and ends between two writes. Decision 0012.

import { setTimeout as sleep } from 'node:timers/promises';
import { instantText, type Clock } from './clock.ts';
import { sentenceOf } from './reason.ts';
import { STILL_WRITTEN, type TimedRunner } from './timed.ts';

export interface Sweeper {
  /** The clock was moved. */
  wake(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Milliseconds: rows that another process changed are seen as late as that. */
const LONGEST_SLEEP = 1000;
/** Milliseconds before the next try after a failure: twice as long each time, to the longest. */
const PAUSE = 125;
const LONGEST_PAUSE = 8000;

export function startSweeper(groups: readonly TimedRunner[], clock: Clock, log: (line: string) => void): Sweeper {
  if (groups.length === 0) return { wake: () => undefined, stop: () => Promise.resolve() };
  const state = { isStopped: false, failures: 0 };
  let alarm = new AbortController();

  const sweep = async (): Promise<number> => {
    let wait = LONGEST_SLEEP;
    const unknown = await clock.look?.();
    if (unknown !== undefined) throw new Error(unknown);
    for (const group of groups) {
      const reason = await group.catchUp(instantText(clock.now()));
      if (reason === STILL_WRITTEN) {
        // The other groups have their turn, and then it continues.
        wait = 0;
        continue;
      }
      if (reason !== undefined) throw new Error(reason);
      const next = await group.next();
      if (next !== undefined) wait = Math.min(wait, Math.max(0, Date.parse(next) - clock.now()));
    }
    return wait;
  };
  const loop = async (): Promise<void> => {
    while (!state.isStopped) {
      alarm = new AbortController();
      let wait = LONGEST_SLEEP;
      try {
        wait = await sweep();
        state.failures = 0;
      } catch (error) {
        if (state.failures === 0) log(`moves by time wait: ${sentenceOf(error)}`);
        wait = Math.min(LONGEST_PAUSE, PAUSE * 2 ** state.failures++);
      }
      // A row that waits for its Only if, or an instant that another writes, is no reason to loop.
      if (!state.isStopped)
        await sleep(Math.max(wait, 1), undefined, { signal: alarm.signal, ref: false }).catch(() => undefined);
    }
  };
  const ended = loop().then(async () => {
    await Promise.all(groups.map((group) => group.settled()));
  });
  return {
    wake: () => alarm.abort(),
    stop() {
      state.isStopped = true;
      alarm.abort();
      return ended;
    },
  };
}

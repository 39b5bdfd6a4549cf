// Work that is done again and again, as long as the service runs. Input: one turn, which answers how long there is nothing to do. Output: a loop
// that can be woken, survives a turn that fails, and ends between two.

import { sentenceOf } from '../reason.ts';

export interface Loop {
  /** Also while a turn runs: then another follows it at once. */
  wake(): void;
  /** Resolves when no turn runs any more. */
  stop(): Promise<void>;
}

/** Milliseconds before the next turn after one that failed: twice as long each time, to the longest. */
const PAUSE = 125;
const LONGEST_PAUSE = 8000;

/** `turn` answers milliseconds. `failed` has one sentence, once for each row of state.failures. */
export function startLoop(turn: () => Promise<number>, failed: (reason: string) => void): Loop {
  const state = { isStopped: false, isWoken: false, failures: 0 };
  let rouse: (() => void) | undefined;
  const next = async (): Promise<number> => {
    try {
      const wait = await turn();
      state.failures = 0;
      return state.isWoken ? 0 : wait;
    } catch (error) {
      if (state.failures === 0) failed(sentenceOf(error));
      return Math.min(LONGEST_PAUSE, PAUSE * 2 ** state.failures++);
    }
  };
  const run = async (): Promise<void> => {
    while (!state.isStopped) {
      state.isWoken = false;
      const wait = await next();
      if (state.isStopped || (state.isWoken && state.failures === 0)) continue;
      if (wait > 0) await nap(wait, (end) => (rouse = end));
      rouse = undefined;
    }
  };
  const ended = run();
  return {
    wake() {
      state.isWoken = true;
      if (state.failures === 0) rouse?.();
    },
    stop() {
      state.isStopped = true;
      rouse?.();
      return ended;
    },
  };
}

/** Sleeps until its time is over or its end is called. An error of an abort would cost more than a turn. */
function nap(milliseconds: number, take: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds).unref();
    take(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

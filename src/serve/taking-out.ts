// A group of the sweeper that takes out what is old: no move of part 3, and no request waits for it. Input: what takes out so many rows at
// most, and answers how many it were. Output: the group.

import { instantText } from './clock.ts';
import type { TimedRunner } from './timed.ts';

/** Rows that are taken out at once, so that requests can run between two. */
const MOST = 500;
/** Milliseconds between two looks at what is old. */
const PAUSE = 60_000;

export function takingOut(takeOut: (now: number, most: number) => Promise<number>): TimedRunner {
  let next: number | undefined;
  let running: Promise<number> | undefined;
  return {
    async catchUp(text) {
      const now = Date.parse(text);
      if (next !== undefined && now < next && now > next - PAUSE) return undefined;
      running = takeOut(now, MOST);
      // Where the data cannot be reached now, it waits.
      const gone = await running.catch(() => 0);
      next = gone < MOST ? now + PAUSE : undefined;
      return undefined;
    },
    next: () => Promise.resolve(next === undefined ? instantText(0) : undefined),
    settled: async () => void (await running?.catch(() => 0)),
  };
}

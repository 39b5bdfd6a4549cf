// Sessions for what runs. Input: the pool of the moment. Output: a way to run something on a session, which comes back whatever happens; and
// how many run, so that a store that closes can wait for them.

import { isLost } from './faults.ts';
import type { Pool } from './pool.ts';
import type { Lend } from './program.ts';

/** Every session comes back. */
export function lender(current: () => Pool): Lend {
  return async (run, sharing) => {
    const pool = current();
    const session = await ((sharing && pool.shared(sharing)) ?? pool.session());
    let isBroken = true;
    try {
      const result = await run(session);
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = isLost(error);
      throw error;
    } finally {
      session.release(isBroken);
    }
  };
}

/** Counts what runs, so that a store that closes can wait for it. */
export function counter(): {
  readonly during: <T>(run: () => Promise<T>) => Promise<T>;
  readonly isIdle: () => Promise<void>;
} {
  let running = 0;
  const whenIdle: (() => void)[] = [];
  return {
    async during(run) {
      running++;
      try {
        return await run();
      } finally {
        if (--running === 0) for (const resolve of whenIdle.splice(0)) resolve();
      }
    },
    isIdle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  };
}

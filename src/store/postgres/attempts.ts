// Begins an effect again where that is certain to be right. Input: a way to run it once on a fresh session. Output: its result;
// `unavailable` when others stay in the way or the database is at fault. An effect of which it is not known whether it was kept
// is never acknowledged and never run again.

import { setTimeout as sleep } from 'node:timers/promises';
import { ComeBetween } from '../relational/statement.ts';
import type { Result } from '../store.ts';
import { FateUnknown, Late, TakenMeanwhile } from './effects.ts';
import { faultOf, isConflict, isLost } from './faults.ts';
import type { Crowd } from './concurrency-limit.ts';

/** Others changed the same rows between a statement and the question why it changed nothing. */
const MOST_BETWEEN = 3;
const MOST_CONFLICTS = 10;
/** A connection that was lost before anything could be kept. */
const MOST_LOST = 1;
/** Milliseconds, at most, before the next attempt; grows with each. */
const PAUSE = 2;
const LONGEST_PAUSE = 60;

export async function attempts(
  once: () => Promise<Result>,
  crowd: Crowd | undefined,
  deadline: number | undefined,
): Promise<Result> {
  let between = 0;
  let conflicts = 0;
  let lost = 0;
  for (;;) {
    await crowd?.enter();
    let inTheWay = false;
    try {
      return await once();
    } catch (error) {
      if (error instanceof Late) return unavailable('the time for this request ran out');
      if (error instanceof FateUnknown) return unavailable(UNKNOWN);
      if (error instanceof ComeBetween) {
        if (++between > MOST_BETWEEN) return unavailable('others change the same rows all the time');
      } else if (isConflict(error) || error instanceof TakenMeanwhile) {
        inTheWay = true;
        if (++conflicts >= MOST_CONFLICTS) return unavailable('others change the same rows all the time');
      } else if (!isLost(error) || ++lost > MOST_LOST) {
        const reason = faultOf(error);
        if (reason === undefined) throw error;
        return unavailable(reason);
      }
    } finally {
      crowd?.leave(!inTheWay);
    }
    if (conflicts > 0) await sleep(Math.random() * Math.min(LONGEST_PAUSE, PAUSE * 2 ** (conflicts - 1)));
    if (deadline !== undefined && performance.now() > deadline) return unavailable('the time for this request ran out');
  }
}

const UNKNOWN = 'the connection to the database was lost, and nobody knows whether this was kept';

function unavailable(reason: string): Result {
  return { kind: 'unavailable', reason };
}

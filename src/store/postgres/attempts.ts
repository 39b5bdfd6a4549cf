// Begins an effect again where that is certain to be right. Input: a way to run it once on a fresh session. Output: its result;
// `unavailable` when others stay in the way or the database is at fault. An effect of which it is not known whether it was kept
// is never acknowledged and never run again.

import { setTimeout as sleep } from 'node:timers/promises';
import { ComeBetween } from '../relational/statement.ts';
import { LATE, type Result } from '../store.ts';
import { FateUnknown, Late, TakenMeanwhile, type Keeps } from './effects.ts';
import { faultOf, isConflict, isLost, isStopped } from './faults.ts';
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
  once: (keeps: Keeps) => Promise<Result>,
  crowd: Crowd | undefined,
  deadline: number | undefined,
): Promise<Result> {
  let between = 0;
  let conflicts = 0;
  let lost = 0;
  for (;;) {
    try {
      return await inTime(deadline, (keeps) => admitted(crowd, () => once(keeps)));
    } catch (error) {
      if (error instanceof Late || (isStopped(error) && isOver(deadline))) return LATE;
      if (error instanceof FateUnknown) return unavailable(UNKNOWN);
      if (error instanceof ComeBetween) {
        if (++between > MOST_BETWEEN) return unavailable('others change the same rows all the time');
      } else if (isInTheWay(error)) {
        if (++conflicts >= MOST_CONFLICTS) return unavailable('others change the same rows all the time');
      } else if (!isLost(error) || ++lost > MOST_LOST) {
        const reason = faultOf(error);
        if (reason === undefined) throw error;
        return unavailable(reason);
      }
    }
    if (conflicts > 0) await sleep(Math.random() * Math.min(LONGEST_PAUSE, PAUSE * 2 ** (conflicts - 1)));
    if (isOver(deadline)) return LATE;
  }
}

function isInTheWay(error: unknown): boolean {
  return isConflict(error) || error instanceof TakenMeanwhile;
}

async function admitted(crowd: Crowd | undefined, once: () => Promise<Result>): Promise<Result> {
  await crowd?.enter();
  let isWell = true;
  try {
    return await once();
  } catch (error) {
    isWell = !isInTheWay(error);
    throw error;
  } finally {
    crowd?.leave(isWell);
  }
}

function isOver(deadline: number | undefined): boolean {
  return deadline !== undefined && performance.now() > deadline;
}

/** What is late is answered at once, whatever it waits for; and it keeps nothing from then on. What is being kept is waited for. */
function inTime(deadline: number | undefined, run: (keeps: Keeps) => Promise<Result>): Promise<Result> {
  if (deadline === undefined) return run(() => undefined);
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const timer = setTimeout(
      () => {
        isAnswered = true;
        resolve(LATE);
      },
      Math.max(0, Math.ceil(deadline - performance.now())),
    );
    run(() => {
      if (isAnswered || isOver(deadline)) throw new Late();
      clearTimeout(timer);
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

const UNKNOWN = 'the connection to the database was lost, and nobody knows whether this was kept';

function unavailable(reason: string): Result {
  return { kind: 'unavailable', reason };
}

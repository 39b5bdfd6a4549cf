// Whether calls are counted, and by what: all processes together where they share the data, else this one. Input: a plan that is served, its
// store, a clock. Output: what the phases of a request count by; nothing of it is loaded where no rate is stated. Decision 0072.

import type { Plan } from '../../plan/plan.ts';
import type { SharedRates, Store } from '../../store/store.ts';
import type { Clock } from '../clock.ts';
import { countsCalls } from '../effects.ts';
import type { Counts } from '../metrics/counts.ts';
import { reasonOf } from '../reason.ts';
import type { Sweeper } from '../sweeper.ts';
import type { CountsHere } from './here.ts';
import type { Judging } from './judging.ts';

export interface Rates {
  /** Undefined: no operation has a rate. */
  of(serving: RatesContext): RatesOfPlan | undefined;
}

export interface RatesOfPlan {
  readonly judging: Promise<Judging>;
  /** Writes down what is kept for the next process. */
  keep(): Sweeper;
}

interface RatesContext {
  readonly plan: Plan;
  readonly store: Store;
  readonly clock: Clock;
}

/** `observes`: nothing is refused. What is counted stays when another plan is served. */
export function openRates(observes: boolean, counts: Counts, log: (line: string) => void): Rates {
  let here: Promise<CountsHere> | undefined;
  return {
    of({ plan, store, clock }) {
      if (!countsCalls(plan)) return undefined;
      const observing = import('./observing.ts').then((loaded) => loaded.observing(observes, counts, log));
      const { rates, places } = store;
      if (rates && places) {
        const counter = timed(rates, clock);
        const judging = observing.then((one) => ({ counter, places, observing: one }));
        return { judging, keep: () => IDLE };
      }
      here ??= import('./here.ts').then(({ countsHere }) => countsHere(clock, store.counted, log));
      const own = here;
      own.catch((error: unknown) => log(`calls cannot be counted: ${reasonOf(error)}`));
      return {
        judging: Promise.all([own, observing]).then(([{ counter, places: free }, one]) => ({
          counter,
          places: free,
          observing: one,
        })),
        keep: () => keeping(own.then((one) => one.keep(store.counted))),
      };
    },
  };
}

/** Where the operator moves the clock, calls are counted by it. */
export function timed(rates: SharedRates, clock: Clock): SharedRates {
  if (clock.set === undefined) return rates;
  return rates.by(async () => {
    const unknown = await clock.look?.();
    if (unknown !== undefined) throw new Error(unknown);
    return clock.now();
  });
}

const IDLE: Sweeper = { wake: () => undefined, stop: () => Promise.resolve() };

function keeping(started: Promise<Sweeper>): Sweeper {
  started.catch(() => undefined);
  return {
    wake: () => undefined,
    stop: () =>
      started.then(
        (one) => one.stop(),
        () => undefined,
      ),
  };
}

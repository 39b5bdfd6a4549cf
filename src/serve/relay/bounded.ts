// A store that writes no more events while many wait. Input: a store, how many events there may be, how they are counted. Output: the same store; programs
// whose steps emit events are unavailable while the outbox is full, and none of them waits for a count as long as there is room.

import type { Step } from '../../plan/steps.ts';
import type { Result, Store } from '../../store/store.ts';
import { mayEmit } from './waking.ts';

/** Rejects or answers undefined where the store cannot be asked now. */
type Count = () => Promise<number | null>;

export function bounded(store: Store, most: number | undefined, count: Count): Store {
  if (most === undefined) return store;
  const gauge = gaugeOf(most, count);
  const full: Result = {
    kind: 'unavailable',
    reason: `${most} events are in the outbox, and the limit is ${most} (--outbox-limit)`,
  };
  const through = (run: () => Promise<Result> | Result): Promise<Result> | Result => {
    let result: Promise<Result> | Result | undefined;
    try {
      result = run();
    } finally {
      if (!(result instanceof Promise)) gauge.ended();
    }
    return result instanceof Promise ? result.finally(gauge.ended) : result;
  };
  return Object.assign(Object.create(store) as Store, {
    prepare: (steps: readonly Step[], turn?: string) => {
      const program = store.prepare(steps, turn);
      if (!steps.some(mayEmit)) return program;
      const run: typeof program.run = (bindings, judge) => {
        const write = (isIn: boolean): Promise<Result> | Result =>
          isIn ? through(() => program.run(bindings, judge)) : full;
        const isIn = gauge.enter();
        return isIn instanceof Promise ? isIn.then(write) : write(isIn);
      };
      return { reads: program.reads, run };
    },
    prepareKeyed: (steps: readonly Step[], before: number) => {
      const program = store.prepareKeyed(steps, before);
      if (!steps.some(mayEmit)) return program;
      const run: typeof program.run = async (bindings, call) =>
        (await gauge.enter()) ? program.run(bindings, call).finally(gauge.ended) : full;
      return { run };
    },
  });
}

interface Gauge {
  /** Before a write; false: there is no room for it. */
  enter(): boolean | Promise<boolean>;
  /** A write that entered is at its end. */
  ended(): void;
}

/** Milliseconds between two counts, at least: while there is room, and while there is none. */
const LOOK = 250;
const LOOK_AT_FULL = 25;
/** A count that takes long is made as seldom as that, in times of its own length. */
const SELDOM = 20;

/** A write counts as one event until the next count. Those that emit several, and those of other processes, may go beyond the limit meanwhile. */
function gaugeOf(most: number, count: Count): Gauge {
  let counted: number | undefined;
  /** Writes that the last count may not have seen, and those of them that are at their end. */
  let [since, over] = [0, 0];
  let [next, nextAtFull] = [0, 0];
  let counting: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const began = performance.now();
    const seen = over;
    // What cannot be counted now is no reason to refuse: the write will say what is wrong.
    counted = (await count().catch(() => null)) ?? 0;
    since -= seen;
    over -= seen;
    const now = performance.now();
    const pause = SELDOM * (now - began);
    next = now + Math.max(LOOK, pause);
    nextAtFull = now + Math.max(LOOK_AT_FULL, pause);
  };
  const looked = (): Promise<void> => (counting ??= look().finally(() => (counting = undefined)));
  const taken = (): boolean => {
    if ((counted ?? 0) + since >= most) return false;
    since += 1;
    return true;
  };
  return {
    enter() {
      const now = performance.now();
      if (counted !== undefined && counted + since < most) {
        if (now > next) void looked();
        return taken();
      }
      if (counted !== undefined && counted >= most && now < nextAtFull) return false;
      return looked().then(taken);
    },
    ended: () => void (over += 1),
  };
}

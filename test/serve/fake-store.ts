// A store that keeps nothing: it answers what a test tells it to, and remembers what it was asked.

import type { Step } from '../../src/plan/steps.ts';
import type { Bindings, Judge, Program, Result, Store } from '../../src/store/store.ts';

export interface Asked {
  readonly steps: readonly Step[];
  readonly bindings: Bindings;
}

export interface FakeStore extends Store {
  readonly asked: Asked[];
  isReady: boolean;
  isClosed: boolean;
}

export type Behaviour = (asked: Asked, judge: Judge | undefined) => Result | Promise<Result>;

export function done(
  rows: readonly (readonly (string | number | bigint | null)[])[],
  outcome: 'found' | 'created' | 'updated' | 'deleted' = 'found',
  total?: number,
): Result {
  return { kind: 'done', outcome, rows, total };
}

export function fakeStore(behave: Behaviour): FakeStore {
  const store: FakeStore = {
    asked: [],
    isReady: true,
    isClosed: false,
    prepare(steps): Program {
      const reads = steps.every((step) => step.kind === 'find' || step.kind === 'list');
      return {
        reads,
        run(bindings, judge) {
          const asked = { steps, bindings: { ...bindings } };
          store.asked.push(asked);
          return behave(asked, judge);
        },
      };
    },
    prepareKeyed: () => ({ run: () => Promise.reject(new Error('no call has a key')) }),
    notes: {
      read: async () => undefined,
      write: async () => undefined,
      raise: async () => true,
      keep: async (_, value) => value,
    },
    ready: async () => store.isReady,
    close: async () => void (store.isClosed = true),
  };
  return store;
}

/** As an engine does it: what `judge` refuses is undone. */
export function judged(result: Result, judge: Judge | undefined): Result {
  if (result.kind !== 'done' || judge === undefined) return result;
  const value = judge(result);
  return value === undefined ? result : { kind: 'undone', value };
}

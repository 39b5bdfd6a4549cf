// What one process has counted is handed to the store for the next one, all of it. Decision 0072.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countsHere } from '../../../src/serve/rates/here.ts';
import type { CountedCalls, KeptCalls } from '../../../src/store/counted-calls.ts';

const HOURLY = { count: 10_000_000, window: 3_600_000 };
const KEY = 'ab'.repeat(16);
const START = Date.parse('2030-01-01T00:00:00Z');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Slow extends KeptCalls {
  readonly batches: CountedCalls[];
  /** The write that is on its way ends. */
  ends: (failed?: Error) => void;
}

function slow(): Slow {
  const batches: CountedCalls[] = [];
  const store: Slow = {
    batches,
    ends: () => undefined,
    read: () => batches,
    keep: (calls) =>
      new Promise((resolve, reject) => {
        store.ends = (failed) => {
          store.ends = () => undefined;
          if (failed) return reject(failed);
          batches.push(calls);
          resolve();
        };
      }),
  };
  return store;
}

const counted = (store: Slow): number => store.batches.reduce((sum, { calls }) => sum + calls.length / 24, 0);
const admit = async ({ counter }: ReturnType<typeof countsHere>, calls: number): Promise<void> => {
  for (let call = 0; call < calls; call += 1) await counter.admit([{ rate: HOURLY, key: KEY }]);
};
const stopped = async (store: Slow, keeping: ReturnType<ReturnType<typeof countsHere>['keep']>): Promise<void> => {
  const stop = { isOver: false };
  const stopping = keeping.stop().then(() => (stop.isOver = true));
  while (!stop.isOver) {
    store.ends();
    await vi.advanceTimersByTimeAsync(0);
  }
  await stopping;
};

describe('calls that are counted', () => {
  it('are kept, also those that come while others are being written', async () => {
    const store = slow();
    const here = countsHere({ now: () => START }, store, () => undefined);
    const keeping = here.keep(store);
    await admit(here, 3);
    await vi.advanceTimersByTimeAsync(500);
    await admit(here, 4);
    store.ends();
    await vi.advanceTimersByTimeAsync(0);
    await stopped(store, keeping);
    expect(counted(store)).toBe(7);
  });

  it('are kept later where the store keeps nothing for a while, in their order', async () => {
    const store = slow();
    const lines: string[] = [];
    const here = countsHere({ now: () => START }, store, (line) => lines.push(line));
    const keeping = here.keep(store);
    await admit(here, 1);
    await vi.advanceTimersByTimeAsync(500);
    here.counter.giveBack([{ rate: HOURLY, key: KEY }], START);
    store.ends(new Error('the disk is full'));
    await vi.advanceTimersByTimeAsync(0);
    expect(lines[0]).toContain('calls that were counted are not kept: Error: the disk is full');
    await stopped(store, keeping);
    const instants = store.batches.flatMap(({ calls }) =>
      Array.from({ length: calls.length / 24 }, (_, call) => Buffer.from(calls).readDoubleLE(call * 24 + 16)),
    );
    expect(instants).toEqual([START, -START]);
  });

  it('are the newest million where the store keeps nothing for long', async () => {
    const store = slow();
    const here = countsHere({ now: () => START }, store, () => undefined);
    const keeping = here.keep(store);
    await admit(here, 1_500_000);
    await stopped(store, keeping);
    expect(counted(store)).toBeGreaterThan(1_000_000);
    expect(counted(store)).toBeLessThan(1_100_000);
  });
});

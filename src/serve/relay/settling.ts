// Tells the store what became of deliveries, many at once. Input: fates, one after the other. Output: for each whether it is kept; false: another
// node has the lane. While one batch is written the next one is gathered; a store that fails is asked until it can. Decision 0068.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Deliveries, Fate } from '../../store/deliveries.ts';
import { sentenceOf } from '../reason.ts';

export interface Settling {
  /** `release`: this lane is given back with it. */
  settle(fate: Fate, release: string | undefined): Promise<boolean>;
  /** Gives a lane back of which nothing was tried. */
  release(lane: string): Promise<void>;
  /** No batch is tried again from now on. */
  stop(): void;
}

interface Waiting {
  readonly fate: Fate | undefined;
  readonly release: string | undefined;
  readonly done: (isKept: boolean) => void;
}

/** Milliseconds before a batch is tried again. */
const PAUSE = 250;
const MOST = 500;

type Settled = Pick<Deliveries, 'settle' | 'mostSettled'>;

export function settlingIn({ settle, mostSettled = MOST }: Settled, failed: (reason: string) => void): Settling {
  let waiting: Waiting[] = [];
  const state = { isWriting: false, isStopped: false };
  const write = async (batch: readonly Waiting[]): Promise<readonly boolean[]> => {
    const fates = batch.flatMap(({ fate }) => fate ?? []);
    const release = batch.flatMap((one) => one.release ?? []);
    for (let failures = 0; ; failures++) {
      try {
        return await settle(fates, release);
      } catch (error) {
        if (failures === 0) failed(sentenceOf(error));
        if (state.isStopped) return [];
        await sleep(PAUSE);
      }
    }
  };
  const run = async (): Promise<void> => {
    state.isWriting = true;
    // What happens in this turn of the event loop goes with it.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostSettled);
      waiting = waiting.slice(mostSettled);
      const kept = await write(batch);
      let place = 0;
      for (const { fate, done } of batch) done((fate && kept[place++]) ?? false);
    }
    state.isWriting = false;
  };
  const add = (fate: Fate | undefined, release: string | undefined): Promise<boolean> =>
    new Promise((done) => {
      waiting.push({ fate, release, done });
      if (!state.isWriting) void run();
    });
  return {
    settle: add,
    release: async (lane) => void (await add(undefined, lane)),
    stop: () => void (state.isStopped = true),
  };
}

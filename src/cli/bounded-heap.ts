// Keeps the heap of V8 in bounds, so that a service under steady load keeps its size. Input: nothing. Output: a function that lifts them. On a
// machine with much memory V8 would let the space for young objects double to 128 MB, and that for old ones grow to four times what lives in it.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes. Half of it leaves throughput as it is (docs/performance.md); a smaller space is cleared more often. */
const MOST = 64 * 2 ** 20;
/** Milliseconds. A service that has much to do from its start doubles it several times in one second. */
const WHILE_SMALL = 25;
const WHILE_LARGE = 250;

/** How much more than what lives in it the space for old objects may take before it is collected. */
const OLD_PERCENT = 100;
/** Where much is read that is soon forgotten. */
export const SMALL_OLD_PERCENT = 50;

/** The greatest size itself is only read when the process starts; the factor of growth is read at each growth. */
export function boundHeap(oldPercent: number = OLD_PERCENT): () => void {
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const mayGrow = youngBytes() * 2 <= MOST;
    grow(mayGrow);
    timer = setTimeout(look, mayGrow ? WHILE_SMALL : WHILE_LARGE).unref();
  };
  look();
  growOld(oldPercent);
  return () => {
    clearTimeout(timer);
    grow(true);
    growOld(0);
  };
}

function grow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}

/** 0: as V8 chooses. */
function growOld(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}

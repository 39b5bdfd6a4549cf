// Keeps the heap of V8 in bounds, so that a service under steady load keeps its size. Input: nothing. Output: a function that lifts them. On a
// machine with much memory V8 would let the space for young objects double to 128 MB, and that for old ones grow to four times what lives in it.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

interface HeapBounds {
  /** Bytes of the space for young objects. */
  readonly most: number;
  /** How much more than what lives in it the space for old objects may take before it is collected. */
  readonly oldPercent: number;
}

/** Half of `most` leaves throughput as it is (docs/performance.md); a smaller space is cleared more often. */
const USUAL: HeapBounds = { most: 64 * 2 ** 20, oldPercent: 100 };
/** Where long texts are read and soon forgotten: while one is, the space doubles twice before the next look. */
export const SMALL: HeapBounds = { most: 16 * 2 ** 20, oldPercent: 50 };
/** Milliseconds. A service that has much to do from its start doubles it several times in one second. */
const WHILE_SMALL = 25;
const WHILE_LARGE = 250;

/** The greatest size itself is only read when the process starts; the factor of growth is read at each growth. */
export function boundHeap({ most, oldPercent }: HeapBounds = USUAL): () => void {
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const mayGrow = youngBytes() * 2 <= most;
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

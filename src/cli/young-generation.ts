// Keeps the space for young objects of V8 at a bound, so that a service under steady load keeps its size. Input: nothing. Output:
// a function that lifts the bound. On a machine with much memory V8 would let that space double to 128 MB.

import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes. Half of it leaves throughput as it is (docs/performance.md); a smaller space is cleared more often. */
const MOST = 64 * 2 ** 20;
const MILLISECONDS = 250;

/** The greatest size itself is only read when the process starts; the factor of growth is read at each growth. */
export function boundYoungGeneration(): () => void {
  const timer = setInterval(() => grow(youngBytes() < MOST), MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
    grow(true);
  };
}

function grow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}

// A million callers: what their windows take in memory, and that it is free again when they are over. Notation, part 8.

import { expect, it } from 'vitest';
import { hash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { countingHere } from '../../../src/serve/rates/counter.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const megabytes = (): number => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};
const keyOf = (caller: number): string => hash('sha256', String(caller), 'buffer').toString('hex', 0, 16);

it('a million callers with a call each take less than 200 MB, for hours of a flood', () => {
  let now = 0;
  const counter = countingHere({ now: () => now });
  const rate = { count: 100, window: 60_000 };
  const before = megabytes();
  let most = 0;
  for (let hour = 0; hour < 4; hour++) {
    for (let caller = 0; caller < 1_000_000; caller++) counter.admit([{ rate, key: keyOf(hour * 1_000_000 + caller) }]);
    most = Math.max(most, megabytes() - before);
    now += 3_600_000;
  }
  console.log(`a million callers: ${most.toFixed(0)} MB`);
  expect(most).toBeLessThan(200);
  // The first call behind it drops them.
  counter.admit([{ rate, key: keyOf(0) }]);
  expect(counter.keys).toBe(1);
  expect(megabytes() - before).toBeLessThan(10);
});

// Calls that a rate has counted: the one behind the last that it admits is beyond it, as long as they are in its window.

import { expect, it } from 'vitest';

import { isBeyondRate, type CountedCall, type RateValue } from '../../../src/verify/world/counted.ts';
import type { Truth } from '../../../src/verify/world/known.ts';

const RATE = { kind: 'rate', count: 3, window: 60_000 } as RateValue;
const BURST = { ...RATE, burst: 2 } as RateValue;

/** Calls that were made at these seconds. */
function calls(
  seconds: readonly number[],
  are: 'counted' | 'not counted' | 'unknown' = 'counted',
): readonly CountedCall[] {
  const is = are === 'unknown' ? undefined : are === 'counted';
  return seconds.map((second) => ({ from: second * 1000, to: second * 1000, is }));
}

const at = (second: number): { readonly from: number; readonly to: number } => ({
  from: second * 1000,
  to: second * 1000,
});

it.each<readonly [seconds: readonly number[], now: number, expected: Truth]>([
  [[0, 1], 2, false],
  [[0, 1, 2], 3, true],
  [[0, 1, 2], 59, true],
  [[0, 1, 2], 60, undefined],
  [[0, 1, 2], 61, false],
  [[0, 1, 2, 3], 60.5, true],
])('of calls at %j the one at %d is beyond three in a minute: %s', (seconds, now, expected) => {
  expect(isBeyondRate(calls(seconds), RATE, at(now), true)).toBe(expected);
});

it('is not known where calls may be counted, or others may have been made', () => {
  expect(isBeyondRate(calls([0, 1, 2], 'unknown'), RATE, at(3), true)).toBeUndefined();
  expect(isBeyondRate(calls([0, 1, 2], 'not counted'), RATE, at(3), true)).toBe(false);
  expect(isBeyondRate(calls([0]), RATE, at(3), false)).toBeUndefined();
});

it.each<readonly [seconds: readonly number[], now: number, expected: Truth]>([
  [[0], 0.1, false],
  [[0, 0], 0.1, undefined],
  [[0, 0, 0], 0.1, true],
  [[0, 0], 19, undefined],
  [[0, 0], 21, false],
])('of a burst of two, calls at %j, the one at %d is beyond it: %s', (seconds, now, expected) => {
  expect(isBeyondRate(calls(seconds), BURST, at(now), true)).toBe(expected);
});

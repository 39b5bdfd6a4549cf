// Nothing that a document can be makes reading, linking, checking, fixing or asking fail or take long.

import { expect, it } from 'vitest';

import { fuzz } from './judge.ts';
import { Inputs } from './inputs.ts';
import { trials } from '../trials.ts';

function some(seed: number): string[] {
  const inputs = new Inputs(seed);
  return Array.from({ length: 20 }, () => inputs.next());
}

it('reads whatever there is, within a second each', () => {
  const { slowest, count } = fuzz(new Inputs(1), trials(50, 300));
  expect(slowest.milliseconds, slowest.source).toBeLessThan(1000);
  expect(count).toBe(trials(50, 300));
});

it('is fed with the same inputs for the same seed, and with others for another', () => {
  expect(some(3)).toEqual(some(3));
  expect(some(3)).not.toEqual(some(4));
});

it('would see an input that throws', () => {
  const throwing = { next: () => undefined as unknown as string };
  expect(() => fuzz(throwing as unknown as Inputs, 1)).toThrow(/input 0 throws/);
});

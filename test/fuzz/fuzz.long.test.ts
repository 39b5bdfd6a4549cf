// A million inputs: none makes anything fail, none takes over a second. Prints the figures.

import { expect, it } from 'vitest';

import { fuzz } from './judge.ts';
import { Inputs } from './inputs.ts';

const HOURS = 3_600_000;

it('a million inputs', { timeout: 4 * HOURS }, () => {
  let slowest = { milliseconds: 0, source: '' };
  let [count, characters, total] = [0, 0, 0];
  for (let seed = 1; seed <= 100; seed += 1) {
    const found = fuzz(new Inputs(seed), 10_000);
    count += found.count;
    characters += found.characters;
    total += found.total;
    if (found.slowest.milliseconds > slowest.milliseconds) slowest = found.slowest;
    if (seed % 10 === 0)
      console.log(`${count} inputs, ${Math.round(total / 1000)} s, slowest ${Math.round(slowest.milliseconds)} ms`);
  }
  console.log(JSON.stringify({ count, characters, seconds: total / 1000, slowest }));
  expect(slowest.milliseconds, slowest.source).toBeLessThan(1000);
  expect(count).toBe(1_000_000);
});

// Durability, at length: a hundred kills, at least a thousand acknowledged writes between them.

import { expect, it } from 'vitest';
import { killRounds } from './kill.ts';

it('keeps every acknowledged write and no half of one through a hundred kills under load', async () => {
  const { wrong, acknowledged } = await killRounds(100, 1000);
  console.log(`100 kills, ${acknowledged} acknowledged writes`);
  expect(wrong).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(100_000);
});

// Durability: what was acknowledged is there after `kill -9`. Ten rounds here, a hundred in kill.long.test.ts.

import { expect, it } from 'vitest';
import { killRounds } from './kill.ts';

it('keeps every acknowledged write and no half of one through ten kills under load', async () => {
  const { wrong, acknowledged } = await killRounds(10, 1000);
  expect(wrong).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(10_000);
});

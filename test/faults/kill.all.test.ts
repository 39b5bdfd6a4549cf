// Durability: what was acknowledged is there after `kill -9`. Five rounds here, a hundred in kill.long.test.ts.

import { expect, it } from 'vitest';
import { killRounds } from './kill.ts';

it('keeps every acknowledged write and no half of one through five kills under load', async () => {
  const { wrong, acknowledged } = await killRounds(5, 1000);
  expect(wrong).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(5_000);
});

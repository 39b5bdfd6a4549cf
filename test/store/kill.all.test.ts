// kill -9 under write load, 5 times: see kill.ts.

import { expect, test } from 'vitest';
import { killRounds, killRoundsOnPostgres } from './kill.ts';
import { hasPostgres } from './postgres.ts';

test('no acknowledged write is lost and no half effect is kept over 5 kills', async () => {
  expect(await killRounds(5)).toBeGreaterThanOrEqual(5_000);
});

test.skipIf(!hasPostgres)('nor on PostgreSQL', async () => {
  expect(await killRoundsOnPostgres(5)).toBeGreaterThanOrEqual(5_000);
});

// The races of row-limit-races.ts, some of them; the long tier has a thousand.

import { expect, test } from 'vitest';
import { hasPostgres } from '../store/postgres.ts';
import { race } from './row-limit-races.ts';

test.each([
  ['embedded', 'reference', true],
  ['postgres', 'reference', hasPostgres],
  ['postgres', 'text', hasPostgres],
] as const)(
  '64 clients race for the last place: never one too many, never one too few (%s, by a %s)',
  async (engine, by, isThere) => {
    if (!isThere) return;
    const { round, end } = await race(engine, by);
    for (let n = 0; n < 30; n++) await round(n);
    await end();
    expect.hasAssertions();
  },
  120_000,
);

// What verify finds of the services that are wrong on purpose, and of the correct ones beside them. In the tier `all` with one seed and a part
// of the services, in the tier `long` with ten and all of them. It prints the table.

import { writeSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { judgeOf, SUBJECTS } from './held.ts';
import { inLong } from '../trials.ts';
import { all, foundBy, median, share, shown, type Found, type Subject } from './twins/found.ts';

const SEEDS = Array.from({ length: inLong(1, 10) }, (_, nth) => nth + 1);
const BUDGET = { requests: inLong(1_000, 2_000), time: 120_000 };
const FAULTY = SUBJECTS.filter(({ fault }) => fault);
const CORRECT = SUBJECTS.filter(({ fault }) => !fault);
const OF_A_PART = 6;
const LONG = inLong(1_800_000, 36_000_000);

async function found(subjects: readonly Subject[]): Promise<Found> {
  return foundBy(judgeOf(BUDGET), subjects, SEEDS);
}

describe('services that are wrong on purpose', () => {
  it('are found by what they do, of each class nearly all', { timeout: LONG }, async () => {
    const subjects = FAULTY.filter((_, nth) => nth % inLong(OF_A_PART, 1) === 0);
    const result = await found(subjects);
    writeSync(1, shown(result));
    expect(share(all(result.rows))).toBeGreaterThanOrEqual(inLong(0.9, 0.95));
    if (inLong(0, 1) === 1)
      for (const row of result.rows) expect([row.class, share(row) >= 0.8]).toEqual([row.class, true]);
    expect(median(result.rows.flatMap(({ seconds }) => seconds ?? []))).toBeLessThan(inLong(20, 5));
  });
});

describe('correct services', () => {
  it.each(CORRECT)('$name: nothing is found, and nothing is invented', { timeout: LONG }, async (subject) => {
    expect((await found([subject])).falseAlarms).toEqual([]);
  });
});

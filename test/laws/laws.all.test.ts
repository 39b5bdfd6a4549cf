// Laws 1 and 2 over more documents, and more with callers; see laws.test.ts.

import { expect, it } from 'vitest';
import { WORDS } from './judge-words.ts';
import { judgeTrial, trial } from './laws.ts';
import { Stage } from './service.ts';
import { inLong } from '../trials.ts';

const DOCUMENTS = inLong(100, 300);
const WITH_CALLERS = inLong(30, 100);

it(
  `nothing is invented, and a gap filled changes only what met it, in ${DOCUMENTS} documents`,
  { timeout: 600_000 },
  async () => {
    const stage = await Stage.open(true);
    const wrong: string[] = [];
    let [served, differed] = [0, 0];
    const statuses = new Set<number>();
    const met = new Map<string, number>();
    for (let seed = 30; seed < 30 + DOCUMENTS; seed += 1) {
      const verdict = await judgeTrial(stage, trial(seed));
      wrong.push(...verdict.wrong);
      served += Number(verdict.served);
      differed += Number(verdict.differed);
      for (const status of verdict.statuses) statuses.add(status);
      for (const [word, count] of verdict.met) met.set(word, (met.get(word) ?? 0) + count);
    }
    await stage.close();
    expect(wrong).toEqual([]);
    expect(Stage.failures).toEqual([]);
    expect(served).toBeGreaterThan(DOCUMENTS * 0.85);
    expect(differed).toBeGreaterThan(DOCUMENTS * 0.25);
    // Tags and preconditions.
    for (const status of [304, 412, 428]) expect(statuses).toContain(status);
    const often = WORDS.filter((word) => (met.get(word) ?? 0) > 2);
    expect(often.length).toBeGreaterThanOrEqual(WORDS.length * inLong(0.8, 1));
  },
);

it(`so it is in ${WITH_CALLERS} documents with callers`, { timeout: 900_000 }, async () => {
  const stage = await Stage.open(true);
  const wrong: string[] = [];
  let served = 0;
  for (let seed = 8; seed < 8 + WITH_CALLERS; seed += 1) {
    const verdict = await judgeTrial(stage, trial(seed, 14, true));
    wrong.push(...verdict.wrong);
    served += Number(verdict.served);
  }
  await stage.close();
  expect(wrong).toEqual([]);
  expect(Stage.failures).toEqual([]);
  expect(served).toBeGreaterThan(WITH_CALLERS * 0.8);
});

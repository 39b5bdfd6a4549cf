// Laws 1 and 2 over three hundred documents, and a hundred with callers; see laws.test.ts.

import { expect, it } from 'vitest';
import { WORDS } from './judge-words.ts';
import { judgeTrial, trial } from './laws.ts';
import { Stage } from './service.ts';

it(
  'nothing is invented, and a gap filled changes only what met it, in 300 documents',
  { timeout: 600_000 },
  async () => {
    const stage = await Stage.open(true);
    const wrong: string[] = [];
    let [served, differed] = [0, 0];
    const statuses = new Set<number>();
    const met = new Map<string, number>();
    for (let seed = 30; seed < 330; seed += 1) {
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
    expect(served).toBeGreaterThan(255);
    expect(differed).toBeGreaterThan(75);
    // Tags and preconditions.
    for (const status of [304, 412, 428]) expect(statuses).toContain(status);
    for (const word of WORDS) expect(met.get(word) ?? 0, word).toBeGreaterThan(2);
  },
);

it('so it is in 100 documents with callers', { timeout: 900_000 }, async () => {
  const stage = await Stage.open(true);
  const wrong: string[] = [];
  let served = 0;
  for (let seed = 8; seed < 108; seed += 1) {
    const verdict = await judgeTrial(stage, trial(seed, 14, true));
    wrong.push(...verdict.wrong);
    served += Number(verdict.served);
  }
  await stage.close();
  expect(wrong).toEqual([]);
  expect(Stage.failures).toEqual([]);
  expect(served).toBeGreaterThan(80);
});

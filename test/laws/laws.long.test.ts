// Laws 1 and 2 over ten thousand documents; see laws.test.ts.

import { expect, it } from 'vitest';
import { judgeTrial, trial } from './laws.ts';
import { Stage } from './service.ts';

it('nothing is invented, and a gap filled changes only what met it, in ten thousand documents', async () => {
  const stage = await Stage.open(true);
  const wrong: string[] = [];
  let [served, differed, requests] = [0, 0, 0];
  for (let seed = 1000; seed < 11_000 && wrong.length < 20; seed += 1) {
    const verdict = await judgeTrial(stage, trial(seed, 24));
    wrong.push(...verdict.wrong);
    served += Number(verdict.served);
    differed += Number(verdict.differed);
    requests += verdict.requests;
  }
  await stage.close();
  console.log(
    `${served} of 10000 documents served, ${differed} answered differently with a gap filled, ${requests} requests judged`,
  );
  expect(wrong).toEqual([]);
  expect(Stage.failures).toEqual([]);
  expect(served).toBeGreaterThan(8500);
});

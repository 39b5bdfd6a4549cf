// The same over a thousand documents.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { metIn } from './met.ts';
import { Stage } from './service.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(true);
});
afterAll(() => stage.close());

test('a gap that holds single requests is met by one, in a thousand documents', async () => {
  let met = 0;
  const unmet: string[] = [];
  for (let seed = 1000; seed < 2000; seed += 1) {
    const one = await metIn(stage, seed);
    met += one.met;
    unmet.push(...one.unmet);
  }
  expect(unmet).toEqual([]);
  expect(met).toBeGreaterThan(2500);
});

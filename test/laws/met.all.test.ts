// Every gap that an operation is partly held by can be met by a request, in many documents.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { metIn } from './met.ts';
import { Stage } from './service.ts';
import { inLong } from '../trials.ts';

const DOCUMENTS = inLong(12, 70);

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(true);
});
afterAll(() => stage.close());

test('a gap that holds single requests is met by one, in many documents', async () => {
  let met = 0;
  const unmet: string[] = [];
  for (let seed = 0; seed < DOCUMENTS; seed += 1) {
    const one = await metIn(stage, seed);
    met += one.met;
    unmet.push(...one.unmet);
  }
  expect(unmet).toEqual([]);
  expect(met).toBeGreaterThan(DOCUMENTS);
}, 600_000);

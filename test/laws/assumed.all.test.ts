// The laws of assumptions, more documents; see assumed-few.all.test.ts.

import { afterAll, beforeAll, expect, it } from 'vitest';

import { judgeMoved, judgeServed, moved } from './assumed.ts';
import { Stage } from './service.ts';
import { inLong } from '../trials.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(true);
});
afterAll(async () => {
  await stage.close();
});

it('more documents keep the laws of assumptions', { timeout: 600_000 }, async () => {
  const wrong: string[] = [];
  for (let seed = 1000; seed < 1000 + inLong(30, 300); seed += 1) {
    wrong.push(...judgeMoved(moved(seed)).wrong);
    if (seed % 3 === 0) wrong.push(...(await judgeServed(stage, moved(seed))));
  }
  expect(wrong).toEqual([]);
});

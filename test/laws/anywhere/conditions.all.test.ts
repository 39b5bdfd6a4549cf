// As conditions.test.ts, over many more documents.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Stage } from '../service.ts';
import { promises } from './promise.ts';
import { inLong } from '../../trials.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const DOCUMENTS = inLong(70, 1000);

test.each([1, 2, 3])('a clean document keeps the promise, lot %i of 3', { timeout: 240_000 }, async (lot) => {
  const { broken, clean } = await promises(stage, lot * 10_000, DOCUMENTS);
  expect(broken).toEqual([]);
  expect(clean).toBeGreaterThan(DOCUMENTS * 0.28);
});

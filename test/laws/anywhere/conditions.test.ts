// Conditions and rules at every place, over fields of every type, typed and mistyped: what check calls clean never throws
// and never answers 500; conditions.all.test.ts asks more documents.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Stage } from '../service.ts';
import { promises } from './promise.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

test('a clean document has a plan for all that runs, and answers no request with 500', async () => {
  const { broken, clean, running } = await promises(stage, 0, 14, 10);
  expect(broken).toEqual([]);
  // The documents are not all refused, and not all held.
  expect(clean).toBeGreaterThan(3);
  expect(running / clean).toBeGreaterThan(6);
}, 60_000);

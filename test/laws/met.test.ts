// Every gap that an operation is partly held by can be met by a request; met.all.test.ts asks more documents.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { metIn } from './met.ts';
import { Stage } from './service.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

test('a gap that holds single requests is met by one, also where moves and deletions take the rows away', async () => {
  // Rows of Order and Lesson go by DELETE and by a move, and other requests need them.
  const { met, unmet } = await metIn(stage, 9);
  expect(unmet).toEqual([]);
  expect(met).toBeGreaterThan(5);
}, 60_000);

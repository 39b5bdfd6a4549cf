// The same as names.test.ts, over many more documents.

import { expect, it } from 'vitest';

import { followed } from './judge-names.ts';

it('comes to an end in a thousand documents', { timeout: 900_000 }, async () => {
  const { withCircle, without, running } = await followed(2, 1000);
  expect(Math.min(withCircle, without, running)).toBeGreaterThan(300);
});

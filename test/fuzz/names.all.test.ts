// Documents by chance whose names lead to each other, through everything that follows names.

import { expect, it } from 'vitest';

import { followed } from './judge-names.ts';
import { inLong } from '../trials.ts';

const DOCUMENTS = inLong(60, 1000);

it(`comes to an end in ${DOCUMENTS} documents`, { timeout: 900_000 }, async () => {
  const { withCircle, without, running } = await followed(2, DOCUMENTS);
  expect(Math.min(withCircle, without, running)).toBeGreaterThan(DOCUMENTS * 0.3);
});

// computation.test.ts over many more documents by chance.

import { expect, it } from 'vitest';
import { compared } from './computed-by-chance.ts';
import { inLong } from '../trials.ts';

const DOCUMENTS = inLong(250, 3000);

it(`two computations of what gaps do agree on ${DOCUMENTS} documents by chance`, { timeout: 600_000 }, () => {
  expect(compared(0, DOCUMENTS, false).wrong).toEqual([]);
});

it('and on half as many whose machines time and someone outside move', { timeout: 600_000 }, () => {
  expect(compared(0, DOCUMENTS / 2, true).wrong).toEqual([]);
});

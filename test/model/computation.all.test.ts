// computation.test.ts over five thousand documents by chance.

import { expect, it } from 'vitest';
import { compared } from './computed-by-chance.ts';

it('two computations of what gaps do agree on 3000 documents by chance', { timeout: 600_000 }, () => {
  expect(compared(0, 3000, false).wrong).toEqual([]);
});

it('and on 2000 whose machines time and someone outside move', { timeout: 600_000 }, () => {
  expect(compared(0, 2000, true).wrong).toEqual([]);
});

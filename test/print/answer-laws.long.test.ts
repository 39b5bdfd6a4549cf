// Law 3 of answers, over many documents by chance.

import { expect, it } from 'vitest';

import { tryAnswers } from './chance-answers.ts';

it('whatever is typed stands in its own place or is refused, in 5,000 documents', { timeout: 3_600_000 }, () => {
  let written = 0;
  const faults: string[] = [];
  for (let seed = 1000; seed < 6000; seed += 1) {
    for (const { isWritten, fault } of tryAnswers(seed, 4)) {
      if (fault !== undefined) faults.push(fault);
      if (isWritten) written += 1;
    }
  }
  expect(faults).toEqual([]);
  expect(written).toBeGreaterThan(10_000);
});

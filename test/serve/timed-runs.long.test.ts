// The runs of timed-runs.all.test.ts, ten thousand of them.

import { expect, it } from 'vitest';
import { runOf } from './timed-runs.ts';

it('moves by time are as a second computation has them, over ten thousand machines', async () => {
  const faults: string[] = [];
  for (let seed = 1000; seed < 11_000 && faults.length < 3; seed++) {
    const fault = await runOf(seed);
    if (fault !== undefined) faults.push(fault);
  }
  expect(faults.join('\n\n')).toBe('');
}, 7_200_000);

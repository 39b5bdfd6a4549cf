// The runs of rounds.all.test.ts, three thousand of them.

import { expect, it } from 'vitest';
import { roundRunOf } from './round-runs.ts';

it('whole rounds leave every row as step by step would, over three thousand machines', async () => {
  const faults: string[] = [];
  let ran = 0;
  for (let seed = 200_000; ran < 3_000 && faults.length < 3; seed++) {
    const run = await roundRunOf(seed);
    if (run === undefined || run.rounds === 0) continue;
    ran++;
    if (run.fault !== undefined) faults.push(run.fault);
  }
  expect(faults.join('\n\n')).toBe('');
}, 7_200_000);

// Random machines under a clock that is moved: at no instant does a read, a filter, a count or a guard differ from a
// plain second computation (timed-model.ts). The tier `long` runs ten thousand.

import { describe, expect, it } from 'vitest';
import { runOf } from './timed-runs.ts';

describe('moves by time', () => {
  it('are as a second computation has them, at every instant', async () => {
    const count = Number(process.env['NINEFOLD_TIMED_RUNS'] ?? 30);
    const first = Number(process.env['NINEFOLD_TIMED_SEED'] ?? 1);
    const faults: string[] = [];
    for (let seed = first; seed < first + count && faults.length < 3; seed++) {
      const fault = await runOf(seed);
      if (fault !== undefined) faults.push(fault);
    }
    expect(faults.join('\n\n')).toBe('');
  }, 3_600_000);
});

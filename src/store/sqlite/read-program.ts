// A program that only reads. Input: `find` and `list` steps. Output: on the main thread the answer at once, while it visits few
// rows; else the answer of a reader. The same steps are prepared on both sides.

import { isLate, LATE, type Bindings, type Judge, type Program, type Result } from '../store.ts';
import { OVER_BUDGET } from './budget.ts';
import type { Budget } from './budget.ts';
import { faultOf } from './faults.ts';
import type { OpenFiles } from './open-files.ts';
import { NO_ROW } from '../relational/at-once.ts';
import { judged, runAll, type RunAll } from '../relational/run.ts';
import type { ReadStep, RunStep } from '../relational/ran.ts';
import type { Readers } from './readers.ts';
import { runNow } from './statement.ts';

/** After a read was too large for the main thread: how many of its runs go to a reader before it is tried there again. */
const ELSEWHERE = 64;

interface Reading {
  readonly budget: Budget;
  readonly readers: Readers;
  readonly files: Pick<OpenFiles, 'fault'>;
}

export function readProgram(
  steps: readonly ReadStep[],
  runs: readonly RunStep[],
  once: RunAll | undefined,
  { budget, readers, files }: Reading,
): Program {
  const all = runAll(runs, steps);
  const each = (bindings: Bindings): Result => {
    const found = once ? runNow(once(bindings)) : NO_ROW;
    return found === NO_ROW ? runNow(all(bindings)) : found;
  };
  let elsewhere = 0;
  const scan = async (bindings: Bindings, judge: Judge | undefined): Promise<Result> =>
    judged(await readers.run(steps, bindings), judge);
  return {
    reads: true,
    run(bindings, judge) {
      const fault = files.fault();
      if (fault?.isDamaged === true) return { kind: 'unavailable', reason: fault.reason };
      if (isLate(bindings)) return LATE;
      if (elsewhere > 0) {
        elsewhere--;
        return scan(bindings, judge);
      }
      let result: Result;
      try {
        budget.renew();
        result = each(bindings);
      } catch (error) {
        const reason = faultOf(error);
        if (reason !== undefined) return { kind: 'unavailable', reason };
        if (error !== OVER_BUDGET) throw error;
        elsewhere = ELSEWHERE;
        return scan(bindings, judge);
      }
      return judged(result, judge);
    },
  };
}

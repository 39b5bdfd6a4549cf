// Runs prepared steps in order. In: what each step came to. Out: the result of the whole: rows of the last step that
// answers, the outcome of the last that writes, or the first refusal. store.ts says what a judge may do.

import type { Step } from '../../plan/steps.ts';
import type { Bindings, Judge, Result, StepOutcome } from '../store.ts';
import type { Ran, RunStep } from './reads.ts';

export type RunAll = (bindings: Bindings) => Result;

export function runAll(runs: readonly RunStep[], steps: readonly Step[]): RunAll {
  const [only] = runs;
  if (only && runs.length === 1) {
    return (bindings) => {
      const ran = only(bindings, {});
      return ran.refused === undefined ? done(ran, ran.outcome ?? 'found') : refused(ran);
    };
  }
  const tells = telling(steps);
  return (bindings) => {
    let answer: Ran = {};
    let outcome: StepOutcome = 'found';
    for (let i = 0; i < runs.length; i++) {
      const ran = runs[i]?.(bindings, answer) ?? {};
      if (ran.refused !== undefined) return refused(ran);
      if (ran.rows) answer = ran;
      if (tells[i]) outcome = ran.outcome ?? outcome;
    }
    return done(answer, outcome);
  };
}

/** The steps that tell the outcome: those that write; where one creates or replaces, it alone. */
function telling(steps: readonly Step[]): readonly boolean[] {
  const put = steps.some((step) => step.kind === 'put');
  return steps.map(({ kind }) => (put ? kind === 'put' : kind !== 'find' && kind !== 'list' && kind !== 'again'));
}

const NOTHING: readonly never[] = [];

function done(ran: Ran, outcome: StepOutcome): Result {
  return { kind: 'done', outcome, rows: ran.rows ?? NOTHING, total: ran.total };
}

function refused(ran: Ran): Result {
  const cause = ran.refused ?? '';
  return ran.also && ran.also.length > 0 ? { kind: 'refused', cause, also: ran.also } : { kind: 'refused', cause };
}

export function judged(result: Result, judge: Judge | undefined): Result {
  if (!judge || result.kind !== 'done') return result;
  const value = judge(result);
  return value === undefined ? result : { kind: 'undone', value };
}

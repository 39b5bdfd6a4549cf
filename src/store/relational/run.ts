// Runs prepared steps in order. Input: the result of each step. Output: the result of the whole: rows of the last step that
// answers, the outcome of the last that writes, or the first refusal. store.ts says what a judge may do.

import type { Step, StepOutcome } from '../../plan/steps.ts';
import type { Bindings, Judge, Result } from '../store.ts';
import type { Ran, RunStep } from './ran.ts';
import { isRead } from './reads.ts';
import type { Effect } from './statement.ts';

export type RunAll = (bindings: Bindings) => Effect<Result>;

export function runAll(runs: readonly RunStep[], steps: readonly Step[]): RunAll {
  const [only] = runs;
  if (only && runs.length === 1) {
    return function* (bindings) {
      const ran = yield* only(bindings, {});
      return ran.refused === undefined ? done(ran, ran.outcome ?? 'found', ran.bound) : refused(ran);
    };
  }
  if (steps.length > 0 && steps.every(isQuiet)) return runQuietly(runs);
  const tells = telling(steps);
  return function* (bindings) {
    let answer: Ran = {};
    let outcome: StepOutcome = 'found';
    let bound: Bindings = bindings;
    for (const [i, run] of runs.entries()) {
      const ran = yield* run(bound, answer);
      if (ran.refused !== undefined) return refused(ran);
      if (ran.rows) answer = ran;
      bound = ran.bound ?? bound;
      if (tells[i]) outcome = ran.outcome ?? outcome;
    }
    return done(answer, outcome, bound === bindings ? undefined : bound);
  };
}

/** Nothing but what time moves: did it change anything? */
function runQuietly(runs: readonly RunStep[]): RunAll {
  return function* (bindings) {
    let outcome: StepOutcome = 'unchanged';
    for (const run of runs) {
      const ran = yield* run(bindings, {});
      if (ran.refused !== undefined) return refused(ran);
      if (ran.outcome !== undefined && ran.outcome !== 'unchanged') outcome = ran.outcome;
    }
    return done({}, outcome, undefined);
  };
}

/** The steps that tell the outcome: those that write; where one creates or replaces, it alone. */
function telling(steps: readonly Step[]): readonly boolean[] {
  const put = steps.some((step) => step.kind === 'put');
  return steps.map((step) => {
    if (put) return step.kind === 'put';
    if (step.kind === 'bind') return step.outcome !== undefined;
    return !isQuiet(step) && !isRead(step) && step.kind !== 'again' && step.kind !== 'limit';
  });
}

function isQuiet(step: Step): boolean {
  return 'quiet' in step && step.quiet === true;
}

const NOTHING: readonly never[] = [];

function done(ran: Ran, outcome: StepOutcome, bound: Bindings | undefined): Result {
  return { kind: 'done', outcome, rows: ran.rows ?? NOTHING, total: ran.total, ...(bound && { bound }) };
}

export function refused({ refused: cause = '', also = NOTHING, failed, moves, row }: Ran): Result {
  const told = row === undefined ? undefined : { row };
  const more = { ...(also.length > 0 && { also }), ...(failed && { failed }), ...(moves && { moves }) };
  return { kind: 'refused', cause, ...more, ...told };
}

export function judged(result: Result, judge: Judge | undefined): Result {
  if (!judge || result.kind !== 'done') return result;
  const value = judge(result);
  return value === undefined ? result : { kind: 'undone', value };
}

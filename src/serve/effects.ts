// The steps that serving a plan runs and that may change rows. Input: a plan. Output: the steps of each program, for a store that has to
// know all of them before the first one runs (decision 0011).

import type { Plan } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';

/** Some operation has a rate: calls are counted. */
export function countsCalls({ operations }: Plan): boolean {
  return operations.some(({ run }) => run?.rates !== undefined);
}

export function effectsOf({
  operations,
  timed = [],
  outside = [],
  rowSets = [],
  keys = [],
  given = [],
}: Plan): readonly (readonly Step[])[] {
  return [
    ...operations.flatMap(({ run }) => (run ? [run.steps, ...(run.whenRefused ? [run.whenRefused] : [])] : [])),
    ...outside.flatMap(({ run }) => (run ? [run.steps] : [])),
    ...rowSets.map(({ steps }) => steps),
    ...given.map(({ steps }) => steps),
    ...keys.flatMap(({ create, rotate, revoke, end }) => [create, rotate, revoke, end]),
    ...timed.flatMap(({ begin, sweep, rounds = [] }) => [
      ...begin.map((step) => [step]),
      ...rounds.map(({ steps }) => steps),
      ...(sweep.kind === 'rows' ? sweep.batches.map(({ steps }) => steps) : [sweep.steps]),
    ]),
  ];
}

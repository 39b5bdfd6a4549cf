// What is wrong with a value, for `<problem>`: what each value must be, beside the text where it is not. Nothing of it is in the plan of a
// document none of whose answers says what is wrong. Input: types and Allowed values as read. Output: members of the plan of a field.
// Notation, part 7, "What is wrong with a field".

import { problemsOf, tellsProblems } from '../analysis/values/problems.ts';
import { isMany } from '../analysis/document/paths.ts';
import type { Model } from '../model/model.ts';
import { problem, type ProblemKind } from '../notation/problems.ts';
import type { Constraint } from '../notation/values/constraints.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { ProblemPlan } from './input.ts';

/** `not blank` has a cause of its own. */
export function fieldProblems(
  model: Model,
  types: readonly FieldType[],
  allowed: readonly Constraint[],
  states?: readonly string[],
): { readonly problems?: readonly ProblemPlan[]; readonly blankProblem?: string } {
  if (!tellsProblems(model)) return {};
  const isBlank = allowed.some(({ kind }) => kind === 'not-blank');
  return {
    problems: problemsOf(
      model,
      types,
      allowed.filter(({ kind }) => kind !== 'not-blank'),
      states,
    ),
    ...(isBlank && types.some(isMany) && { blankProblem: problem('blank', null, 1) }),
  };
}

export function parameterProblems(
  model: Model,
  types: readonly FieldType[],
  allowed: readonly Constraint[],
  states?: readonly string[],
): { readonly problems?: readonly ProblemPlan[]; readonly repeated?: string } {
  if (!tellsProblems(model)) return {};
  return { problems: problemsOf(model, types, allowed, states), repeated: problem('repeated', null) };
}

/** Undefined where no answer says it. */
export function plainProblem(model: Model, kind: Extract<ProblemKind, 'missing' | 'blank'>): string | undefined {
  return tellsProblems(model) ? problem(kind, null) : undefined;
}

/** Where an object should be. */
export function objectProblem(model: Model): string | undefined {
  return tellsProblems(model) ? problem('type', 'object') : undefined;
}

/** Of `Exactly one of`. */
export function aloneProblem(model: Model, names: readonly string[]): string | undefined {
  return tellsProblems(model) ? problem('alone', names) : undefined;
}

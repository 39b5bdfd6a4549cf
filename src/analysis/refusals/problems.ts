// The texts of `<problem>` for a cause. Input: an operation and a cause that its requests can meet. Output: each text; one that is
// undefined where there is none. Notation, part 7, "What is wrong with a field".

import { isState, declaredStates } from '../machines/sent-states.ts';
import { bodyOf } from '../document/inputs.ts';
import { isMany } from '../document/paths.ts';
import { nestedInputs } from '../values/nested-rules.ts';
import { problemsOf, tellsProblems } from '../values/problems.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { fieldCause, type MetCause } from '../../notation/values/met-causes.ts';
import { problem, problemOfCause } from '../../notation/problems.ts';
import { valueOf } from '../../notation/slot.ts';
import { failureAt } from './causes.ts';

export function problemsOfCause(
  model: Model,
  linked: LinkedOperation,
  cause: MetCause,
): readonly (string | undefined)[] {
  if (cause.kind !== 'field' || !tellsProblems(model)) return [problemOfCause(cause)];
  const judged = judgedBy(model, linked, { ...cause, failure: 'invalid' });
  if (cause.failure === 'blank' && judged[0].some(isMany)) return [problem('blank', null, 1)];
  if (cause.failure !== 'invalid') return [problemOfCause(cause)];
  const texts = problemsOf(model, ...judged).map(({ text }) => text);
  return texts.length === 0 ? [undefined] : [...new Set(texts)];
}

type Judged = readonly [
  types: readonly FieldType[],
  allowed: readonly Constraint[],
  states: readonly string[] | undefined,
];

/** The field of the body that the cause is about, or that of a nested shape. */
function judgedBy(model: Model, linked: LinkedOperation, cause: MetCause): Judged {
  const key = causeKey(cause);
  const body = bodyOf(model, linked);
  for (const input of body.kind === 'fields' ? body.fields : []) {
    if (causeKey(failureAt(input, 'invalid')) === key) {
      const types = input.types.flatMap((slot) => valueOf(slot) ?? []).filter(({ kind }) => kind !== 'same-as');
      const states = types.some(isState) ? declaredStates(model, input.subject) : undefined;
      return [types, notBlankApart(input.allowed.flatMap((slot) => valueOf(slot) ?? [])), states];
    }
    for (const { owner, field } of nestedInputs(model, linked, input))
      if (causeKey(fieldCause(owner.name.text, field.name.text, 'invalid')) === key) {
        const type = valueOf(field.type);
        return [type ? [type] : [], notBlankApart(valueOf(field.allowed) ?? []), undefined];
      }
  }
  return [[], [], undefined];
}

/** It has a cause of its own. */
function notBlankApart(allowed: readonly Constraint[]): readonly Constraint[] {
  return allowed.filter(({ kind }) => kind !== 'not-blank');
}

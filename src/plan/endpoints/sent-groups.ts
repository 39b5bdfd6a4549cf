// `At least one of` and `Exactly one of` of an operation. Input: an operation and the plans of its fields. Output: what must be sent, as
// data. Notation, part 4, "One of several fields of a body".

import { failureAt } from '../../analysis/refusals/causes.ts';
import { sentGroups } from '../../analysis/values/sent-groups.ts';
import type { OperationContext } from '../context.ts';
import type { BodyFieldPlan, SentGroupPlan } from '../body-plan.ts';
import { aloneProblem } from '../problems.ts';
import { refuse } from '../refuse.ts';

/** `isOfRows`: those whose fields are in a list of rows. */
export function sentGroupPlans(
  { model, linked }: OperationContext,
  plans: readonly BodyFieldPlan[],
  isOfRows: boolean,
): { readonly groups?: readonly SentGroupPlan[] } {
  const stated = sentGroups(model, linked).filter(({ fields: [first] }) => (first.list !== undefined) === isOfRows);
  if (stated.length === 0) return {};
  const byPath = new Map(plans.map((plan) => [plan.path.join('.'), plan]));
  const groups = stated.map(({ fields, isExact }): SentGroupPlan => {
    const names = fields.map((field) => byPath.get(field.path.join('.'))!.name);
    const problem = aloneProblem(model, names);
    const each = fields.map((field, place) => {
      const { path, name, empty } = byPath.get(field.path.join('.'))!;
      return {
        path,
        name,
        ...(empty.do === 'as missing' && { emptyIsMissing: true as const }),
        ...(isExact && place > 0 && { invalid: refuse(failureAt(field, 'invalid'), problem) }),
      };
    });
    return { fields: each, missing: refuse(failureAt(fields[0], 'missing')) };
  });
  return { groups };
}

// What refuses a request by the row as it is, or as it will be: rules, what is computed from it, and what it must have. Input: an operation
// and a row. Output: guards. Notation, part 7, head When; part 2, heads Set by and Required.

import { bodyOf } from '../../analysis/document/inputs.ts';
import { failureAt } from '../../analysis/refusals/causes.ts';
import { isSentOnly, ruleCauses, type RefusalRule } from '../../analysis/machines/refusal-rules.ts';
import { clearedIf } from '../../analysis/values/cleared-fields.ts';
import { computedBy } from '../../analysis/values/computed-fields.ts';
import { isNullableInput } from '../../analysis/values/input-rules.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Expr } from '../../sql/expression.ts';
import { conditionExpr } from '../conditions.ts';
import { all, isTrue, not, some } from '../operands.ts';
import { guardOf } from '../refuse.ts';
import { inputTyped, parameterOf } from '../body-parameters.ts';
import type { RowScope } from '../rows.ts';
import type { Guard } from '../steps.ts';
import { planOf, type Build } from './assigned.ts';

/** Rules that refuse a request while a condition on its row is true. `row` undefined: those of no row at all. */
export function ruleGuards(build: Build, resource: Resource, row: RowScope): readonly Guard[] {
  const { context, sent } = build;
  return rulesOn(build, resource).map(({ when, cause }) =>
    guardOf(
      { kind: 'not', item: conditionExpr(when, { context, row, sent }) },
      cause,
      isSentOnly(context.model, context.linked, when) ? 'body' : undefined,
    ),
  );
}

/** What is computed from the row, as it will be kept, is what its field may hold. */
export function computedGuards(build: Build, resource: Resource, row: RowScope): readonly Guard[] {
  const { model, linked } = build.context;
  const computed = computedBy(model, linked, resource).flatMap(({ field, inputs, holds, cause, isLast }) => {
    if (isLast) return [];
    const guard = guardOf(conditionExpr(holds, { context: build.context, row, sent: build.sent }), cause, 'body');
    return [{ ...guard, ...(field && { of: field.name.text }), from: [...inputs] }];
  });
  return [...computed, ...requiredGuards(build, resource, row)];
}

/** `Required: if …` over other rows; and, of a field that a change may clear, over the row as it will be. */
function requiredGuards(build: Build, resource: Resource, row: RowScope): readonly Guard[] {
  const { context, sent } = build;
  const { model, linked } = context;
  const body = bodyOf(model, linked);
  return (body.kind === 'fields' ? body.fields : []).flatMap((input): readonly Guard[] => {
    if (input.sets?.resource !== resource.name.text) return [];
    const parameter = parameterOf(input);
    const isSent = isTrue(`sent.${parameter}`);
    const hasValue: Expr = { kind: 'is-set', operand: inputTyped(model, input).expr };
    const missing = (counts: Expr, required: Condition): Guard => {
      const { when } = planOf(build.body, input);
      const isFree = [...(when ? [not(when)] : []), counts, not(conditionExpr(required, { context, row, sent }))];
      return guardOf(some(isFree), failureAt(input, 'missing'), 'body');
    };
    const required = valueOf(input.required);
    const cleared = clearedIf(model, linked, input);
    return [
      ...(required?.kind === 'if' && planOf(build.body, input).requiredByRows
        ? [missing(isNullableInput(input) ? isSent : all([isSent, hasValue]), required.condition)]
        : []),
      ...(cleared ? [missing(cleared.omitted ? hasValue : some([not(isSent), hasValue]), cleared.condition)] : []),
    ];
  });
}

export function rulesOn(build: Build, resource: Resource): readonly RefusalRule[] {
  const { model, linked } = build.context;
  return ruleCauses(model, linked).filter((rule) => rule.resource === resource.name.text);
}

/** Of a row that the caller does not see nothing else is judged: what goes before that is asked as of a row that is not there. */
export function ofRowInOrder(guards: readonly Guard[], order: readonly string[]): readonly Guard[] {
  const [hiding, others] = [true, false].map((is) => guards.filter(({ check }) => (check === 'existence') === is));
  return [...hiding!, ...inOrder(others!, order)];
}

/** In the order in which the operation looks at things. */
export function inOrder(guards: readonly Guard[], order: readonly string[]): readonly Guard[] {
  const place = (guard: Guard): number => order.indexOf(guard.check);
  return [...guards].sort((a, b) => place(a) - place(b));
}

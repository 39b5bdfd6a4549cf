// Arithmetic of `with` and `sets`. Input: a formula and the field that takes the result. Output: the value as its column keeps it, and
// what must hold of it: there is one, within what Type and Allowed values say. Notation, part 4 "What a call does".

import { fault } from '../../base/fault.ts';
import { fieldCause } from '../../notation/values/met-causes.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import { formulaOperands, type Arithmetic } from '../../notation/values/formulas.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { ownConstraints } from '../../analysis/document/allowed.ts';
import { mustBeThere } from '../../analysis/values/service-rules.ts';
import type { Expr } from '../../sql/expression.ts';
import { compute, fitted, type Numeral } from '../arithmetic.ts';
import { operandAs } from '../conditions.ts';
import { all, literalAs, not, some, unified, type Typed } from '../operands.ts';
import { guardOf } from '../refuse.ts';
import type { Scope } from '../scope.ts';
import type { Guard } from '../steps.ts';

/** `like`: a value of the field. */
export function amountOf(
  resource: Resource,
  field: Field,
  like: Typed,
  expression: Arithmetic,
  scope: Scope,
): { readonly value: Expr; readonly guards: readonly Guard[] } {
  const of = (operand: Operand): Numeral => {
    const { expr, type, scale } = operandAs(operand, like, scope);
    if (type !== 'integer' && type !== 'decimal' && type !== 'real') fault('arithmetic of something that is no number');
    return { expr, kind: type, scale };
  };
  const scale = like.type === 'decimal' ? like.scale : 0;
  const value = fitted(compute(expression, of, scale, like.type === 'real'), scale, like.type);
  const result: Typed = { expr: value, type: like.type, scale };
  const within = constraintsOf(field).map((constraint) => holds(result, constraint));
  const fits = all([{ kind: 'is-set', operand: value }, ...within]);
  // What is made of nothing is nothing, where the field may be.
  const free = mustBeThere(field)
    ? []
    : formulaOperands(expression).flatMap((operand) =>
        operand.kind === 'number' ? [] : [not({ kind: 'is-set', operand: of(operand).expr })],
      );
  const cause = fieldCause(resource.name.text, field.name.text, 'invalid');
  return { value, guards: [guardOf(some([fits, ...free]), cause)] };
}

function constraintsOf(field: Field): readonly Constraint[] {
  const type = valueOf(field.type);
  const plain = type?.kind === 'nullable' ? type.of : type;
  return [...(plain ? ownConstraints(plain) : []), ...(valueOf(field.allowed) ?? [])];
}

function holds(result: Typed, constraint: Constraint): Expr {
  const beside = (operator: '=' | '>=' | '<=', value: string): Expr => {
    const literal = { kind: 'number', value, at: { start: 0, end: 0 } } as const;
    const [left, right] = unified(result, literalAs(literal, result));
    return { kind: 'compare', operator, left, right };
  };
  switch (constraint.kind) {
    case 'range':
      return all([
        ...(constraint.min === undefined ? [] : [beside('>=', constraint.min)]),
        ...(constraint.max === undefined ? [] : [beside('<=', constraint.max)]),
      ]);
    case 'values':
      return some(constraint.values.flatMap((one) => (one.kind === 'number' ? [beside('=', one.value)] : [])));
    default:
      return { kind: 'true' };
  }
}

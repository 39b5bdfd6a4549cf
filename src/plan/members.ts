// The members of a list that is kept in a field, as values. Input: a field. Output: an expression for one member, and how it is shown.
// Notation, part 4, `lists values of R.f`.

import type { Model } from '../model/model.ts';
import type { Field } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { Expr, MemberType } from '../sql/expression.ts';
import { memberType } from '../sql/walk.ts';
import type { ValueType } from './input.ts';
import { valueType } from './values.ts';

export interface Member {
  readonly expr: Extract<Expr, { kind: 'member' }> & { readonly type: MemberType };
  readonly value: ValueType;
}

/** Undefined: the field holds no list. */
export function memberOf(model: Model, field: Field): Member | undefined {
  const type = valueOf(field.type);
  const { of } = type ? valueType(model, type) : {};
  if (!of) return undefined;
  const kept = memberType(of.type);
  // A text in a list is as it is shown.
  const value = kept === of.type ? of : { type: kept };
  return { expr: { kind: 'member', type: kept }, value };
}

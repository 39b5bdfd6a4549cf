// Conditions over the fields of one value of a nested shape. Input: a shape and its condition. Output: the condition, as data, over what
// each field of the value is bound as. Notation, part 2, heads Required and Present; decision 0060.

import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Resource } from '../notation/resources.ts';
import type { Expr } from '../sql/expression.ts';
import { conditionExpr } from './conditions.ts';
import { computedField } from './computed.ts';
import type { Typed } from './operands.ts';
import { NOTHING_SENT } from './request-parameters.ts';
import { shownAs, type RowContext } from './rows.ts';

export function overFieldsBeside(model: Model, resource: Resource, condition: Condition): Expr {
  let aliases = 0;
  const context: RowContext = { model, alias: () => `n${++aliases}`, make: () => undefined, computed: computedField };
  const values = new Map<string, Typed>();
  for (const { name, type } of resource.fields.items) {
    const known = valueOf(type);
    if (!known) continue;
    const typed = shownAs(model, { kind: 'parameter', name: besideName(name.text), type: 'text' }, known);
    values.set(name.text, { ...typed, expr: { kind: 'parameter', name: besideName(name.text), type: typed.type } });
  }
  return conditionExpr(condition, { context, row: { kind: 'sent', resource, values }, sent: NOTHING_SENT });
}

/** As a field of the value is bound. */
export function besideName(field: string): string {
  return `beside.${field}`;
}

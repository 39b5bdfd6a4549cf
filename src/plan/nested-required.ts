// `Required: if …` inside of a nested shape: a condition over the other fields of the value that is sent. Input: a shape and its field.
// Output: the condition, as data, over what each field is bound as. Notation, part 2, heads Required and `Identified by: none`.

import type { LinkedOperation, Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { fieldCause } from '../notation/values/met-causes.ts';
import { isConditionalInside } from '../analysis/values/nested-rules.ts';
import { conditionExpr } from './conditions.ts';
import { computedField } from './computed.ts';
import type { NestedField } from './input.ts';
import type { Typed } from './operands.ts';
import { sentBy } from './request-parameters.ts';
import { refuse } from './refuse.ts';
import { shownAs, type RowContext } from './rows.ts';

export function nestedRequired(
  model: Model,
  linked: LinkedOperation,
  resource: Resource,
  field: Field,
): Pick<NestedField, 'requiredIf'> {
  const required = valueOf(field.required);
  if (required?.kind !== 'if' || !isConditionalInside(field)) return {};
  let aliases = 0;
  const context: RowContext = { model, alias: () => `n${++aliases}`, make: () => undefined, computed: computedField };
  const values = new Map<string, Typed>();
  for (const { name, type } of resource.fields.items) {
    const known = valueOf(type);
    if (!known) continue;
    const typed = shownAs(model, { kind: 'parameter', name: beside(name.text), type: 'text' }, known);
    values.set(name.text, { ...typed, expr: { kind: 'parameter', name: beside(name.text), type: typed.type } });
  }
  const row = { kind: 'sent', resource, values } as const;
  const when = conditionExpr(required.condition, { context, row, sent: sentBy(context, linked) });
  const missing = refuse(fieldCause(resource.name.text, field.name.text, 'missing'));
  const isNullable = valueOf(field.type)?.kind === 'nullable';
  return { requiredIf: { when, missing, ...(isNullable && { orNull: true as const }) } };
}

function beside(name: string): string {
  return `beside.${name}`;
}

// `Required: if …` inside of a nested shape: a condition over the other fields of the value that is sent. Input: a shape and its field.
// Output: the condition, as data, over what each field is bound as. Notation, part 2, heads Required and `Identified by: none`.

import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { fieldCause } from '../notation/values/met-causes.ts';
import { isConditionalInside } from '../analysis/values/nested-rules.ts';
import { overFieldsBeside } from './beside-fields.ts';
import type { NestedField } from './input.ts';
import { refuse } from './refuse.ts';

export function nestedRequired(model: Model, resource: Resource, field: Field): Pick<NestedField, 'requiredIf'> {
  const required = valueOf(field.required);
  if (required?.kind !== 'if' || !isConditionalInside(field)) return {};
  const when = overFieldsBeside(model, resource, required.condition);
  const missing = refuse(fieldCause(resource.name.text, field.name.text, 'missing'));
  const isNullable = valueOf(field.type)?.kind === 'nullable';
  return { requiredIf: { when, missing, ...(isNullable && { orNull: true as const }) } };
}

// How many fields of other rows a type embeds. Input: a type such as `` User as `Profile` ``. Output: whether they are too many to be
// looked up for each row that is shown. Notation, part 2, head Type.

import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { elementOf } from './paths.ts';
import { fieldsShown } from './shape-fields.ts';
import { isEmbedded } from './value-kinds.ts';

/** A statement of SQLite answers 2,000 columns, and each field is one. */
const MOST_FIELDS = 1000;
/** A row in a row in a row. */
const MOST_LEVELS = 20;

export function embedsTooMany(model: Model, type: FieldType): boolean {
  return leftOf(model, type, MOST_FIELDS, MOST_LEVELS) < 0;
}

/** What is left of `most` fields; less than 0: too many. */
function leftOf(model: Model, written: FieldType, most: number, levels: number): number {
  const { type } = elementOf(written);
  const resource = type.kind === 'resource' ? model.resources.get(type.resource.text) : undefined;
  if (type.kind !== 'resource' || !resource || !isEmbedded(model, type)) return most - 1;
  let left = levels === 0 ? -1 : most;
  for (const name of fieldsShown(resource, type)) {
    if (left < 0) return left;
    const field = model.fields.get(`${type.resource.text}.${name}`);
    const inner = field && valueOf(field.type);
    left = inner ? leftOf(model, inner, left, levels - 1) : left - 1;
  }
  return left;
}

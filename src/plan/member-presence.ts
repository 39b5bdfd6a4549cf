// Whether a value of a nested shape that is kept has a member without a value. Input: the shape and its field. Output: `always`: as null;
// `if set`: not; `never`: the member is not kept at all. Notation, part 2, heads Present and "Set by" (hidden).

import { known } from '../base/fault.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { isHidden } from '../analysis/document/shape-fields.ts';
import { isNullable } from '../analysis/document/value-kinds.ts';
import { isAlwaysShown } from '../analysis/values/always-shown.ts';
import type { NestedField } from './input.ts';

/** Null is kept where an answer may show it. A condition under Present is asked of the value that is kept: shown-shapes.ts. */
export function memberPresence(model: Model, resource: Resource, field: Field): NestedField['present'] {
  if (isHidden(field)) return 'never';
  const isShownAsNull =
    valueOf(field.present)?.kind === 'if' && isNullable(known(valueOf(field.type), 'it has no type'));
  return isShownAsNull || isAlwaysShown(model, resource, field) ? 'always' : 'if set';
}

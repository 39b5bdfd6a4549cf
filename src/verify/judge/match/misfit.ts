// What a reply may show for a value that nobody knows yet: by its type alone, and in the form in which it is kept. Input: a type, what is
// shown. Output: what it has to be, where it is not. Notation, part 2, "Types".

import { typeName } from '../../../analysis/document/value-kinds.ts';
import type { Model } from '../../../model/model.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import { fits } from '../../values/fits.ts';
import { sameJson } from '../../world/json.ts';
import { keptAs } from '../../world/kept.ts';
import type { Json } from '../../world/known.ts';

/** Undefined: it may be shown. */
export function misfit(model: Model, type: FieldType | undefined, value: unknown): string | undefined {
  if (type === undefined) return undefined;
  if (fits(model, { types: [type], constraints: [] }, value as Json) === false) return typeName(type);
  return sameJson(keptAs(model, type, value, false), value)
    ? undefined
    : `${typeName(type)}, in the form in which it is shown`;
}

// Fields that are known, and not the caller's to send, beside those of a Body table. Input: the fields of the table. Output: a field for
// each, with its place. Notation, part 4, Read-only fields.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import { isHidden, isSettable, isShownOnce } from './shape-fields.ts';
import { targetsOf } from './targets.ts';

export interface ReadOnlyField {
  readonly path: readonly string[];
  readonly resource: string;
  readonly field: Field;
  readonly list?: readonly string[];
}

interface Input {
  readonly path: readonly string[];
  readonly sets: { readonly resource: string; readonly field: Field } | undefined;
}

/** With a Body table: visible fields that the caller may not set, at the level of the table's own fields. */
export function readOnlyBeside(
  model: Model,
  linked: LinkedOperation,
  fields: readonly Input[],
  inList: string | undefined,
): readonly ReadOnlyField[] {
  const taken = new Set(fields.map((field) => field.path.join('.')));
  const readOnly: ReadOnlyField[] = [];
  for (const target of targetsOf(model, linked)) {
    const resource = model.resources.get(target);
    const prefix = prefixOf(fields, target);
    if (!resource || !prefix || target === inList) continue;
    for (const field of resource.fields.items) {
      const path = [...prefix, ...field.name.text.split('.')];
      const isKnown = !isHidden(field) || isShownOnce(field);
      if (taken.has(path.join('.')) || !isKnown || isSettable(model, linked, resource, field)) continue;
      readOnly.push({ path, resource: target, field });
    }
  }
  return readOnly;
}

/** The wrapper around the fields of a resource, when all that have their own name share one. */
function prefixOf(fields: readonly Input[], resource: string): readonly string[] | undefined {
  const places = placesOf(fields, resource);
  return places.length === 1 ? places[0] : undefined;
}

/** The objects in which fields of a resource have their own name. */
export function placesOf(fields: readonly Input[], resource: string): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const { path, sets } of fields) {
    const own = sets?.resource === resource ? sets.field.name.text.split('.') : undefined;
    if (!own || path.slice(-own.length).join('.') !== own.join('.')) continue;
    const place = path.slice(0, -own.length);
    found.set(place.join('.'), place);
  }
  return [...found.values()];
}

// What All fields says, taken by each field of part 2 that has no word of its own there. Input: part 2 as read. Output: its resources
// with such values in place, each with the place where it is stated; and what is wrong with one of them, with both places.
// Notation, part 2 "All fields" and rule 1.8: what is settled elsewhere is not taken.

import type { Span } from '../../base/span.ts';
import type { Diagnostic } from '../../diagnostics/define.ts';
import { ALL_FIELDS, type AllFields, type Field, type Resource, type ResourcesPart } from '../../notation/resources.ts';
import { entriesOf } from '../../notation/declaration.ts';
import { isBlankCell, type Slot } from '../../notation/slot.ts';
import { FIELD_TRAITS } from './settled.ts';

type Key = keyof AllFields;

/** What settles others comes before them. */
const COLUMNS = entriesOf(ALL_FIELDS).toSorted(([, one], [, other]) => Number(!!one.settled) - Number(!!other.settled));

export function withAllFields({ all, resources }: ResourcesPart): readonly Resource[] {
  const said = COLUMNS.filter(([key, { syntax }]) => isSaid(all[key], syntax.open));
  if (said.length === 0) return resources.items;
  return resources.items.map((resource) => {
    const { fields } = resource;
    return { ...resource, fields: { ...fields, items: fields.items.map((field) => filled(field, all, said)) } };
  });
}

function filled(field: Field, all: AllFields, columns: typeof COLUMNS): Field {
  return columns.reduce((one, [key, { settled }]) => {
    const own = one[key];
    if (!isLeftOut(own) || (settled !== undefined && FIELD_TRAITS[settled](one))) return one;
    // A place of its own: what is wrong there is said of this field.
    const at = own.status === 'gap' ? { ...own.at } : { ...one.name.at };
    return { ...one, [key]: { ...all[key], at, from: all[key].at } };
  }, field);
}

/** The field has no word for it: the cell is empty, or the table has no such column. */
export function isLeftOut(own: Slot<unknown>): boolean {
  return own.status === 'absent' || isBlankCell(own);
}

/** A value, `none` or `any`. What All fields leaves open itself, each field is asked for. */
function isSaid(slot: Slot<unknown>, open: ((value: never) => readonly string[]) | undefined): boolean {
  if (slot.status === 'stated') return open === undefined || open(slot.value as never).length === 0;
  return slot.status === 'none' || slot.status === 'any';
}

/** A finding about a value that is taken from All fields names the field, and the place where the value is stated. */
export function withPlacesOfAll(
  resources: ReadonlyMap<string, Resource>,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  const sources = new Map<Span, Span>();
  for (const { fields } of resources.values())
    for (const field of fields.items)
      for (const [key] of COLUMNS) {
        const slot: Slot<unknown> = field[key as Key];
        if ('from' in slot && slot.from) sources.set(slot.at, slot.from);
      }
  if (sources.size === 0) return found;
  return found.map((one) => {
    const places = [one.at, ...one.related.map(({ at }) => at)].flatMap((at) => sources.get(at) ?? []);
    const stated = [...new Set(places)].map((at) => ({ at, message: 'All fields states the value here.' }));
    return stated.length === 0 ? one : { ...one, related: [...one.related, ...stated] };
  });
}

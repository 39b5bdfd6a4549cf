// Where a dotted field path leads. Input: a resource and a path as written. Output: the fields it passes, whether it goes through a list,
// and whether it ends at nothing or at something the document leaves open. Notation, part 2, "Conditions": through a reference a path
// follows it, through a list it means some element.

import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';

export interface FieldAt {
  readonly resource: Resource;
  readonly field: Field;
}

export interface Path {
  /** From the first to the last; of a group (`address` of `address.street`), every field of it. */
  readonly fields: readonly FieldAt[];
  /** It goes through a list before its end. */
  readonly throughList: boolean;
  /** It goes on inside a free `object` or `map`. */
  readonly insideObject: boolean;
  /** `found`; `open`: the document leaves it open here; `unknown`: no such field, and the list of fields is written. */
  readonly end: 'found' | 'open' | 'unknown';
  /** With `unknown`: the resource that has no such field, and the name it lacks. */
  readonly missing: { readonly resource: Resource; readonly name: string } | undefined;
}

export function followPath(model: Model, start: Resource | undefined, path: readonly string[]): Path {
  const fields: FieldAt[] = [];
  let throughList = false;
  let resource = start;
  let rest = path;
  const ends = (end: Path['end'], missing?: Path['missing'], insideObject = false): Path => ({
    fields,
    throughList,
    insideObject,
    end,
    missing,
  });
  while (rest.length > 0) {
    if (!resource) return ends('open');
    const found = longestField(model, resource, rest);
    if (!found) {
      const group = groupOf(resource, rest);
      for (const field of group) fields.push({ resource, field });
      if (group.length > 0) return ends('found');
      return isOpen(resource) ? ends('open') : ends('unknown', { resource, name: rest.join('.') });
    }
    fields.push({ resource, field: found.field });
    rest = rest.slice(found.length);
    if (rest.length === 0) break;
    const type = valueOf(found.field.type);
    if (!type) return ends('open');
    const inner = elementOf(type);
    throughList ||= inner.list;
    if (FREE.has(inner.type.kind)) return ends('found', undefined, true);
    if (inner.type.kind !== 'resource') return ends('unknown', { resource, name: rest.join('.') });
    resource = model.resources.get(inner.type.resource.text);
  }
  return ends('found');
}

/** A path goes on in them by names that the document does not state. */
const FREE: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['object', 'any', 'map']);

/** `address` of `address.street` and others: several fields, no value of its own. */
export function endsInGroup({ end, fields }: Path, path: readonly string[]): boolean {
  const last = fields.at(-1)?.field.name.text;
  return end === 'found' && last !== undefined && !path.join('.').endsWith(last);
}

/** The type inside `or null`, `array of` and `set of`. */
export function elementOf(type: FieldType): { readonly type: FieldType; readonly list: boolean } {
  let list = false;
  let inner = type;
  while (inner.kind === 'nullable' || inner.kind === 'array' || inner.kind === 'set') {
    list ||= inner.kind !== 'nullable';
    inner = inner.of;
  }
  return { type: inner, list };
}

/** What the members of lists and the values of maps are, without `or null`. */
export function innermost(type: FieldType): FieldType {
  let inner = type;
  while (inner.kind === 'nullable' || inner.kind === 'array' || inner.kind === 'set' || inner.kind === 'map')
    inner = inner.of;
  return inner;
}

/** What is stated there, except for `or null`. */
export function withoutNull(slot: Slot<FieldType>): FieldType | undefined {
  const type = valueOf(slot);
  return type?.kind === 'nullable' ? type.of : type;
}

/** A list or a map: what narrows it, all but the number of items, holds for each member. */
export function isMany(type: FieldType | undefined): boolean {
  if (type?.kind === 'nullable') return isMany(type.of);
  return type?.kind === 'array' || type?.kind === 'set' || type?.kind === 'map';
}

/** Its fields are not shown: a name that is missing is no fault of the reader. A list that goes on excuses nothing. */
function isOpen(resource: Resource): boolean {
  return resource.scope.mark.status !== 'absent' || !resource.fields.written;
}

/** A nested shape: `Identified by: none`. */
export function isNested(resource: Resource): boolean {
  return resource.identifiedBy.status === 'none';
}

function longestField(
  model: Model,
  resource: Resource,
  path: readonly string[],
): { readonly field: Field; readonly length: number } | undefined {
  for (let length = path.length; length > 0; length--) {
    const field = model.fields.get(`${resource.name.text}.${path.slice(0, length).join('.')}`);
    if (field) return { field, length };
  }
  return undefined;
}

function groupOf(resource: Resource, path: readonly string[]): readonly Field[] {
  const group = path.join('.');
  if (path.length <= DEPTH) return groupsOf(resource).get(group) ?? [];
  return resource.fields.items.filter((field) => field.name.text.startsWith(`${group}.`));
}

/** Of a name with thousands of dots every group would be a name of thousands of letters. */
const DEPTH = 32;

/** The fields of each group: `address.street` is of `address`. */
const groupsOf = oncePer(({ fields }: Resource): ReadonlyMap<string, readonly Field[]> => {
  const groups = new Map<string, Field[]>();
  for (const field of fields.items) {
    const names = field.name.text.split('.');
    for (let length = 1; length < names.length && length <= DEPTH; length += 1)
      addTo(groups, names.slice(0, length).join('.'), field);
  }
  return groups;
});

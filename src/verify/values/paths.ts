// Where a dotted path leads from a row: through references, nested shapes, maps, and to each member of a list. Input: a row and a path.
// Output: what is found, several of it through a list. Notation, part 2, "Conditions".

import { isComputed } from '../../analysis/document/field-rules.ts';
import { plainType } from '../../analysis/document/value-kinds.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import type { Field } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { Row, UNKNOWN, type Json, type Value } from '../world/known.ts';
import type { Found, Place } from './place.ts';
import { isSeen, lookUp, shownOf } from './rows.ts';
import { bare, isMembers } from './fits.ts';

export const NOTHING: Found = { value: null, type: undefined };
export const NOT_KNOWN: Found = { value: UNKNOWN, type: undefined };

/** A path that the row has no field for is nothing: the row may be one of several resources. */
export function follow(row: Row, path: readonly string[], place: Place): readonly Found[] {
  const { model } = place.world;
  const own = fieldsOf(model).get(row.resource);
  for (let length = own ? path.length : 0; length > 0; length--) {
    const name = length === 1 ? path[0]! : path.slice(0, length).join('.');
    const field = own!.get(name);
    if (!field) continue;
    const value = isComputed(field) ? place.evaluate.derived(field, row, place) : row.get(name);
    return onward(value, valueOf(field.type), length === path.length ? NO_PATH : path.slice(length), place);
  }
  return [group(row, path.join('.'), place)];
}

const NO_PATH: readonly string[] = [];

/** Lists are put in order by looking up a field for each two of their rows. */
const fieldsOf: (model: Model) => ReadonlyMap<string, ReadonlyMap<string, Field>> = oncePer(
  (model: Model) =>
    new Map(
      [...model.resources.values()].map(({ name, fields }) => [
        name.text,
        new Map(fields.items.map((field) => [field.name.text, field])),
      ]),
    ),
);

/** Several dotted fields as one: it is there where one of them is. */
function group(row: Row, name: string, { world }: Place): Found {
  const fields = world.model.resources.get(row.resource)?.fields.items ?? [];
  const values = fields.flatMap((field) => (field.name.text.startsWith(`${name}.`) ? [row.get(field.name.text)] : []));
  if (values.some((value) => value !== null && value !== UNKNOWN)) return { value: {}, type: { kind: 'object' } };
  return values.includes(UNKNOWN) ? NOT_KNOWN : NOTHING;
}

/** `value` is of this type; `path` goes on in it. */
export function onward(
  value: Value,
  written: FieldType | undefined,
  path: readonly string[],
  place: Place,
): readonly Found[] {
  if (value === null) return [NOTHING];
  const type = written && bare(written);
  if (value instanceof Row) return throughRow(value, type, path, place);
  if (value === UNKNOWN || type === undefined) return [path.length === 0 ? { value, type } : NOT_KNOWN];
  if (type.kind === 'array' || type.kind === 'set') {
    if (path.length === 0) return [{ value, type }];
    return Array.isArray(value)
      ? (value as readonly Json[]).flatMap((one) => onward(one, type.of, path, place))
      : [NOT_KNOWN];
  }
  if (type.kind === 'resource' && type.by) return throughName(value, type, path, place);
  if (path.length === 0) return [{ value, type: plainType(place.world.model, type)?.type ?? type }];
  if (type.kind === 'map') {
    const [name, ...rest] = path;
    return onward(isMembers(value) ? (value[name!] ?? null) : null, type.of, rest, place);
  }
  return type.kind === 'resource' ? inShape(value, type.resource.text, path, place) : [NOT_KNOWN];
}

function throughRow(row: Row, type: FieldType | undefined, path: readonly string[], place: Place): readonly Found[] {
  const isThere = isSeen(row, place);
  if (isThere === false) return [NOTHING];
  if (path.length > 0) return isThere ? follow(row, path, place) : [NOT_KNOWN];
  const shown = shownOf(row, type);
  return [isThere ? { value: row, type: shownType(type, place), shown } : { value: UNKNOWN, type: undefined }];
}

function shownType(type: FieldType | undefined, { world }: Place): FieldType | undefined {
  return type && plainType(world.model, type)?.type;
}

/** What a body, a list or a nested shape names a row by. */
function throughName(
  value: Json,
  type: Extract<FieldType, { readonly kind: 'resource' }>,
  path: readonly string[],
  place: Place,
): readonly Found[] {
  const row = lookUp(type.resource.text, new Map([[type.by!.text, value]]), place);
  if (row === null) return [NOTHING];
  if (row === UNKNOWN)
    return [path.length === 0 ? { value: UNKNOWN, type: shownType(type, place), shown: value } : NOT_KNOWN];
  return path.length === 0 ? [{ value: row, type: shownType(type, place), shown: value }] : follow(row, path, place);
}

function inShape(value: Json, name: string, path: readonly string[], place: Place): readonly Found[] {
  for (let length = path.length; length > 0; length--) {
    const names = path.slice(0, length);
    const field = place.world.model.fields.get(`${name}.${names.join('.')}`);
    if (field) return onward(memberAt(value, names), valueOf(field.type), path.slice(length), place);
  }
  return [NOT_KNOWN];
}

/** Null: there is none. */
export function memberAt(value: Json | undefined, path: readonly string[]): Json {
  let at: Json = value ?? null;
  for (const name of path) at = isMembers(at) && Object.hasOwn(at, name) ? at[name]! : null;
  return at;
}

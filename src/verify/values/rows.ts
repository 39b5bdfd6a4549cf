// Which rows there are for who looks, and which one a name leads to. Input: what is known, and where it is asked. Output: rows, each there or
// perhaps there. Notation, part 2, "Rows that not everybody sees"; part 3, "Gone states"; part 4, the Path table.

import { containerField } from '../../analysis/document/addresses.ts';
import { pathFacts, selectionOf, type Selection } from '../../analysis/document/targets.ts';
import { plainType } from '../../analysis/document/value-kinds.ts';
import { pathType } from '../../analysis/values/input-types.ts';
import { goneMachines, goneOf, namedBy, type GoneStates } from '../../analysis/values/gone-states.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { all, not, Row, some, UNKNOWN, type Json, type Truth, type Unknown, type Value } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import { isSame } from './compare.ts';
import type { Found, Place } from './place.ts';
import { fits, readText } from './fits.ts';

/** Is the row there for the sentence, and for who calls? */
export function isSeen(row: Row, place: Place): Truth {
  if (row.isThere === false) return false;
  return all([row.isThere, not(isGone(row, place)), isVisible(row, place)]);
}

/** Is it in a state of Kind `gone` that the sentence does not name? */
function isGone(row: Row, { world, named }: Place): Truth {
  return some(
    goneMachines(world.model, row.resource).map((view) => {
      const state = row.get(view.field);
      if (state === UNKNOWN) return undefined;
      const isIn = goneOf(view).some((one) => one === state);
      return isIn && named.get(view.name)?.has(String(state)) !== true;
    }),
  );
}

export function isVisible(row: Row, place: Place): Truth {
  const resource = place.world.model.resources.get(row.resource);
  const who = resource && valueOf(resource.visibleTo);
  if (!who || place.seesAll) return true;
  return place.evaluate.lets(who, { ...place, row, self: row, seesAll: true });
}

export interface Candidate {
  readonly row: Row;
  /** Nobody can tell whether it is one. */
  readonly isSure: boolean;
}

/** Rows of a resource that are, or may be, there, and of which `is` is not false. */
export function candidates(resource: string, place: Place, is: (row: Row) => Truth): readonly Candidate[] {
  return candidatesAmong(place.world.there(resource), place, is);
}

/** The same of rows that have a value in a field, and few others. */
export function candidatesNear(
  resource: string,
  values: readonly (readonly [field: string, value: Value])[],
  place: Place,
  is: (row: Row) => Truth,
): readonly Candidate[] {
  const known = values.find(([, value]) => value !== UNKNOWN && !(value instanceof Row));
  return known ? candidatesAmong(place.world.near(resource, ...known), place, is) : candidates(resource, place, is);
}

function candidatesAmong(rows: readonly Row[], place: Place, is: (row: Row) => Truth): readonly Candidate[] {
  return rows.flatMap((row) => {
    const isIt = is(row);
    const truth = isIt === false ? false : all([isIt, isSeen(row, place)]);
    return truth === false ? [] : [{ row, isSure: truth === true }];
  });
}

type Keys = ReadonlyMap<string, Json>;

/** Those of which it is not false that they have these values. */
export function havingKeys(resource: string, keys: Keys, place: Place): readonly Candidate[] {
  const hasKeys = (row: Row): Truth => all([...keys].map(([field, value]) => isField(row, field, value, place)));
  return candidatesAmong(nearKeys(resource, keys, place), place, hasKeys);
}

function nearKeys(resource: string, keys: Keys, { world }: Place): readonly Row[] {
  const [first] = keys;
  return first === undefined ? world.rows(resource) : world.near(resource, first[0], first[1]);
}

/** The one row that has these values; null: none has. */
export function lookUp(resource: string, keys: Keys, place: Place): Row | null | Unknown {
  if ([...keys].some(([field, value]) => isNoValue(place.world.model, resource, field, value))) return null;
  const found = havingKeys(resource, keys, place);
  const sure = found.filter(({ isSure }) => isSure);
  if (sure.length === 1 && found.length === 1) return sure[0]!.row;
  if (sure.length === 1 && isUnique(place.world.model, resource, [...keys.keys()])) return sure[0]!.row;
  if (found.length > 0) return UNKNOWN;
  if (place.world.isWhole(resource)) return null;
  // No other row had its key while it was there.
  const was = nearKeys(resource, keys, place).some(
    (row) =>
      [...keys].every(([field, value]) => isField(row, field, value, place) === true) && isSeen(row, place) === false,
  );
  return was && isUnique(place.world.model, resource, [...keys.keys()]) ? null : UNKNOWN;
}

/** What its type cannot hold selects no row; addresses of people may have forms that earlier versions took. */
function isNoValue(model: Model, resource: string, field: string, value: Json): boolean {
  if (value === null) return true;
  const slot = model.fields.get(`${resource}.${field}`)?.type;
  const type = slot && valueOf(slot);
  if (!type || plainType(model, type)?.type.kind === 'email') return false;
  return fits(model, { types: [type], constraints: [] }, value) === false;
}

/** Has no other row the same values in these fields? */
export function isUnique(model: Model, name: string, fields: readonly string[]): boolean {
  const resource = model.resources.get(name);
  const identity = (resource && valueOf(resource.identifiedBy)?.map(({ text }) => text)) ?? [];
  const groups = (resource?.unique ?? []).map((slot) => valueOf(slot)?.fields.map(({ text }) => text) ?? []);
  return [identity, ...groups].some((group) => group.length > 0 && group.every((field) => fields.includes(field)));
}

/** Has the row this value there, as a caller writes it? */
export function isField(row: Row, field: string, value: Json, { world }: Place): Truth {
  const kept = row.get(field);
  const slot = world.model.fields.get(`${row.resource}.${field}`)?.type;
  const type = slot && valueOf(slot);
  return isSame(
    world.model,
    { value: kept, type, shown: kept instanceof Row ? shownOf(kept, type) : kept },
    { value, type },
  );
}

/** A row beside a value is the field by which it is shown. */
export function shownOf(row: Row, type: { readonly kind: string } | undefined): Value {
  const plain = type?.kind === 'nullable' && 'of' in type ? (type.of as { readonly kind: string }) : type;
  const by =
    plain?.kind === 'resource' && 'by' in plain ? (plain.by as { readonly text: string } | undefined) : undefined;
  const shown = by === undefined ? UNKNOWN : row.get(by.text);
  return shown instanceof Row ? UNKNOWN : shown;
}

/** Of `this` and `caller`: what tells it from others of its resource, where that is one field. */
export function shownIdentity(row: Row, model: Model): Value {
  const resource = model.resources.get(row.resource);
  const [field, ...others] = (resource && valueOf(resource.identifiedBy)) ?? [];
  const shown = field && others.length === 0 ? row.get(field.text) : UNKNOWN;
  return shown instanceof Row ? UNKNOWN : shown;
}

/** The states that the operation names for the rows of a resource which its path finds. */
export const namedFor: (model: Model, linked: LinkedOperation) => ReadonlyMap<string, GoneStates> = oncePer(
  (model: Model, linked: LinkedOperation): ReadonlyMap<string, GoneStates> =>
    new Map([...model.resources.keys()].map((name) => [name, namedBy(model, linked, name)])),
);

/** What `{param}` is: the row that it selects, and its text as a value. */
export function parameterOf(name: string, place: Place): Found {
  const { asked } = place;
  const linked = asked && place.world.model.operations.get(asked.operation);
  const text = asked?.path.get(name);
  if (!asked || !linked || text === undefined) return { value: UNKNOWN, type: undefined };
  const { model } = place.world;
  const { selections } = pathFacts(model, linked);
  const selection = selections.find(({ parameter }) => parameter === name);
  const type = pathType(model, linked, name);
  const value = type ? (readText(model, type, text) ?? null) : text;
  return selection ? { value: selected(selection, place), type, shown: value } : { value, type };
}

/** The row that the path selects for an effect on this resource; undefined: the path selects none. */
export function selectedOf(resource: string, place: Place): Row | null | Unknown | undefined {
  const { asked, world } = place;
  const linked = asked && world.model.operations.get(asked.operation);
  const selection = linked && selectionOf(world.model, linked, resource);
  return selection && selected(selection, place);
}

/** `null`: there is none, or none for who calls. */
export function selected({ resource, keys, inside }: Selection, place: Place): Row | null | Unknown {
  const { world, asked } = place;
  const { model } = world;
  const linked = model.operations.get(asked!.operation)!;
  const named = namedFor(model, linked).get(resource);
  const found = lookUp(resource, keysOf(model, linked, asked!, keys, resource), {
    ...place,
    ...(named && named.size > 0 && { named }),
  });
  if (inside === undefined || !(found instanceof Row)) return found;
  const outer = pathFacts(model, linked).selections.find(({ parameter }) => parameter === inside);
  const link = outer && containerField(model, resource, outer.resource);
  const holder = outer && selected(outer, place);
  if (link === undefined || holder === undefined || holder === UNKNOWN) return UNKNOWN;
  const held = found.get(link);
  if (held === UNKNOWN) return UNKNOWN;
  return held === holder ? found : null;
}

function keysOf(
  model: Model,
  linked: LinkedOperation,
  { path }: Asked,
  keys: Selection['keys'],
  resource: string,
): ReadonlyMap<string, Json> {
  return new Map(
    keys.map(({ parameter, field }) => {
      const slot = model.fields.get(`${resource}.${field}`)?.type;
      const type = pathType(model, linked, parameter) ?? (slot && valueOf(slot));
      const text = path.get(parameter) ?? '';
      // What its type cannot hold selects no row.
      return [field, (type ? readText(model, type, text) : text) ?? null];
    }),
  );
}

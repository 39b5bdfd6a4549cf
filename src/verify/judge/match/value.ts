// One value of a reply. Input: what is known of it, its type, what is shown. Output: a difference, or what is learned. Notation, part 2,
// "Types" and "Present".

import { isHidden } from '../../../analysis/document/shape-fields.ts';
import { isEmbedded } from '../../../analysis/document/value-kinds.ts';
import type { Model } from '../../../model/model.ts';
import type { Field } from '../../../notation/resources.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { FindingClass, Statement } from '../../verdict.ts';
import { memberAt } from '../../values/paths.ts';
import { isMembers, printed, sameJson } from '../../world/json.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import { Row, UNKNOWN, type Json, type Truth, type Unknown, type Value } from '../../world/known.ts';
import { isGoneFor } from '../lists.ts';
import type { Match } from './match.ts';
import { misfit } from './misfit.ts';

type ResourceType = Extract<FieldType, { kind: 'resource' }>;

export interface Place {
  readonly model: Model;
  readonly world: Knowledge;
  readonly at: string;
  readonly type: FieldType | undefined;
  readonly statement: Statement | undefined;
  /** Nothing is shown as null, where its type has that. */
  readonly isAlways: boolean;
  /** What it is where nothing was sent is not stated: null is as good as no member. */
  readonly mayBeNull?: boolean;
  /** Undefined: it is kept nowhere. */
  readonly learn: ((value: Value) => void) | undefined;
  readonly class: FindingClass;
  /** Is the row there for who calls? */
  readonly isSeen: (target: Row) => Truth;
  readonly embed: (target: Row, type: ResourceType | undefined, json: unknown, at: string) => void;
  /** A reference that is shown as its whole row. */
  readonly isWhole: boolean;
  /** Only a part of it was asked for. */
  readonly isPart: boolean;
  /** The service took it though no type allows it, and the document does not say how it is refused. */
  readonly isTaken?: boolean;
}

export function matchValue(match: Match, place: Place, expected: Value, json: unknown): void {
  const { type } = place;
  const plain = type?.kind === 'nullable' ? type.of : type;
  if (plain?.kind === 'resource' && isReference(place.model, plain)) reference(match, place, plain, expected, json);
  else if (expected === UNKNOWN) unknown(match, place, json);
  else if (expected === null) nothing(match, place, json);
  else if (json === undefined || json === null || !isSame(place.model, plain, expected, json))
    differs(match, place, shown(expected), json);
}

function isReference(model: Model, type: ResourceType): boolean {
  return type.by !== undefined || isEmbedded(model, type);
}

function differs(
  { differences }: Match,
  { at, statement, class: kind, learn }: Place,
  expected: string,
  json: unknown,
): void {
  differences.push({
    ...(learn && { forget: () => learn(UNKNOWN) }),
    at,
    expected,
    got: json === undefined ? 'nothing there' : printed(json),
    statement,
    class: kind,
  });
}

/** Nobody knew it: its type says what may be there. */
function unknown(match: Match, place: Place, json: unknown): void {
  const { model, type } = place;
  if (place.isTaken) return;
  if (json === undefined || json === null) {
    const isNull = json === null;
    if (isNull && type?.kind !== 'nullable' && !place.mayBeNull) differs(match, place, 'a value, or no member', json);
    else if (!isNull && place.isAlways) differs(match, place, 'a value', json);
    else place.learn?.(null);
    return;
  }
  const wrong = place.isPart ? undefined : misfit(model, type, json);
  if (wrong !== undefined) differs(match, place, `a value of its type, ${wrong}`, json);
  else if (!place.isPart) place.learn?.(json as Json);
}

/** It has no value. */
function nothing(match: Match, place: Place, json: unknown): void {
  const { type } = place;
  const isNullable = type?.kind === 'nullable';
  if (json === null && (place.isTaken || place.mayBeNull)) return;
  if (json === undefined && place.isAlways && isNullable) differs(match, place, 'null', json);
  else if (json === null && !(place.isAlways && isNullable))
    differs(match, place, 'no member, as it has no value', json);
  else if (json !== undefined && json !== null)
    differs(match, place, place.isAlways && isNullable ? 'null' : 'no member, as it has no value', json);
}

function reference(match: Match, place: Place, type: ResourceType, expected: Value, json: unknown): void {
  const isShownWhole = !type.by || place.isWhole;
  if (!(expected instanceof Row)) {
    if (expected === null) return nothing(match, place, json);
    if (expected === UNKNOWN)
      return isShownWhole ? unknownRow(match, place, type, json) : named(match, place, type, json);
    return;
  }
  const isSeen = place.isSeen(expected);
  if (isSeen === false) return nothing(match, place, json);
  if ((json === undefined || json === null) && isSeen === undefined) return;
  if (json === undefined || json === null)
    return differs(match, place, `the ${expected.resource} that it refers to`, json);
  if (isShownWhole) return place.embed(expected, type.by ? undefined : type, json, place.at);
  const key = expected.get(type.by!.text);
  matchValue(
    match,
    {
      ...place,
      type: typeOf(place.model, expected.resource, type.by!.text),
      learn: (value) => place.world.set(expected, type.by!.text, value, 'shown'),
    },
    key,
    json,
  );
}

function typeOf(model: Model, resource: string, field: string): FieldType | undefined {
  const slot = model.fields.get(`${resource}.${field}`)?.type;
  return slot?.status === 'stated' ? slot.value : undefined;
}

/** Which row it refers to was not known: it is the one of that name. */
function named(match: Match, place: Place, type: ResourceType, json: unknown): void {
  if (json === undefined || json === null) return unknown(match, place, json);
  const wrong = misfit(place.model, type, json);
  if (wrong !== undefined) return differs(match, place, `a value of its type, ${wrong}`, json);
  place.learn?.(rowNamed(place.world, type.resource.text, type.by!.text, json));
}

/** The row whose field has this value; it is made known where nobody knew it. Unknown: it may be one whose value nobody knows. */
export function rowNamed(world: Knowledge, resource: string, field: string, json: unknown): Row | Unknown {
  const { sure, possible } = world.find(resource, field, json);
  // The key of a row that is gone may be that of another one since.
  const there =
    sure.find((row) => row.isThere !== false && isGoneFor(world, undefined, row) === false) ??
    sure.find((row) => row.isThere !== false);
  if (there) return there;
  if (possible.some((row) => row.isThere !== false)) return UNKNOWN;
  if (sure.length > 0) return sure.at(-1)!;
  return world.add(resource, [[field, json as Json]], undefined, false);
}

function unknownRow(match: Match, place: Place, type: ResourceType, json: unknown): void {
  if (!isMembers(json)) return unknown(match, place, json);
  const resource = place.model.resources.get(type.resource.text);
  if (!resource) return;
  const [identity] = resource.identifiedBy.status === 'stated' ? resource.identifiedBy.value : [];
  const key = identity && json[identity.text];
  const found = key === undefined ? UNKNOWN : rowNamed(place.world, type.resource.text, identity!.text, key);
  // Which row it is nobody can tell: what is shown of it is held to its types.
  const row = found === UNKNOWN ? place.world.add(type.resource.text, [], undefined, false) : found;
  if (found === UNKNOWN) return place.embed(row, type.by ? undefined : type, json, place.at);
  if (row.isThere !== true) place.world.setThere(row, true);
  place.learn?.(row);
  place.embed(row, type.by ? undefined : type, json, place.at);
}

/** Members of a set are in no order; what a nested shape has no value for may be left out. */
function isSame(model: Model, type: FieldType | undefined, expected: unknown, json: unknown): boolean {
  switch (type?.kind) {
    case 'nullable':
      return isSame(model, type.of, expected, json);
    case 'set':
    case 'array': {
      if (!Array.isArray(expected) || !Array.isArray(json) || expected.length !== json.length) return false;
      if (type.kind === 'array' && !type.sorted)
        return expected.every((one, at) => isSame(model, type.of, one, json[at]));
      const left = [...json];
      return expected.every((one) => {
        const found = left.findIndex((other) => isSame(model, type.of, one, other));
        return found >= 0 && left.splice(found, 1).length > 0;
      });
    }
    case 'resource':
      return type.by ? sameJson(expected, json) : isSameShape(model, type.resource.text, expected, json);
    default:
      return sameJson(expected, json);
  }
}

/** An object around dotted fields of which none has a value says nothing. */
function isSameShape(model: Model, name: string, expected: unknown, json: unknown): boolean {
  const resource = model.resources.get(name);
  if (!resource || !isMembers(expected) || !isMembers(json)) return sameJson(expected, json);
  const fields = resource.fields.items.filter((field) => !isHidden(field));
  if (hasOthers(fields, json, '')) return false;
  return fields.every((field) => {
    const path = field.name.text.split('.');
    const [kept, shownAs] = [memberAt(expected, path), memberAt(json, path)];
    if (shownAs === null) return kept === null || field.present.status === 'stated';
    const type = field.type.status === 'stated' ? field.type.value : undefined;
    return kept !== null && isSame(model, type, kept, shownAs);
  });
}

/** `before`: of the objects around dotted fields. */
function hasOthers(fields: readonly Field[], json: Readonly<Record<string, unknown>>, before: string): boolean {
  return Object.entries(json).some(([member, one]) => {
    const name = `${before}${member}`;
    if (fields.some((field) => field.name.text === name)) return false;
    const isAround = fields.some((field) => field.name.text.startsWith(`${name}.`));
    return !isAround || (isMembers(one) && hasOthers(fields, one, `${name}.`));
  });
}

function shown(value: Exclude<Value, null>): string {
  return value instanceof Row ? `a ${value.resource}` : printed(value);
}

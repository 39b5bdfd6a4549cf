// Names in a body and a query that nothing declares, and fields that are not the caller's to send. Input: a call. Output: where each stands.
// Notation, part 4, Unknown fields and Read-only fields.

import { isFixedOnceThere } from '../../../analysis/document/inputs.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { queryParameters } from '../../../analysis/document/query-parameters.ts';
import { credentialQueries } from '../../../analysis/document/schemes.ts';
import { versionQueries } from '../../../analysis/document/versions.ts';
import type { InputField } from '../../../analysis/document/input-fields.ts';
import { nestedIn } from '../../../analysis/values/nested-rules.ts';
import { oncePer } from '../../../base/once-per.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Resource } from '../../../notation/resources.ts';
import { sentAt, typeOf } from '../../values/body-fields.ts';
import { bare, isMembers } from '../../values/fits.ts';
import { all, not, some, UNKNOWN, Row, type Json, type Truth } from '../../world/known.ts';
import { isSame } from '../../values/compare.ts';
import { targetOf, type Facts, type Judge } from './context.ts';
import { hasField } from './fields.ts';
import { isReadable } from './media.ts';

export interface NameFound {
  readonly what: 'unknown' | 'read-only';
  readonly path: readonly string[];
  readonly truth: Truth;
}

export const unknownField: Judge<'unknown field'> = (facts) =>
  some([...unknownQueries(facts).map(() => true), inBody(facts, 'unknown')]);

export const readOnlyField: Judge<'read-only field'> = (facts) => inBody(facts, 'read-only');

function inBody(facts: Facts, what: NameFound['what']): Truth {
  const found = namesFound(facts).filter((one) => one.what === what);
  return all([isReadable(facts), some(found.map(({ truth }) => truth))]);
}

/** Parameters that neither a table nor Pages, part 5 or part 9 declares. */
export function unknownQueries({ asked, model, linked }: Facts): readonly string[] {
  if (asked.query.size === 0) return NONE;
  const known = knownQueries(model, linked);
  return [...asked.query.keys()].filter((name) => !known.has(name));
}

const NONE: readonly string[] = [];

const knownQueries = oncePer((model: Model, linked: LinkedOperation): ReadonlySet<string> => {
  const declared = [...queryParameters(model, linked)].map(([name, { type }]) => {
    const plain = bare(valueOf(type) ?? { kind: 'string' });
    return plain.kind === 'array' && plain.style === 'brackets' ? `${name}[]` : name;
  });
  return new Set([...declared, ...credentialQueries(model), ...versionQueries(model)]);
});

/** No name with a dot in it is taken for two. */
function isSamePlace(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((step, depth) => step === other[depth]);
}

export const namesFound: (facts: Facts) => readonly NameFound[] = oncePer((facts: Facts): readonly NameFound[] => {
  const { asked, body } = facts;
  const value = sentAt(asked, []);
  if (body.kind !== 'fields' || value === undefined) return [];
  const found: NameFound[] = [];
  if (body.rows && body.rows.path.length === 0) {
    for (const [place, item] of (Array.isArray(value) ? (value as readonly Json[]) : []).entries())
      found.push(...inObject(facts, item, [], [String(place)], []));
    return found;
  }
  found.push(...inObject(facts, value, [], [], undefined));
  if (!body.rows) return found;
  const { path } = body.rows;
  const items = sentAt(asked, path);
  for (const [place, item] of (Array.isArray(items) ? (items as readonly Json[]) : []).entries())
    found.push(...inObject(facts, item, [], [...path, String(place)], path));
  return found;
});

/** `list`: of an item of that list, in which the places of fields begin. */
function inObject(
  facts: Facts,
  value: Json,
  within: readonly string[],
  at: readonly string[],
  list: readonly string[] | undefined,
): readonly NameFound[] {
  const { body, model } = facts;
  if (body.kind !== 'fields' || !isMembers(value)) return [];
  const fields = body.fields.filter((one) => !one.isRest && isSamePlace(one.list, list));
  const readOnly = body.readOnly.filter((one) => isSamePlace(one.list, list));
  const isList = body.rows && list === undefined;
  const keeper = body.fields.find(({ isRest, path }) => isRest && isSamePlace(path, within));
  const type = keeper && typeOf(keeper);
  const kept = type && bare(type);
  const ofKept = (member: Json, place: readonly string[]): readonly NameFound[] =>
    kept?.kind === 'map' ? insideOf(facts, kept.of, member, place) : [];
  return Object.entries(value).flatMap(([name, member]): readonly NameFound[] => {
    const path = [...within, name];
    const place = [...at, name];
    const named = fields.filter((one) => isSamePlace(one.path, path));
    if (named.length > 0) {
      const has = named.map((one) => hasField(facts, one));
      if (has.includes('not judged')) return [];
      const own = named.find((_, nth) => has[nth] === true);
      if (!own && keeper) return ofKept(member, place);
      if (!own) return [{ what: 'unknown', path: place, truth: not(some(has as readonly Truth[])) }];
      const fixed: readonly NameFound[] = isFixedOnceThere(model, facts.linked, own)
        ? [{ what: 'read-only', path: place, truth: isOther(facts, own, member) }]
        : [];
      return [...fixed, ...(own.isList ? [] : insideOf(facts, typeOf(own), member, place))];
    }
    if (readOnly.some((one) => isSamePlace(one.path, path))) return [{ what: 'read-only', path: place, truth: true }];
    if (isList && isSamePlace(body.rows!.path, path)) return [];
    const isAround = isAroundOf(facts, [...fields, ...readOnly], path);
    const isAroundList = isList && path.every((step, depth) => body.rows!.path[depth] === step);
    const inside = isAround === false && !isAroundList ? [] : inObject(facts, member, path, place, list);
    if (isAround === true || isAround === 'not judged' || isAroundList) return inside;
    // A row whose When does not hold is as one that is not written.
    if (keeper) return ofKept(member, place);
    return [
      { what: 'unknown', path: place, truth: not(isAround) },
      ...inside.map((one) => ({ ...one, truth: UNTOLD })),
    ];
  });
}

/** Is the place one of an object that has some of the fields? */
function isAroundOf(
  facts: Facts,
  fields: readonly Pick<InputField, 'path' | 'when'>[],
  path: readonly string[],
): ReturnType<typeof hasField> {
  const inside = fields
    .filter((one) => one.path.length > path.length && path.every((step, depth) => one.path[depth] === step))
    .map((one) => hasField(facts, one));
  const sure = inside.filter((one) => one !== 'not judged');
  const is = some(sure);
  return is !== true && sure.length < inside.length ? 'not judged' : is;
}

const UNTOLD: Truth = undefined;

/** What a row that is there has already may be sent again. */
function isOther(facts: Facts, field: Parameters<typeof isFixedOnceThere>[2], sent: Json): Truth {
  const row = targetOf(facts, field.sets!.resource);
  if (row === null || row === undefined) return false;
  if (!(row instanceof Row)) return undefined;
  const kept = row.get(field.sets!.field.name.text);
  const type = typeOf(field);
  if (kept === UNKNOWN) return undefined;
  const isSent = isSame(facts.model, { value: kept, type }, { value: sent, type });
  return isSent === undefined ? undefined : !isSent;
}

/** Names inside of nested shapes, in lists and maps too. */
function insideOf(facts: Facts, type: FieldType | undefined, value: Json, at: readonly string[]): readonly NameFound[] {
  const plain = type && bare(type);
  const shape = plain && nestedIn(facts.model, plain);
  if (!plain || !shape || value === null) return [];
  if (plain.kind === 'array' || plain.kind === 'set')
    return Array.isArray(value)
      ? (value as readonly Json[]).flatMap((one, place) => insideOf(facts, plain.of, one, [...at, String(place)]))
      : [];
  if (plain.kind === 'map')
    return isMembers(value)
      ? Object.entries(value).flatMap(([name, one]) => insideOf(facts, plain.of, one, [...at, name]))
      : [];
  return inShape(facts, shape, value, [], at);
}

function inShape(
  facts: Facts,
  shape: Resource,
  value: Json,
  within: readonly string[],
  at: readonly string[],
): readonly NameFound[] {
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]): readonly NameFound[] => {
    const path = [...within, name];
    const place = [...at, name];
    const field = shape.fields.items.find((one) => isSamePlace(one.name.text.split('.'), path));
    if (field && valueOf(field.setBy)?.kind === 'caller') return insideOf(facts, valueOf(field.type), member, place);
    if (field) return [{ what: 'read-only', path: place, truth: true }];
    const isAround = shape.fields.items.some((one) => one.name.text.startsWith(`${path.join('.')}.`));
    return isAround ? inShape(facts, shape, member, path, place) : [{ what: 'unknown', path: place, truth: true }];
  });
}

// The rows that a call is about: those that its path, a condition or its caller finds. Where several may be meant, each is one way to read the
// reply. Input: what is known, a call. Output: rows, the likely one first.

import { signInField } from '../../../analysis/document/callers.ts';
import { isOfOneRow, mayFindNone } from '../../../analysis/document/effect-traits.ts';
import { effectsOf, pathFacts, type Selection } from '../../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import { truth } from '../../values/evaluate.ts';
import { keptAs, shownKey } from '../../world/kept.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import { Row, UNKNOWN, all, callingRow, type Json, type Truth } from '../../world/known.ts';
import type { Asked } from '../../world/world.ts';
import { isGoneFor } from '../lists.ts';
import type { EffectOf } from './context.ts';
import { valueOf } from '../../../notation/slot.ts';
import { plainType } from '../../../analysis/document/value-kinds.ts';
import { sentAt } from '../../values/body-fields.ts';
import { readText } from '../../values/fits.ts';
import { isUnique } from '../../values/rows.ts';

/** A row that is known, or one that has to be there as the call succeeded. */
export type Candidate = Row | { readonly resource: string; readonly values: readonly (readonly [string, Json])[] };

/** The rows of each resource that the call finds: of several candidates the likely one comes first. */
export function candidatesFor(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
): ReadonlyMap<string, readonly Candidate[]> {
  const found = new Map<string, readonly Candidate[]>();
  for (const selection of pathFacts(world.model, linked).selections)
    found.set(selection.resource, ofPath(world, linked, asked, selection));
  for (const effect of effectsOf(linked)) {
    if (effect.kind === 'signs in') found.set(effect.target.text, ofCredentials(world, linked, asked, effect));
    else if ('where' in effect && effect.where && isOfOneRow(effect))
      found.set(effect.target.text, ofWhere(world, linked, asked, effect as Finds, found.get(effect.target.text)));
  }
  return found;
}

/** Does the call make the row that its path names, where there is none? */
export function makesNamed(linked: LinkedOperation, resource: string): boolean {
  return effectsOf(linked).some((effect) => effect.kind === 'creates or replaces' && effect.target.text === resource);
}

/** May the path find none, and the call succeed? Then a row is made, or there was nothing to do. */
export function mayLack(linked: LinkedOperation, resource: string): boolean {
  return makesNamed(linked, resource) || isIfThere(linked, resource);
}

/** Where there is no such row, is there nothing to do? */
export function isIfThere(linked: LinkedOperation, resource: string): boolean {
  return effectsOf(linked).some(
    (effect) => mayFindNone(effect) && 'target' in effect && effect.target.text === resource,
  );
}

function ofPath(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  { resource, keys }: Selection,
): readonly Candidate[] {
  const shown = keys.map(({ field, parameter }) => [field, asked.path.get(parameter) ?? ''] as const);
  const sure: Row[] = [];
  const possible: Row[] = [];
  const [[first, text] = ['', '']] = shown;
  const near =
    shown.length === 0 ? world.rows(resource) : world.near(resource, first, keyOf(world, resource, first, text));
  for (const row of near) {
    const isIt = all(shown.map(([field, text]) => hasKey(world, row, field, text)));
    const isAbsent = row.isThere === false || isGoneFor(world, linked, row) === true;
    if (isIt === false || isAbsent) continue;
    (isIt ? sure : possible).push(row);
  }
  const there = sure.filter((row) => row.isThere === true);
  if (there.length > 0) return there.slice(-1);
  // One that may be gone: no other row can have come in its place.
  const isAlone = isUnique(
    world.model,
    resource,
    keys.map(({ field }) => field),
  );
  if (sure.length === 1 && isAlone && world.hasSeenMade(resource)) return sure;
  const known = [...sure, ...possible];
  if (known.length > 0 && world.isWhole(resource)) return known;
  const values = shown.map(([field, text]) => [field, keyOf(world, resource, field, text)] as const);
  return [...known, { resource, values }];
}

/** The rows that surely have the keys that the path names, whether they are there or not. */
export function namedBy(world: Knowledge, asked: Asked, { resource, keys }: Selection): readonly Row[] {
  const [first] = keys;
  if (!first) return [];
  const text = (parameter: string): string => asked.path.get(parameter) ?? '';
  return world
    .near(resource, first.field, keyOf(world, resource, first.field, text(first.parameter)))
    .filter((row) => keys.every(({ field, parameter }) => hasKey(world, row, field, text(parameter)) === true));
}

/** Those, too, of which nobody can tell. */
export function mayBeNamedBy(world: Knowledge, asked: Asked, { resource, keys }: Selection): readonly Row[] {
  const isNamed = (row: Row): boolean =>
    keys.every(({ field, parameter }) => hasKey(world, row, field, asked.path.get(parameter) ?? '') !== false);
  return keys.length === 0 ? [] : world.there(resource).filter(isNamed);
}

function hasKey(world: Knowledge, row: Row, field: string, text: string): Truth {
  const value = row.get(field);
  if (value === UNKNOWN) return undefined;
  if (value === null) return false;
  if (value instanceof Row) return undefined;
  return shownKey(world.model, row.resource, field, value) === shownKey(world.model, row.resource, field, text);
}

/** What the text of a path means, in the type of the field. */
export function keyOf({ model }: Knowledge, resource: string, field: string, text: string): Json {
  const slot = model.fields.get(`${resource}.${field}`)?.type;
  const type = slot && valueOf(slot);
  const plain = type && plainType(model, type)?.type;
  return keptAs(model, plain, (plain && readText(model, plain, text)) ?? text) as Json;
}

type Finds = EffectOf<'reads' | 'moves'>;

/** `selected`: what the path selects, where it selects one. */
function ofWhere(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  effect: Finds,
  selected: readonly Candidate[] | undefined,
): readonly Candidate[] {
  const { target, where } = effect;
  const resource = target.text;
  const caller = callingRow(asked.caller);
  if ('ofCaller' in effect && effect.ofCaller && caller?.resource === resource) return [caller];
  const isIt = (row: Row): Truth => truth(where!, { world, asked, row, self: row });
  if (selected) return selected.filter((one) => !(one instanceof Row) || isIt(one) !== false);
  const truths = world.rows(resource).map((row) => {
    const isAbsent = row.isThere === false || isGoneFor(world, linked, row) === true;
    return [row, isAbsent ? false : isIt(row)] as const;
  });
  const sure = truths.flatMap(([row, is]) => (is === true ? [row] : []));
  if (sure.length > 0) return sure;
  const possible = truths.flatMap(([row, is]) => (is === undefined ? [row] : []));
  return possible.length > 0 && world.isWhole(resource) ? possible : [...possible, { resource, values: [] }];
}

/** The row to which the call signs in. */
function ofCredentials(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  effect: EffectOf<'signs in'>,
): readonly Candidate[] {
  const resource = effect.target.text;
  const sent = effect.by.flatMap(({ text }) => {
    const value = credentialSent(world, linked, asked, effect, text);
    return value === undefined || isSecret(world, resource, text) ? [] : [[text, value] as const];
  });
  const rows = world
    .rows(resource)
    .filter(
      (row) =>
        row.isThere !== false &&
        sent.every(
          ([field, value]) =>
            row.get(field) !== UNKNOWN &&
            shownKey(world.model, resource, field, row.get(field)) === shownKey(world.model, resource, field, value),
        ),
    );
  return rows.length > 0 ? rows : [{ resource, values: sent }];
}

export function isSecret({ model }: Knowledge, resource: string, field: string): boolean {
  const slot = model.fields.get(`${resource}.${field}`)?.type;
  const type = slot && valueOf(slot);
  return (type?.kind === 'nullable' ? type.of : type)?.kind === 'secret';
}

/** What the body says of a field by which a row signs in. */
export function credentialSent(
  { model }: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  effect: EffectOf<'signs in'>,
  name: string,
): Json | undefined {
  const field = signInField(model, linked, effect, name);
  return field && sentAt(asked, field.path);
}

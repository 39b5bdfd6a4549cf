// What a service was sent that its document does not allow, and took: it may show it, which is no failure of its own. Input: what is known, a
// call that was answered 2xx. Output: the values that are taken; whether one is.

import { isSafe } from '../../analysis/document/effect-traits.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { sentAt } from '../values/body-fields.ts';
import { isMembers } from '../values/fits.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';
import { factsOf } from './causes/context.ts';
import { bodyFindings } from './causes/fields.ts';
import type { Doing } from './effects/context.ts';
import type { Outcome } from './expected.ts';

/** `places`: where in the body something is not allowed; left out: anywhere. */
export function take(
  world: Knowledge,
  linked: LinkedOperation,
  asked: Asked,
  places?: readonly (readonly string[])[],
): void {
  const body = bodyOf(world.model, linked);
  if (body.kind !== 'fields') return;
  const isMeant = (path: readonly string[]): boolean =>
    places === undefined || places.some((place) => place.length > 0 && path.every((step, at) => step === place[at]));
  if (!isMembers(sentAt(asked, [])))
    for (const { sets } of body.fields) if (sets) world.taken.add(keyOf(sets.resource, '', NO_OBJECT));
  for (const { path, sets } of body.fields)
    if (sets && isMeant(path)) world.taken.add(keyOf(sets.resource, sets.field.name.text, sentAt(asked, path)));
}

/** A success that the document does not admit: a row may be there that was not, also where none is made. */
export function takeAll(world: Knowledge, linked: LinkedOperation, asked: Asked, outcomes: readonly Outcome[]): void {
  take(world, linked, asked);
  if (outcomes.some(({ kind }) => kind === 'success')) return;
  for (const effect of effectsOf(linked))
    if (!isSafe(effect) && 'target' in effect) world.mayHaveMade(effect.target.text);
}

/** A success that may have been refused: what is kept of a value that does not fit its field is not known. */
export function takeOdd(world: Knowledge, linked: LinkedOperation, asked: Asked, { made, found, each }: Doing): void {
  take(world, linked, asked);
  const body = bodyOf(world.model, linked);
  if (body.kind !== 'fields') return;
  const odd = new Set(bodyFindings(factsOf(asked)).findings.map(({ path }) => path.join('.')));
  const sets = body.fields.flatMap((field) => (field.sets && odd.has(field.path.join('.')) ? [field.sets] : []));
  for (const row of new Set([...made.values(), ...found.values(), ...each]))
    for (const { resource, field } of sets) if (resource === row.resource) world.forget(row, field.name.text);
}

export function isTaken({ taken }: Knowledge, resource: string, field: string, json: unknown): boolean {
  return taken.size > 0 && taken.has(keyOf(resource, field, json));
}

const NO_OBJECT = 'no object';

const STRAY = 'stray';

/** A row was changed where none was known to be, or is elsewhere since: what there is at other addresses nobody can tell. */
export function takeStray({ taken }: Knowledge, resource: string): void {
  taken.add(keyOf(resource, '', STRAY));
}

/** Was a body taken that is no object? Then a row may be shown as none. */
export function isNoObjectTaken({ taken }: Knowledge, resource: string): boolean {
  return taken.size > 0 && taken.has(keyOf(resource, '', NO_OBJECT));
}

export function isStrayTaken({ taken }: Knowledge, resource: string): boolean {
  return taken.size > 0 && taken.has(keyOf(resource, '', STRAY));
}

/** What is not there may be shown as null. */
function keyOf(resource: string, field: string, json: unknown): string {
  return JSON.stringify([resource, field, json ?? null]);
}

// What a service was sent that its document does not allow, and took: it may show it, which is no failure of its own. Input: what is known, a
// call that was answered 2xx. Output: the values that are taken; whether one is.

import { bodyOf } from '../../analysis/document/inputs.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { sentAt } from '../values/body-fields.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';

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
  for (const { path, sets } of body.fields)
    if (sets && isMeant(path)) world.taken.add(keyOf(sets.resource, sets.field.name.text, sentAt(asked, path)));
}

export function isTaken({ taken }: Knowledge, resource: string, field: string, json: unknown): boolean {
  return taken.has(keyOf(resource, field, json));
}

/** What is not there may be shown as null. */
function keyOf(resource: string, field: string, json: unknown): string {
  return JSON.stringify([resource, field, json ?? null]);
}

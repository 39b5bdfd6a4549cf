// What a service was sent that its document does not allow, and took, where the document does not say how it is refused: it may show it.
// Input: what is known, a call that was answered 2xx. Output: the values that are taken; whether one is.

import { bodyOf } from '../../analysis/document/inputs.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { sentAt } from '../values/body-fields.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';

export function take(world: Knowledge, linked: LinkedOperation, asked: Asked): void {
  const body = bodyOf(world.model, linked);
  if (body.kind !== 'fields') return;
  for (const { path, sets } of body.fields)
    if (sets) world.taken.add(keyOf(sets.resource, sets.field.name.text, sentAt(asked, path)));
}

export function isTaken({ taken }: Knowledge, resource: string, field: string, json: unknown): boolean {
  return taken.has(keyOf(resource, field, json));
}

/** What is not there may be shown as null. */
function keyOf(resource: string, field: string, json: unknown): string {
  return JSON.stringify([resource, field, json ?? null]);
}

// Which fields an operation may change, by resource. Comes in: a linked operation. Goes out: names of stored fields.
// Notation, part 4, Does and the Body table.

import type { LinkedOperation, Model } from '../model.ts';
import type { Field } from '../resources.ts';
import { valueOf } from '../status.ts';
import { bodyOf } from './inputs.ts';
import { CREATES } from './shape-fields.ts';
import { effectsOf, identityOf } from './targets.ts';

/** By resource, the stored fields whose values an operation may change to something that stands there already. */
export function writtenFields(model: Model, linked: LinkedOperation): ReadonlyMap<string, ReadonlySet<string>> {
  const written = new Map<string, Set<string>>();
  const add = (resource: string, field: string): void => {
    const fields = written.get(resource);
    if (fields) fields.add(field);
    else written.set(resource, new Set([field]));
  };
  const body = bodyOf(model, linked);
  if (body.kind === 'fields') for (const { sets } of body.fields) if (sets) add(sets.resource, sets.field.name.text);
  for (const effect of effectsOf(linked)) {
    if (effect.kind === 'moves' || effect.kind === 'moves every') add(effect.target.text, effect.field.text);
    if (!CREATES.has(effect.kind) || !('target' in effect)) continue;
    const resource = model.resources.get(effect.target.text);
    const identity = new Set(resource ? identityOf(resource) : []);
    for (const field of resource?.fields.items ?? []) {
      if (effect.kind === 'creates or replaces' && identity.has(field.name.text)) continue;
      if (!isMadeUnique(field)) add(effect.target.text, field.name.text);
    }
  }
  for (const effect of effectsOf(linked)) {
    if (effect.kind !== 'sets') continue;
    for (const { field } of effect.assignments) {
      for (const [name, resource] of model.resources) {
        for (const one of resource.fields.items) {
          if (field.text === `${name}.${one.name.text}` || field.text === one.name.text) add(name, one.name.text);
        }
      }
    }
  }
  return written;
}

/** Ids are never given twice, and slugs are made unique. */
function isMadeUnique(field: Field): boolean {
  const setBy = valueOf(field.setBy);
  // Who sets it is asked for itself, and holds what makes such a row until then.
  if (!setBy) return true;
  if (setBy.kind !== 'service') return false;
  return setBy.rule.kind === 'new id' || setBy.rule.kind === 'slug';
}

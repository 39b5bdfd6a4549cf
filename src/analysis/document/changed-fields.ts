// Which fields an operation may change, by resource. Input: a linked operation. Output: names of stored fields. Notation, part 4, Does and
// the Body table.

import { isComplete } from './complete.ts';
import { isCreation, isDeletion, isMove, isSafe, onlyCreates, overwrites } from './effect-traits.ts';
import { ruleOf } from './field-rules.ts';
import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { bodyOf } from './inputs.ts';
import { isSignedInBy } from './shape-fields.ts';
import { effectsOf, identityOf } from './targets.ts';

/** By resource, the stored fields that an operation may set to a value that another row has already. */
export const writtenFields: (model: Model, linked: LinkedOperation) => ReadonlyMap<string, ReadonlySet<string>> =
  oncePer((model, linked) => {
    const written = new Map<string, Set<string>>();
    const add = (resource: string, field: string): void => {
      const fields = written.get(resource);
      if (fields) fields.add(field);
      else written.set(resource, new Set([field]));
    };
    const body = bodyOf(model, linked);
    for (const { sets } of body.kind === 'fields' ? body.fields : []) {
      const resource = sets && model.resources.get(sets.resource);
      // What a row is signed in by is compared.
      if (resource && !isSignedInBy(linked, resource, sets.field)) add(sets.resource, sets.field.name.text);
    }
    for (const effect of effectsOf(linked)) {
      if (isMove(effect)) add(effect.target.text, effect.field.text);
      if (!isCreation(effect) || !('target' in effect)) continue;
      const resource = model.resources.get(effect.target.text);
      const identity = new Set(resource ? identityOf(resource) : []);
      for (const field of resource?.fields.items ?? []) {
        if (effect.kind === 'creates or replaces' && identity.has(field.name.text)) continue;
        if (!isMadeUnique(field)) add(effect.target.text, field.name.text);
      }
    }
    for (const effect of effectsOf(linked)) {
      if (effect.kind !== 'sets') continue;
      for (const { field } of effect.assignments)
        for (const one of storedAs(model).get(field.text) ?? []) add(one.resource, one.field);
    }
    return written;
  });

/**
 * May a value of the field be another one than when its row was made? `no` only where the document says all that its
 * operations do, and none of them changes it; nor does a rule.
 */
export function mayChange(model: Model, resource: Resource, field: Field): boolean {
  const rule = ruleOf(field);
  switch (rule?.kind) {
    case 'new id':
      return false;
    case 'now':
    case 'caller':
      return rule.when === 'at change';
    case 'text':
    case 'arithmetic':
      return rule.atCreate !== true;
    case 'slug':
      return !rule.atCreate;
    case undefined:
      return !isComplete(model, model.document.endpoints.operations) || changedIn(model)(resource).has(field.name.text);
    default:
      return true;
  }
}

/** The fields of a resource that an operation may change in a row that is there. */
const changedIn = oncePer((model: Model) =>
  oncePer((resource: Resource): ReadonlySet<string> => {
    const changed = new Set<string>();
    for (const linked of model.operations.values()) {
      const effects = effectsOf(linked);
      const isOpen = linked.facts.does.status !== 'none' && valueOf(linked.facts.does) === undefined;
      const isMadeOnly =
        effects.length > 0 && effects.every((effect) => isSafe(effect) || onlyCreates(effect) || isDeletion(effect));
      if (isMadeOnly) continue;
      if (isOpen || (bodyOf(model, linked).kind === 'open' && effects.some(overwrites)))
        for (const { name } of resource.fields.items) changed.add(name.text);
      for (const name of writtenFields(model, linked).get(resource.name.text) ?? []) changed.add(name);
    }
    return changed;
  }),
);

/** The fields of all resources that a name may mean, with the resource in front of it or without. */
const storedAs = oncePer(
  (model: Model): ReadonlyMap<string, readonly { readonly resource: string; readonly field: string }[]> => {
    const found = new Map<string, { readonly resource: string; readonly field: string }[]>();
    for (const [resource, { fields }] of model.resources) {
      for (const { name } of fields.items) {
        const one = { resource, field: name.text };
        addTo(found, name.text, one);
        addTo(found, `${resource}.${name.text}`, one);
      }
    }
    return found;
  },
);

/** Ids are never given twice, and slugs are made unique. */
function isMadeUnique(field: Field): boolean {
  const setBy = valueOf(field.setBy);
  // Who sets it is a question of its own, and until it is answered holds what makes such a row.
  if (!setBy) return true;
  if (setBy.kind !== 'service') return false;
  return setBy.rule.kind === 'new id' || setBy.rule.kind === 'slug';
}

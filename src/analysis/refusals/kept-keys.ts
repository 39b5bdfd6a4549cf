// The key by which a call finds the row that is there already, and leaves as it is. Input: an operation, a resource, fields. Output: the
// key; whether a key is that one. Notation, part 4, Does `creates or keeps` and Repeat.

import type { LinkedOperation } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Effect } from '../../notation/values/effects.ts';
import { sameValuesOf } from '../document/repeats.ts';
import { effectsOf } from '../document/targets.ts';
import { uniqueGroups, type UniqueFact } from './unique-groups.ts';

/** `creates or keeps`, or a call that may come again, and nothing else of that resource: the row that has the key already is the one that is kept. */
export function isKeyOfKept(linked: LinkedOperation, name: string, { fields, ignoringCase }: UniqueFact): boolean {
  const [only, ...others] = effectsOf(linked).filter((effect) => 'target' in effect && effect.target.text === name);
  const same = sameValuesOf(linked)?.repeat.fields;
  if (same !== undefined && only?.kind === 'creates' && others.length === 0)
    return !ignoringCase && same.every(({ text }) => fields.includes(text));
  if (only?.kind !== 'creates or keeps' || others.length > 0 || ignoringCase) return false;
  return only.with.every(({ field }) => fields.includes(field.text));
}

/** The key whose fields `with` gives, all of them and no other: it decides which row is kept. */
export function keyOfKept(resource: Resource, { with: given }: Keeps): UniqueFact | undefined {
  return keyOf(
    resource,
    given.map(({ field }) => field.text),
  );
}

/** The key that has these fields, all of them and no other. */
export function keyOf(resource: Resource, given: readonly string[]): UniqueFact | undefined {
  const names = new Set(given);
  return uniqueGroups(resource).find(
    ({ fields, ignoringCase }) =>
      !ignoringCase && fields.length === names.size && fields.every((field) => names.has(field)),
  );
}

type Keeps = Extract<Effect, { readonly kind: 'creates' | 'creates or keeps' }>;

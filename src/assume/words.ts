// What a place of a document is called in messages. Input: the key of a fact or list in the model, and the names around it. Output:
// words as the notation writes them: "Set by of `total` of `Order`".

import { headsByKey } from '../notation/sections.ts';

import { OPERATION_TABLES } from '../notation/operation-tables.ts';

const LISTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(OPERATION_TABLES).map(([key, { named, others }]) => [key, named ?? others[0]])),
  kinds: 'events',
  codes: 'errors',
};

/** Keys of bullets and columns → how they are spelled. */
const HEADS: ReadonlyMap<string, string> = headsByKey();

export function listNamed(key: string, names: readonly string[]): string {
  return [LISTS[key] ?? key, ...names.toReversed()].join(' of ');
}

export function factNamed(key: string, names: readonly string[]): string {
  return [HEADS.get(key) ?? spelled(key), ...names.toReversed()].join(' of ');
}

/** `setBy` → `Set by`; keys of bullets are spelled as they are. */
function spelled(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, (_, before: string, next: string) => `${before} ${next.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}

// Names of resources → their words. In: a name. Out: the name bare, or in ticks where it would be read as a word.
// Notation, rule 5.

import { ticked } from '../base/ticked.ts';
import { RESERVED_WORDS } from '../model/reserved-words.ts';
import type { Name } from '../model/status.ts';

const BARE = /^\p{Lu}[\p{L}\p{M}\d_]*(?:-[\p{L}\p{M}\d_]+)*$/u;

export function printResource(name: Name): string {
  return BARE.test(name.text) && !RESERVED_WORDS.has(name.text.toLowerCase()) ? name.text : ticked(name.text);
}

/** Inside a template in ticks, where names need none of their own. */
export function bareName(text: string): string {
  return /^[\p{Ll}_][\p{L}\p{M}\d_]*$/u.test(text) && !RESERVED_WORDS.has(text.toLowerCase()) ? text : ticked(text);
}

// Names of resources → their words. In: a name. Out: the name bare, or in ticks where it would be read as a word.
// Notation, rule 5.

import type { Name } from '../model/status.ts';
import { tick } from './markdown.ts';

/** Words of the grammars that stand where a resource may, in lower case. */
const WORDS = new Set(
  (
    'array as boolean caller count date decimal duration email every file id ignored in integer list map max min new no not ' +
    'null number object of one only or path same seconds secret set slug state string sum that the there this time token ' +
    'true false url uuid value values whole with without and now if'
  ).split(' '),
);
const BARE = /^\p{Lu}[\p{L}\p{M}\d_]*(?:-[\p{L}\p{M}\d_]+)*$/u;

export function printResource(name: Name): string {
  return BARE.test(name.text) && !WORDS.has(name.text.toLowerCase()) ? name.text : tick(name.text);
}

/** Inside a template in ticks, where names need none of their own. */
export function bareName(text: string): string {
  return /^[\p{Ll}_][\p{L}\p{M}\d_]*$/u.test(text) && !WORDS.has(text.toLowerCase()) ? text : tick(text);
}

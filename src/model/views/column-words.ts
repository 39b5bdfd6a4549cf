// The words that further columns of the Code table are. Comes in: a model. Goes out: their heads, as `<word>` spells them.
// Notation, part 7, further columns.

import type { Model } from '../model.ts';
import { WORDS } from '../words.ts';

const columnCache = new WeakMap<Model['document'], ReadonlySet<string>>();

/** Heads of further columns; one that is called as a word of the notation is that word, and names no column. */
export function columnWords(model: Model): ReadonlySet<string> {
  const known = columnCache.get(model.document);
  if (known) return known;
  const heads = model.document.errors.columns.map(({ text }) => text);
  const words = new Set(heads.filter((head) => !Object.hasOwn(WORDS, head.toLowerCase())));
  columnCache.set(model.document, words);
  return words;
}

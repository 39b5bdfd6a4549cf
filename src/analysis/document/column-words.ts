// The words that further columns of the Code table are. Input: a model. Output: their heads, as `<word>` spells them. Notation, part 7,
// further columns.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import { WORDS } from '../../notation/words.ts';

/** Heads of further columns; one that is called as a word of the notation is that word, and names no column. */
export const columnWords: (model: Model) => ReadonlySet<string> = oncePer(({ document }) => {
  const heads = document.errors.columns.map(({ text }) => text);
  return new Set(heads.filter((head) => !Object.hasOwn(WORDS, head.toLowerCase())));
});

/** What `<word>` is of a cell: a number where it is one as JSON writes it, and would write it again; else text, as `007` is. */
export function columnValue(text: string): string | number {
  return /^-?\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

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

/** A number that is sent as it is spelled: `1.50`. */
export interface Spelled {
  readonly number: string;
}

/** As JSON writes numbers, without an exponent: `007` and `1e3` are text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** What has more digits would be another number for many readers of JSON. */
const MOST_DIGITS = 15;

/** What `<word>` is of a cell: a number, or text. */
export function columnValue(text: string): string | number | Spelled {
  if (!NUMBER.test(text)) return text;
  if (String(Number(text)) === text) return Number(text);
  return text.replace(/^-?(?:0\.)?0*|\./g, '').length <= MOST_DIGITS ? { number: text } : text;
}

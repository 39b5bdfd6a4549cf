// What is allowed in a slot: how a value is read and printed, and which of the words `none` and `any` have a meaning there.
// Notation, rule 1.2.

import { didYouMean } from '../../base/did-you-mean.ts';
import { everydayOf } from '../../base/synonyms.ts';
import type { Parser } from './parsed.ts';

/** How a slot is read. */
export interface SlotRule<T> {
  readonly parse: Parser<T>;
  /** Does the word `none` state that there is none? Default: yes. */
  readonly none?: boolean;
  /** Does the word `any` state that it is free? Default: no, and `any` is an error. `a value`: a value like others. */
  readonly any?: boolean | 'a value';
  /** Words that are a value here though they are blank elsewhere: `?` under Cardinality. */
  readonly notBlank?: string;
  /**
   * What an empty cell is. Default: a gap, with `blank-cell`. `left out`: as if the table had no such column. `said elsewhere`: a
   * gap that needs no finding, since another statement may fill it.
   */
  readonly blank?: 'left out' | 'said elsewhere';
  /** How it is read below another spelling of its head. */
  under?(head: string): SlotRule<T>;
  /** Words that bind nothing: a blank is no statement, and no gap. */
  readonly prose?: true;
  /** It keeps callers out: a part of the statement may let in more, and is never what to write. */
  readonly guards?: true;
  /** What to write for a form that the notation had once; undefined: it never had. */
  readonly formerly?: (text: string) => string | undefined;
  /** The forms, for messages. */
  readonly forms: string;
  /** The forms that are offered as answers, in the order of the notation. A `…` waits for words that the author knows. */
  readonly offers?: readonly string[];
}

/** One value of the notation, both ways. */
export interface Syntax<T> extends SlotRule<T> {
  print(value: T): string;
  readonly offers: readonly string[];
  /** The halves of a value that are not shown, the first one first (notation, rule 1.3). */
  open?(value: T): readonly string[];
}

/** One of some fixed words, in any case of letters. */
export function oneOf<const W extends string>(words: readonly W[]): Syntax<W> {
  const forms = words.map((word) => `\`${word}\``).join(' or ');
  const parse: SlotRule<W>['parse'] = (text) => {
    const wanted = text.text.toLowerCase().replace(/\s+/g, ' ');
    const value = words.find((word) => word.toLowerCase() === wanted);
    if (value !== undefined) return { ok: true, value };
    const meant = everydayOf(wanted, words) ?? didYouMean(wanted, words);
    return { ok: false, at: text.span, expected: forms, ...(meant !== undefined && { meant }) };
  };
  return { parse, print: (word) => word, forms, offers: words };
}

/** Words that are kept as written. */
export function asIs(text: string): string {
  return text;
}

export const PROSE: Syntax<string> = {
  parse: (text) => ({ ok: true, value: text.text }),
  print: asIs,
  prose: true,
  forms: 'prose',
  offers: ['prose: …'],
};

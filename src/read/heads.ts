// The heads of a kind of table. Input: a kind and words of a head. Output: which column it is, in any case of letters, or whether it holds
// prose. Notation, rule 1.1 and the tables of each part.

import { oncePer } from '../base/once-per.ts';
import { MEANING } from '../notation/declaration.ts';

/** A kind of table: its first head with its other names, and its columns with theirs. */
export interface TableKind {
  readonly name: string;
  readonly firstHeads: readonly string[];
  /** By the name that the notation gives a column: its other names. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Heads that are none of the columns are kept, each as a column of its own name: `every`, or those of prose not. */
  readonly furtherColumns?: 'every' | 'but prose';
  /** Its rows are no list: `none` and `…` in the first cell say nothing of further rows. */
  readonly isNoList?: true;
}

/** Heads of columns that hold prose in any table. */
export const PROSE_HEADS: readonly string[] = [
  MEANING.head,
  ...(MEANING.spellings ?? []),
  'Note',
  'Remarks',
  'Comment',
];

export function fold(head: string): string {
  const words = head.toLowerCase();
  return words.includes('  ') ? words.replace(/\s+/g, ' ').trim() : words.trim();
}

interface Heads {
  readonly first: ReadonlySet<string>;
  /** Canonical column by folded head. */
  readonly columns: ReadonlyMap<string, string>;
}

export const headsOf: (kind: TableKind) => Heads = oncePer((kind) => {
  const columns = Object.entries(kind.columns).flatMap(([name, others]) =>
    [name, ...others].map((head): [string, string] => [fold(head), name]),
  );
  return { first: new Set(kind.firstHeads.map(fold)), columns: new Map(columns) };
});

export function isProseHead(words: string): boolean {
  const wanted = fold(words);
  return PROSE_HEADS.some((head) => fold(head) === wanted);
}

/** A head that is none of the notation's and a column of its own. */
export function isFurtherHead({ furtherColumns }: TableKind, words: string): boolean {
  return words !== '' && (furtherColumns === 'every' || (furtherColumns === 'but prose' && !isProseHead(words)));
}

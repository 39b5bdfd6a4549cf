// An I-Regexp as a tree. Notation, part 2, head Allowed values, `matches`; https://www.rfc-editor.org/rfc/rfc9485 In: nothing. Output: the
// types that parse.ts makes and automaton.ts reads, and how large a pattern is.

export type Pattern =
  | { readonly kind: 'class'; readonly any: readonly Term[] }
  | { readonly kind: 'sequence'; readonly items: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly items: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly of: Pattern; readonly least: number; readonly most: number };

/** Code points, both ends counted, and general categories of Unicode; `negated`: all but these. */
export interface Term {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [number, number])[];
  readonly categories: readonly Category[];
}

export interface Category {
  readonly name: string;
  readonly negated: boolean;
}

/** The only tree that names no character: its counts would cost nothing in `sizeOf`, and time when they are written out. */
export const EMPTY: Pattern = { kind: 'sequence', items: [] };

/** How many characters it names once its counts are written out: `(ab){3}` is six. What runs grows with that. */
export function sizeOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'class':
      return 1;
    case 'sequence':
    case 'choice':
      return pattern.items.reduce((sum, item) => sum + sizeOf(item), 0);
    case 'repeat':
      return sizeOf(pattern.of) * (pattern.most === Infinity ? Math.max(1, pattern.least) : pattern.most);
  }
}

/** How many classes and single characters are written, `a|b` being two. */
export function termsOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'class':
      return pattern.any.length;
    case 'sequence':
    case 'choice':
      return pattern.items.reduce((sum, item) => sum + termsOf(item), 0);
    case 'repeat':
      return termsOf(pattern.of);
  }
}

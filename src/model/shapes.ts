// What an answer or an error carries: shapes and templates. Notation, part 4 "Shapes and templates".

import type { Span } from '../base/span.ts';
import type { Name } from './status.ts';

export type Shape =
  /** `Todo`, `` User as `Profile` ``, `R without a, b`, `R only a, b`. */
  | {
      readonly kind: 'resource';
      readonly resource: Name;
      readonly view?: Name;
      readonly without?: readonly Name[];
      readonly only?: readonly Name[];
      readonly at: Span;
    }
  | { readonly kind: 'array of'; readonly of: Shape; readonly at: Span }
  | { readonly kind: 'template'; readonly value: Template; readonly at: Span };

/** JSON with holes. `pairs` keep their written order. A pair or item whose key or value is a per-failure word repeats. */
export type Template =
  | { readonly kind: 'object'; readonly pairs: readonly TemplatePair[] }
  | { readonly kind: 'list'; readonly items: readonly Template[] }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  /** A bare field path of the row at hand. */
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly at: Span }
  | { readonly kind: 'shape'; readonly shape: Shape }
  /** `<total>`, `<message>`, `<header X>`: the word without its brackets. */
  | { readonly kind: 'word'; readonly word: string; readonly at: Span }
  /** Quoted text with words inside: `"<base>/errors/<code>"`. */
  | { readonly kind: 'text'; readonly parts: readonly (string | { readonly word: string })[]; readonly at: Span };

export interface TemplatePair {
  readonly key: { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'word'; readonly word: string };
  readonly value: Template;
  readonly at: Span;
}

/** The words that are filled once for each failed field; what holds one of them repeats. */
export const PER_FAILURE_WORDS: readonly string[] = ['field', 'path', 'pointer', 'message'];

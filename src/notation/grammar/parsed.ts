// The result of every value parser: the value, or the place where reading stopped and the forms that are allowed there. Input:
// nothing. Output: the result type of `parseX(text)` (notation, sections 1 and 2).

import type { Advice } from '../../base/synonyms.ts';
import type { Span } from '../../base/span.ts';
import type { SourceText } from './source-text.ts';

/**
 * `at` is the first piece of text that no form explains, `expected` names the forms for people.
 * `code` is set where the notation names a diagnostic of its own (`status-range`, `bad-cardinality` …). `meant` is the word
 * of the notation that something at the place is a slip of, `advice` what to write for an everyday word. `bareNames` where
 * `expected` is what was read, alone: the words in it that were taken for names.
 */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly at: Span;
      readonly expected: string;
      readonly code?: string;
      readonly meant?: string | undefined;
      readonly advice?: Advice | undefined;
      readonly bareNames?: readonly string[];
    };

export type Parser<T> = (text: SourceText) => Parsed<T>;

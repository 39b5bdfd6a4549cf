// What may stand in a slot: its grammar, and which of the three words say something there. Notation, rule 1.2.

import type { Parsed } from './parsed.ts';
import type { SourceText } from './source-text.ts';

/** What may stand in a slot. */
export interface SlotRule<T> {
  readonly parse: (text: SourceText) => Parsed<T>;
  /** Does the word `none` state that there is none? Default: yes. */
  readonly none?: boolean;
  /** Does the word `any` state that it is free? Default: no, and `any` is an error. */
  readonly any?: boolean;
  /** Words that are a value here though they are blank elsewhere: `?` under Cardinality. */
  readonly notBlank?: string;
  /** It keeps callers out: a part of what is said may let in more, and is never what to write. */
  readonly guards?: true;
  /** The forms, for `none` and `any` where they may not stand. */
  readonly forms: string;
}

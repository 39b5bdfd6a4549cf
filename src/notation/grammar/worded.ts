// Values that are kept as they are written, once a grammar has understood them. In: a text and its rule. Out: the text.
// Notation, parts 4 to 9.

import { type Cursor, parseWith } from './cursor.ts';
import type { Parsed } from './parsed.ts';
import type { SourceText } from './source-text.ts';

export function readWords(text: SourceText, rule: (cursor: Cursor) => void): Parsed<string> {
  return parseWith(text, (cursor) => {
    rule(cursor);
    return cursor.textSince(0);
  });
}

/** Several divided by commas, or by one of these words or signs. */
export function items<T>(cursor: Cursor, item: (cursor: Cursor) => T, dividers: readonly string[]): readonly T[] {
  const found: T[] = [];
  do found.push(item(cursor));
  while (cursor.takeSymbol(',') || dividers.some((word) => cursor.takeSymbol(word) || cursor.takePhrase(word)));
  return found;
}

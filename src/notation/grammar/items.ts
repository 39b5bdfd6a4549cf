// Several of a kind. Input: a cursor and how one is read. Output: all of them. Notation, section 3.

import type { Cursor } from './cursor.ts';

/** Several divided by commas, or by one of these words or signs. */
export function items<T>(cursor: Cursor, item: (cursor: Cursor) => T, dividers: readonly string[] = []): readonly T[] {
  const found: T[] = [];
  do found.push(item(cursor));
  while (cursor.takeSymbol(',') || dividers.some((word) => cursor.takeSymbol(word) || cursor.takePhrase(word)));
  return found;
}

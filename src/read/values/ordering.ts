// The order of a list. In: `newest first`, `` `due` descending, then `title` ``. Out: OrderKey[].
// Notation, part 4, key "Order", and `ordered by` of a rule.

import type { OrderKey } from '../../model/rules.ts';
import type { SourceText } from '../source-text.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { fieldPath } from './names.ts';
import type { Parsed } from './parsed.ts';

export const ORDER_FORMS = '`newest first`, `oldest first`, or a field in ticks and `ascending` or `descending`';

export function parseOrder(text: SourceText): Parsed<readonly OrderKey[]> {
  return parseWith(text, orderKeys, 'order');
}

/** Keys divided by `then`, a comma, or both. Creation order is total, so it stands last. */
export function orderKeys(cursor: Cursor): readonly OrderKey[] {
  const keys = [orderKey(cursor)];
  while (keys.at(-1)!.kind === 'field' && isDivided(cursor)) keys.push(orderKey(cursor));
  return keys;
}

function isDivided(cursor: Cursor): boolean {
  const comma = cursor.takeSymbol(',');
  return cursor.takePhrase('then') || comma;
}

function orderKey(cursor: Cursor): OrderKey {
  const mark = cursor.mark;
  if (cursor.takePhrase('newest first')) return { kind: 'insertion', descending: true, at: cursor.since(mark) };
  if (cursor.takePhrase('oldest first')) return { kind: 'insertion', descending: false, at: cursor.since(mark) };
  const path = fieldPath(cursor, ORDER_FORMS);
  const descending = cursor.takePhrase('descending');
  if (!descending) cursor.takePhrase('ascending');
  return { kind: 'field', path, descending, at: cursor.since(mark) };
}

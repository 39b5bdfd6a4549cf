// The order of rows: the type of its keys, how they are read and printed. Notation, part 4, `Order`.

import type { Syntax } from '../grammar/syntax.ts';
import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import { fieldPath } from './names.ts';

/** `insertion` is creation order: `newest first` is descending, `oldest first` ascending. */
export type OrderKey =
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly descending: boolean; readonly at: Span }
  | { readonly kind: 'insertion'; readonly descending: boolean; readonly at: Span };

export const ORDER_FORMS = '`newest first`, `oldest first`, or a field in ticks and `ascending` or `descending`';

export const parseOrder: Parser<readonly OrderKey[]> = parserOf(orderKeys, 'order');

/** Keys divided by `then`, a comma, or both. Creation order is total, so it is last. */
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

export function printOrder(keys: readonly OrderKey[]): string {
  return keys.map(printOrderKey).join(', then ');
}

function printOrderKey(key: OrderKey): string {
  if (key.kind === 'insertion') return key.descending ? 'newest first' : 'oldest first';
  return `${ticked(key.path.join('.'))} ${key.descending ? 'descending' : 'ascending'}`;
}

export const ORDER: Syntax<readonly OrderKey[]> = {
  parse: parseOrder,
  print: printOrder,
  any: true,
  forms: '`newest first`, `oldest first`, or fields',
  offers: ['newest first', 'oldest first', '`…` descending, then `…`'],
};

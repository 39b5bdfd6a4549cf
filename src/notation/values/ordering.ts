// The order of rows: the type of its keys, how they are read and printed. Notation, part 4, `Order`.

import type { Syntax } from '../grammar/syntax.ts';
import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Name } from '../slot.ts';
import { fieldPath, tickedName } from './names.ts';

/** `insertion` is creation order: `newest first` is descending, `oldest first` ascending. */
export type OrderKey =
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly descending: boolean; readonly at: Span }
  | { readonly kind: 'insertion'; readonly descending: boolean; readonly at: Span };

/** `` by query `sort`: `cheapest` is `price`; else newest first ``: the caller chooses among orders. */
export interface Ordering {
  /** Where the caller chooses none. */
  readonly keys: readonly OrderKey[];
  readonly chosen?: { readonly parameter: Name; readonly orders: readonly ChosenOrder[] };
}

export interface ChosenOrder {
  readonly value: Name;
  readonly keys: readonly OrderKey[];
}

/** Those of each order that may be chosen, too. */
export function allKeys({ keys, chosen }: Ordering): readonly OrderKey[] {
  return [...keys, ...(chosen?.orders.flatMap((one) => one.keys) ?? [])];
}

export const ORDER_FORMS = '`newest first`, `oldest first`, or a field in ticks and `ascending` or `descending`';

export const parseOrder: Parser<Ordering> = parserOf(ordering, 'order');

function ordering(cursor: Cursor): Ordering {
  if (!cursor.takePhrase('by query')) return { keys: orderKeys(cursor) };
  const parameter = tickedName(cursor, 'a parameter in ticks: by query `sort`');
  cursor.needSymbol(':', CHOICES);
  const orders = [chosenOrder(cursor)];
  while (cursor.takeSymbol(',')) orders.push(chosenOrder(cursor));
  cursor.needSymbol(';', CHOICES);
  cursor.needPhrase('else', '`else` and the order of those who choose none');
  return { keys: orderKeys(cursor), chosen: { parameter, orders } };
}

const CHOICES =
  'orders by commas, then the one of those who choose none: `a` is `price`, `b` is newest first; else newest first';

function chosenOrder(cursor: Cursor): ChosenOrder {
  const value = tickedName(cursor, CHOICES);
  cursor.needPhrase('is', CHOICES);
  return { value, keys: orderKeys(cursor) };
}

/** Keys divided by `then`, a comma, or both. Creation order is total, so it is last. */
export function orderKeys(cursor: Cursor): readonly OrderKey[] {
  const keys = [orderKey(cursor)];
  while (keys.at(-1)!.kind === 'field' && isDivided(cursor)) keys.push(orderKey(cursor));
  return keys;
}

function isDivided(cursor: Cursor): boolean {
  // The next order that may be chosen: `` , `latest` is … ``.
  if (cursor.isSymbol(',') && cursor.isWord('is', 2)) return false;
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

function printOrdering({ keys, chosen }: Ordering): string {
  if (!chosen) return printOrder(keys);
  const orders = chosen.orders.map((one) => `${ticked(one.value.text)} is ${printOrder(one.keys)}`);
  return `by query ${ticked(chosen.parameter.text)}: ${orders.join(', ')}; else ${printOrder(keys)}`;
}

export const ORDER: Syntax<Ordering> = {
  parse: parseOrder,
  print: printOrdering,
  any: true,
  forms: '`newest first`, `oldest first`, or fields',
  offers: ['newest first', 'oldest first', '`…` descending, then `…`', 'by query `…`: `…` is `…`; else newest first'],
};

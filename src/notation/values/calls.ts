// Calls by method or operation: `GET`, `` `POST /orders` ``. How they are read and printed. Notation, parts 4 and 8.

import { ticked } from '../../base/ticked.ts';
import type { Cursor } from '../grammar/cursor.ts';
import type { Name } from '../slot.ts';
import { isTick, tickedName } from './names.ts';

/** A method in capitals, or an operation. */
export type Call =
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'operation'; readonly operation: Name };

const METHODS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'query'];

export function isMethod(cursor: Cursor): boolean {
  return METHODS.some((method) => cursor.isWord(method)) && !isTick(cursor, 1);
}

/** No operation is named like a method, so a method may be in ticks, too. */
export function call(cursor: Cursor, expected: string): Call {
  const bare = METHODS.find((method) => cursor.takePhrase(method));
  if (bare !== undefined) return { kind: 'method', method: bare.toUpperCase() };
  const operation = tickedName(cursor, expected);
  const isMethodInTicks = METHODS.includes(operation.text.toLowerCase());
  return isMethodInTicks ? { kind: 'method', method: operation.text.toUpperCase() } : { kind: 'operation', operation };
}

export function printCall(one: Call): string {
  return one.kind === 'method' ? one.method : ticked(one.operation.text);
}

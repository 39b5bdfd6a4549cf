// What is known of a service from outside: values, rows and callers, each of which may be unknown. Pure types and tiny functions.

import type { Digits } from '../../base/json-digits.ts';
import type { Call, NoReply, Reply } from '../exchange.ts';

/** Nobody can tell from what was seen. */
export const UNKNOWN: unique symbol = Symbol('unknown');
export type Unknown = typeof UNKNOWN;

/** `Digits`: a number that JavaScript would round. */
export type Json = null | boolean | number | Digits | string | readonly Json[] | { readonly [name: string]: Json };

/** What a field holds. A reference to a row is the row itself, whatever is known of its identity; null is nothing. */
export type Value = Json | Row | Unknown;

/** True, false, or nobody can tell. */
export type Truth = boolean | undefined;

/** A row that the service keeps, as far as it is known. */
export class Row {
  readonly resource: string;
  /** By the name of the field, dotted for a nested object. A field that is not in it is unknown. */
  readonly values: Map<string, Value>;
  /** Secrets that calls have changed, as they were before. */
  readonly former: Map<string, Value> = new Map();
  /** Is it there? Undefined: nobody can tell. */
  isThere: Truth;
  /** Its place among the rows that were seen to be made; undefined: it was there before; NaN: nobody can tell. */
  born: number | undefined;
  /** Was a call seen to make it, for sure? */
  isMade: boolean;

  constructor(resource: string, values: Iterable<readonly [string, Value]>, isThere: Truth, born?: number) {
    this.resource = resource;
    this.values = new Map(values);
    this.isThere = isThere;
    this.born = born;
    this.isMade = born !== undefined && !Number.isNaN(born);
  }

  get(field: string): Value {
    return this.values.has(field) ? this.values.get(field)! : UNKNOWN;
  }
}

/** A call that came with a key, and what was answered. */
export interface KeptCall {
  readonly call: Call;
  /** One name for each caller. */
  readonly caller: string | undefined;
  readonly body: unknown;
  readonly reply: Reply | NoReply;
  readonly from: number;
  readonly to: number;
  /** Is the answer kept? */
  readonly isKept: Truth;
  /** Where it has succeeded: the keys of the causes for which it would be refused once more, as it was done. */
  readonly broughtAbout: ReadonlySet<string>;
}

/** A list of one operation: its path, order and filters, as one text, and who asks. */
export interface AskedList {
  readonly text: string;
  readonly caller: Row | Unknown | string | undefined;
}

/** A place in a list, as a cursor of the service names it. */
export interface Cursor {
  readonly operation: string;
  /** The list that it is good for, as it was asked for. */
  readonly list: AskedList;
  /** The exchange that has shown it. */
  readonly exchange: number;
  readonly row: Row;
  /** What the row held when the cursor was shown. */
  readonly values: ReadonlyMap<string, Value>;
  /** Rows before that one are asked for. */
  readonly isBefore: boolean;
}

/** Who calls, as the credentials of a call say. */
export interface Caller {
  /** The row of the caller's resource; undefined: the scheme has no rows; unknown: it is one of them. */
  readonly row: Row | Unknown | undefined;
  /** The scheme of the credentials that were sent. */
  readonly scheme?: string;
  readonly roles: readonly string[] | Unknown;
  readonly scopes: readonly string[] | Unknown;
  /** Its token gave another one, where each refreshes once. */
  readonly hasRefreshed?: boolean | undefined;
}

/** The row that calls, where it is known which. */
export function callingRow(caller: Caller | Unknown | string): Row | undefined {
  return typeof caller === 'object' && caller.row instanceof Row ? caller.row : undefined;
}

export function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

/** False where one is false; else unknown where one is unknown. */
export function all(truths: Iterable<Truth>): Truth {
  let result: Truth = true;
  for (const truth of truths) {
    if (truth === false) return false;
    if (truth === undefined) result = undefined;
  }
  return result;
}

/** True where one is true; else unknown where one is unknown. */
export function some(truths: Iterable<Truth>): Truth {
  let result: Truth = false;
  for (const truth of truths) {
    if (truth === true) return true;
    if (truth === undefined) result = undefined;
  }
  return result;
}

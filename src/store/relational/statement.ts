// What the steps of a program ask of an engine: one statement at a time. Input: printed SQL, prepared once, and bindings. Output:
// rows. Steps are generators that yield what they ask, so that one text of them serves an engine that answers at once and one
// that answers later. What an engine throws comes back into the generator; a unique index is `Violated`.

import type { Bindings, Row } from '../store.ts';
import type { Printed } from './print.ts';
import type { Schema } from './schema.ts';

/** Prepared by the engine; only it looks inside. */
export interface Statement {
  readonly printed: Printed;
}

export interface Ask {
  readonly statement: Statement;
  readonly bindings: Bindings;
  /** Its rows are not read: it need not be waited for, as long as nothing is kept where it fails. */
  readonly unread?: true;
  /** Asked before it, in the same transaction: what is recorded of a change where every change is written down. */
  readonly told?: Ask;
}

/** Runs in one transaction where it asks more than once. */
export type Effect<T> = Generator<Ask, T, readonly Row[]>;

export interface Expected {
  /** Integers beyond 2^53 may be among the columns. */
  readonly big?: boolean;
  /** No more rows than one come, or matter. */
  readonly one?: boolean;
}

/** An engine while its programs are prepared. */
export interface Preparing {
  readonly schema: Schema;
  /** Does what RETURNING looks up show the table as it is after the statement, or as it was before? */
  readonly returning: 'after' | 'before';
  prepare(printed: Printed, expected?: Expected): Statement;
  /** The change of the number of rows when the effect is kept. */
  grow(table: string, by: number): void;
}

/** A write met a unique index: that one of TableShape.unique, by its `name`. */
export class Violated extends Error {
  override readonly name = 'Violated';
  readonly index: string;
  constructor(index: string, cause: unknown) {
    super(`a row with the same values is there already (${index})`, { cause });
    this.index = index;
  }
}

/**
 * Nothing was changed, and every guard holds: another transaction was faster. Engines where that can happen begin the
 * effect again; where it cannot, it is an error of the program.
 */
export class ComeBetween extends Error {
  override readonly name = 'ComeBetween';
}

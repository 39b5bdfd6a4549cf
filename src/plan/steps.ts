// The effect of an operation as steps of one transaction. Statement trees as data; a store runs them in order and
// answers either rows or the cause of the first failing check (design, section 6). Nothing is kept of a refused request.

import type { Expr, Select } from '../sql/expression.ts';

export type Step =
  /** One row into a table. `slug` values are made unique by the store: `-2`, `-3`, … behind the text. */
  | {
      readonly kind: 'insert';
      readonly table: string;
      readonly values: readonly ColumnValue[];
      readonly answer: Answered;
      readonly checks: readonly Guard[];
    }
  /** One row, or the cause `absent`. */
  | { readonly kind: 'find'; readonly select: Select; readonly absent: string }
  /** All rows that match; `total` counts them without limit and offset. */
  | { readonly kind: 'list'; readonly select: Select; readonly total: boolean }
  /**
   * One guarded UPDATE: `where` finds the row, `guards` are ANDed into the same statement. No row changed: a second
   * statement finds out why, `absent` first, then the guards in order.
   */
  | {
      readonly kind: 'update';
      readonly table: string;
      readonly where: Expr;
      readonly guards: readonly Guard[];
      readonly set: readonly ColumnValue[];
      /** Every row that matches `where`; no row is no refusal, a guard that one of them fails refuses all. */
      readonly every: boolean;
      readonly absent: string;
      readonly outcome: 'updated' | 'replaced' | 'moved';
      readonly answer: Answered;
    }
  | {
      readonly kind: 'delete';
      readonly table: string;
      readonly where: Expr;
      readonly guards: readonly Guard[];
      readonly every: boolean;
      /** `deletes R if there`: no row is no refusal. */
      readonly ifThere: boolean;
      readonly absent: string;
      /** Rows of other tables that go with it, deepest first; `where` may use `source: 'row'` for the row that goes. */
      readonly cascade: readonly { readonly table: string; readonly alias: string; readonly where: Expr }[];
      readonly answer: Answered;
    }
  /**
   * What an earlier step answered, read once more: by `key`, the column in which both answer the key of their row. A row
   * that has gone stays as it was answered before.
   */
  | {
      readonly kind: 'again';
      readonly table: string;
      readonly key: string;
      readonly answer: Exclude<Answered, undefined>;
    }
  /** Replaces the row that `update.where` finds, or inserts. */
  | {
      readonly kind: 'put';
      readonly update: Extract<Step, { kind: 'update' }>;
      readonly insert: Extract<Step, { kind: 'insert' }>;
    };

export interface ColumnValue {
  readonly column: string;
  readonly value: Expr;
  readonly slug?: true;
  /** RFC 7396: the parameter is a patch of the json column's value; the store merges. */
  readonly merge?: true;
}

/** True of the row, or the request is refused for `cause`. `check` is its place in the operation's order. */
export interface Guard {
  readonly where: Expr;
  readonly cause: string;
  readonly check: 'permission' | 'preconditions' | 'state' | 'body' | 'existence';
}

/** The columns answered, in this order; the row after the effect (before it for a deletion). Undefined: none needed. */
export type Answered = readonly { readonly name: string; readonly expr: Expr }[] | undefined;

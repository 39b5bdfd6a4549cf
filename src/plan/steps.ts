// The effect of an operation as steps of one transaction. Statement trees as data; a store runs them in order and
// answers either rows or the cause of the first failing check. Nothing is kept of a refused request.

import type { Expr, OrderTerm, Select, SqlType } from '../sql/expression.ts';

/** The outcome of the steps of a call. */
export type StepOutcome =
  | 'found'
  | 'created'
  | 'updated'
  | 'replaced'
  | 'moved'
  | 'deleted'
  | 'unchanged'
  | 'repeated'
  | 'signed in';

export type Step =
  /**
   * One row into a table. `slug` values are made unique by the store: `-2`, `-3`, … behind the text. `each`: one for each of the
   * rows that the body has, as if they were made one after the other; a row that is refused is not there for those behind it. The
   * names are bound for each row apart.
   */
  | {
      readonly kind: 'insert';
      readonly each?: readonly string[];
      /** The keys of all of them are bound under this name, as a JSON list. */
      readonly keysAs?: string;
      readonly table: string;
      readonly values: readonly ColumnValue[];
      readonly answer: Answered;
      readonly checks: readonly Guard[];
      readonly emits?: readonly Emit[];
      /** The key of the new row is bound under this name. */
      readonly keyAs?: string;
      /** As of an update. */
      readonly quiet?: true;
      /** Left out: `created`. */
      readonly outcome?: StepOutcome;
    }
  /**
   * One row, or the cause `absent`; a row that is there, and of which a guard is not true, is refused by the first of them.
   * `or`: a row that one of these finds, all of them at one moment; it answers nothing. `ifThere`: no row is no refusal.
   */
  | {
      readonly kind: 'find';
      readonly select: Select;
      readonly or?: readonly Select[];
      readonly absent: string;
      readonly guards?: readonly Guard[];
      readonly ifThere?: true;
      /** As of an update. */
      readonly moves?: readonly LegalMove[];
    }
  /**
   * Would these values of a row meet another one in a unique index? Then it is refused, by the cause of each such index. `own`
   * finds the row that is changed, and keeps what is not among the values; undefined: a new row. `indexes`: only those of
   * these causes.
   */
  | {
      readonly kind: 'free';
      readonly table: string;
      readonly values: readonly ColumnValue[];
      readonly own: Expr | undefined;
      readonly indexes: readonly string[];
    }
  /**
   * Values that no row of the effect has, bound by name for all steps behind it and for the answer. `from`: they are of that
   * row; nothing where there is none. Guards are judged in order; those that search tables name none of these values.
   */
  | {
      readonly kind: 'bind';
      readonly from?: { readonly table: string; readonly where: Expr };
      readonly values: readonly BoundValue[];
      readonly guards: readonly Guard[];
      /** The row that it is of is changed behind it: nobody else changes it in between. */
      readonly locks?: true;
      /** Its guards are about rows as the effect leaves them: what they search must not change before that is kept. */
      readonly last?: true;
      /** Left out: the outcome of the request does not depend on it. */
      readonly outcome?: StepOutcome;
    }
  /**
   * All rows that match; `total` counts them without limit and offset. `most`: one more than that means any larger
   * number, unless a larger one is known without counting. `orders`: in the place of the select's, where what is bound under
   * `by` is the value of one. `keyset`: rows begin at the place that is bound, if one is (sql/keyset.ts). Guards look at no row.
   */
  | {
      readonly kind: 'list';
      readonly select: Select;
      readonly total: boolean;
      readonly most?: number;
      readonly keyset?: true;
      readonly guards?: readonly Guard[];
      readonly orders?: {
        readonly by: string;
        readonly of: readonly { readonly value: string; readonly order: readonly OrderTerm[] }[];
      };
    }
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
      /** Where it is every row: the columns by which the log names one of which a guard is not true. */
      readonly named?: readonly string[];
      readonly absent: string;
      readonly outcome: StepOutcome;
      readonly answer: Answered;
      readonly emits?: readonly Emit[];
      /** The outcome of the request does not depend on it: moves that time makes beside it. */
      readonly quiet?: true;
      /** Where an error shows what is legal: read from the row with the refusal of a guard that says `move`. */
      readonly moves?: readonly LegalMove[];
    }
  | {
      readonly kind: 'delete';
      readonly table: string;
      readonly where: Expr;
      readonly guards: readonly Guard[];
      readonly every: boolean;
      /** As of an update. */
      readonly named?: readonly string[];
      /** `deletes R if there`: no row is no refusal. */
      readonly ifThere: boolean;
      /** Rows that are made at the same moment count, too: none is missed. */
      readonly complete?: true;
      /** A move that leads to `(gone)`; else `deleted`. */
      readonly outcome?: 'moved';
      readonly absent: string;
      /** Rows of other tables that go with it, deepest first; `where` may use `source: 'row'` for the row that goes. */
      readonly cascade: readonly {
        readonly table: string;
        readonly alias: string;
        readonly where: Expr;
        /** Of each row that goes with it; none of them asks anything. */
        readonly emits?: readonly Emit[];
      }[];
      readonly answer: Answered;
      /** As of an update. */
      readonly quiet?: true;
      readonly moves?: readonly LegalMove[];
      readonly emits?: readonly Emit[];
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
  /**
   * Of the rows that the steps before have made or changed: does one of them leave more rows alike than there may be? Then it is
   * refused. Calls that add to the same number wait for each other by `name` until what they did is kept.
   */
  | {
      readonly kind: 'limit';
      /** Of the limit. */
      readonly name: string;
      readonly table: string;
      readonly alias: string;
      /** Rows that are made or changed, and how each was before. */
      readonly added: readonly AddedRows[];
      /** Rows that have the same value here are counted together, and none without a value. Left out: all are. */
      readonly by?: { readonly column: string; readonly type: SqlType };
      /** Of a row by its alias: it is one of those that are counted. */
      readonly counts: Expr;
      /** How many there are beside it, and it: no further than one more than there may be. */
      readonly count: Extract<Expr, { kind: 'count' }>;
      readonly most: number;
      readonly cause: string;
    }
  /** Replaces the row that `update.where` finds, or inserts. */
  | {
      readonly kind: 'put';
      readonly update: Extract<Step, { kind: 'update' }>;
      readonly insert: Extract<Step, { kind: 'insert' }>;
    };

/**
 * An event that goes into the outbox (outbox.ts) with the effect, in its transaction: one row for each row that the step
 * makes, changes or deletes. It holds the row as it is after the effect, before it for a deletion. `now` is bound then.
 */
export interface Emit {
  readonly event: string;
  /** Who sends it: the operation's heading. */
  readonly by: string;
  /** By a request, whose trace is kept beside it. */
  readonly traced?: true;
  /** What it carries looks at rows that the steps may still change: it is made once more behind the last of them. */
  readonly late?: true;
  /**
   * Sent only where it is true: of the row as it was before the effect; of a row that is made, of the values and bindings,
   * as nothing of it were there yet. Undefined: always. What searches tables sees them as they were before the effect.
   */
  readonly when?: Expr;
}

/** An operation, and when it is legal from where the row is: of the row, as of the statement that finds the guard. */
export interface LegalMove {
  readonly operation: string;
  readonly where: Expr;
}

export interface ColumnValue {
  readonly column: string;
  readonly value: Expr;
  readonly slug?: true;
  /**
   * RFC 7396: the parameter is a patch of the json column's value; the store merges. `where`: else the column stays as it is, since
   * there is no patch that changes nothing of a value that is no object.
   */
  readonly merge?: true | { readonly where: Expr };
}

export interface BoundValue {
  readonly name: string;
  readonly expr: Expr;
}

/** True of the row, or the request is refused for `cause`. `check` is its place in the operation's order. */
export interface Guard {
  readonly where: Expr;
  readonly cause: string;
  readonly check: 'authentication' | 'permission' | 'preconditions' | 'state' | 'body' | 'existence';
  /** What must be true in its place where there is no such row; left out: `where`, if that looks at no row, else nothing. */
  readonly ofNone?: Expr;
  /** It refuses a move, and the error shows what is legal. */
  readonly move?: true;
  /** It looks for the row that a field of the body names. */
  readonly refers?: true;
  /** The field that it is about. */
  readonly of?: string;
  /** The fields of which the value is made: where one of them fails, this says nothing new. */
  readonly from?: readonly string[];
  /** What it is about is inside of what the body sends as `parameter`, and answered as `cause`. */
  readonly inside?: { readonly parameter: string; readonly names: readonly string[]; readonly cause: string };
}

/** `key`: of one row under this name; with `many` a JSON list of keys, none of rows that were there before. */
export interface AddedRows {
  readonly key: string;
  readonly many?: true;
  /** Of the row by its alias: it was counted there before, and adds nothing. Left out: there was none. */
  readonly was?: Expr;
}

/** The columns answered, in this order; the row after the effect (before it for a deletion). Undefined: none needed. */
export type Answered = readonly { readonly name: string; readonly expr: Expr }[] | undefined;

/** `from`: one of these states; `to`: one of these, or `(gone)`. Which of several is known to the row alone. */
export interface MadeMove {
  readonly resource: string;
  readonly field: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** A row that is there is answered as it is, and nothing of it is written. */
export function isKept({ outcome }: Extract<Step, { readonly kind: 'update' }>): boolean {
  return outcome === 'unchanged' || outcome === 'repeated';
}

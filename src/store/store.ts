// The store contract: what serve may ask of an engine. One suite tests every engine against it. Input: steps
// of a plan and bound values. Output: rows as arrays in the order the step names, or the cause of a refusal.

import type { AuditPlan } from '../plan/audit-plan.ts';
import type { KeptRule, KeptShapes, RenamePlan, Table } from '../plan/plan.ts';
import type { Step, StepOutcome } from '../plan/steps.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Deliveries } from './deliveries.ts';
import type { StoreFigures } from './figures.ts';
import type { Places } from './places.ts';
import type { OutboxQuery } from './outbox-entry.ts';
import type { KeptCalls } from './counted-calls.ts';
import type { RateCounter } from './rates.ts';

/** Under which the rows that a body has are bound: each has its own names and values beside those of the call. */
export const EACH: unique symbol = Symbol('each');

/**
 * Under which the end of the time of a call is bound, in milliseconds of performance.now(): what is not done by then is not kept, and
 * `unavailable`, `isLate`. What is being kept already is kept, however long that takes.
 */
export const DEADLINE: unique symbol = Symbol('deadline');

export type Bindings = Readonly<Record<string, SqlValue>> & {
  readonly [EACH]?: readonly Bindings[];
  readonly [DEADLINE]?: number | undefined;
};

/** Of the rows that a body has, the place of one that is refused, and why. */
export interface RefusedRow {
  readonly at: number;
  readonly causes: readonly string[];
}

/** So many refused rows of one request are shown. */
export const MOST_REFUSED = 1000;

export type Row = readonly SqlValue[];

/** The result of a run of steps. `rows` are the answer of the last step that answers; `total` where the step computes it. */
export type Result =
  | {
      readonly kind: 'done';
      readonly outcome: StepOutcome;
      readonly rows: readonly Row[];
      readonly total: number | undefined;
      /** The bindings, with what the steps have bound; left out where they bind nothing. */
      readonly bound?: Bindings;
    }
  /** `cause` is a key of the operation's refusals; `also` holds as well: further unique indexes, references. */
  | {
      readonly kind: 'refused';
      readonly cause: string;
      readonly also?: readonly string[];
      /** Of the rows that the body has: those that are refused, in order; `cause` is the first one's. */
      readonly failed?: readonly RefusedRow[];
      /** Of a move that is refused, where the step asks: the operations that are legal for the row as it is. */
      readonly moves?: readonly string[];
      /** Where every row is refused for one of them: that row, in words for the operator, such as `Thing with id 7`. */
      readonly row?: string;
    }
  /** `judge` refused: the transaction is undone and its value handed back. */
  | { readonly kind: 'undone'; readonly value: unknown }
  /** Nothing is kept; the caller may try again. `isLate`: the time of the call was over. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isLate?: true };

export const LATE: Result = { kind: 'unavailable', reason: 'the time for this request ran out', isLate: true };

export function isLate({ [DEADLINE]: deadline }: Bindings): boolean {
  return deadline !== undefined && performance.now() > deadline;
}

/** The cause when another process has the turn. */
export const TURN_TAKEN = 'turn taken';

/** Steps printed and prepared once, for one operation. */
export interface Program {
  /** Only reads; needs no transaction of its own. */
  readonly reads: boolean;
  /**
   * Runs against the newest committed data. Answers at once where the engine is in-process. Rejects only for errors of the
   * program.
   */
  run(bindings: Bindings, judge?: Judge): Promise<Result> | Result;
}

/**
 * Called inside the transaction with what would be answered, before it is kept. A value other than undefined undoes
 * everything: a request that meets a gap is decided before anything is committed. It may be called
 * again for the same request, when a COMMIT failed: it must have no effect of its own.
 */
export type Judge = (done: Extract<Result, { kind: 'done' }>) => unknown;

/** The plan has it where an operation keeps answers: plan/repeats.ts. */
export const REPEATED = '_repeated';

/** The plan has it where an operation may add to a number of rows that part 8 limits: plan/limit-table.ts. */
export const COUNTED = '_counted';

/** An answer as it was sent. */
export interface KeptAnswer {
  readonly status: number;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
}

/** Both are digests: what is sent is not kept. */
export interface CallName {
  /** No two answers that are kept have the same. */
  readonly key: string;
  /** The same where the same was sent. */
  readonly call: string;
}

export interface KeyedCall {
  /** Asked once it is known who calls. */
  name(bindings: Bindings): CallName;
  /** The instant of the call. */
  readonly now: string;
  /** Until when its answer is kept; null: for good. */
  readonly until: string | null;
  /**
   * As Judge: called inside the transaction with what would be answered, before it is kept. Nothing is kept of a call that is refused
   * or undone.
   */
  settle(done: Extract<Result, { kind: 'done' }>): Settled;
}

/** `answer`: what a repetition gets; undefined: nothing is kept of this call but its effect, and the key stays free. */
export type Settled = { readonly undone: unknown } | { readonly answer: KeptAnswer | undefined };

/** Steps printed and prepared once, for calls of one operation that have a key. */
export interface KeyedProgram {
  /** Acts once for each key. Rejects only for errors of the program. */
  run(bindings: Bindings, call: KeyedCall): Promise<Result | Repeated>;
}

/** Nothing was done for this call. */
export type Repeated =
  | { readonly kind: 'repeated'; readonly answer: KeptAnswer }
  | { readonly kind: 'other call' }
  /** An engine whose writes follow each other never says so. */
  | { readonly kind: 'still running' };

/** Events that the operator takes out. */
export interface WaitingEvents {
  /** The oldest of those that are asked for, at most so many; how many. Rejects where it cannot now. */
  drop(query: OutboxQuery, most: number): Promise<number>;
  /**
   * Looks at the next events behind that number, some thousands. Of those about the row that wait nothing stays, of those that are kept only
   * that they happened: no delivery, no try, nothing that they carried. Rejects where it cannot now.
   */
  erase(row: EventRow, after: number): Promise<Erased>;
}

export interface EventRow {
  readonly resource: string;
  /** Its row key. */
  readonly row: number;
}

export interface Erased {
  readonly events: number;
  /** The number up to which events were looked at; undefined: there are no more. */
  readonly last: number | undefined;
}

/** Answers that are not kept any more. */
export interface KeptAnswers {
  /** Takes out at most so many that end by then; how many. Rejects where it cannot now. */
  sweep(now: string, most: number): Promise<number>;
}

export interface SharedRates extends RateCounter {
  /** Takes out at most so many counters of which nothing counts any more; how many. Rejects where it cannot now. */
  sweep(most: number): Promise<number>;
  /** The same by another clock than that of the data, in milliseconds: a manual one. */
  by(clock: () => Promise<number>): SharedRates;
}

export interface Store {
  /**
   * `turn`: at a time one of the processes that share the data runs a program of that name. Where another does, nothing is
   * done, without waiting: refused with TURN_TAKEN.
   */
  prepare(steps: readonly Step[], turn?: string): Program;
  /** The same for calls that act once for each key; `before`: how many of the steps find out who calls. */
  prepareKeyed(steps: readonly Step[], before: number): KeyedProgram;
  /** Is the data reachable? For /readyz. */
  ready(): Promise<boolean>;
  /** Where it is not ready and the operator has to do something: what has happened, and what to do. */
  readonly trouble?: () => string | undefined;
  readonly notes: Notes;
  /** Left out: it counts nothing. */
  readonly figures?: StoreFigures;
  /** Where changes of rows are written down. */
  readonly audit?: AuditAge;
  /** Where answers are kept for repetitions. */
  readonly kept?: KeptAnswers;
  /** Where calls are counted, and processes share the data. Left out: each process counts by itself. */
  readonly rates?: SharedRates;
  /** Where one process has the data to itself. */
  readonly counted?: KeptCalls;
  /** The same for places of calls that run. */
  readonly places?: Places;
  /** Where operations emit events. */
  readonly outbox?: WaitingEvents;
  /** Where they are delivered. */
  readonly deliveries?: Deliveries;
  /** The clock of the data, in milliseconds, for all processes that share it. Left out: there is only this machine's. */
  readonly now?: () => number;
  /** The same data for another plan, while this store is open. Left out: it has to be closed first. */
  successor?(next: NextPlan): Successor;
  /** Finishes what runs, then closes the data. */
  close(): Promise<void>;
}

/** What a store has to know of a plan. */
export interface NextPlan extends Wish {
  /** As with the opening of PostgreSQL. */
  readonly effects: readonly (readonly Step[])[];
  /** Of which tables every change is written down; left out, of none. */
  readonly audit?: AuditPlan | undefined;
  /** Calls are counted. */
  readonly counts?: boolean | undefined;
}

export interface AuditAge {
  /** Takes out at most so many of the first changes, where they were made before that instant; how many. Rejects where it cannot now. */
  sweep(before: string, most: number): Promise<number>;
  /** The last changes of a row by its name, the last one first, among the last of all rows. Rejects where it cannot be read now. */
  history(resource: string, row: string): Promise<readonly AuditEntry[]>;
}

export interface Successor {
  /** May programs of this store run on when the other is there? If not, none runs from its opening on. */
  readonly isBeside: boolean;
  /** Looks at the rows before requests wait for it: rejects as `open`. Left out: that takes no longer than `open` itself. */
  examine?(): Promise<void>;
  /**
   * Rejects with CannotOpen, DoesNotFit and OthersServe among them, and with what `ready` rejects with, which is called before it is
   * handed over: then this store keeps working.
   */
  open(ready?: (store: Store) => Promise<void>): Promise<Store>;
}

/** Short texts by key, kept with the data: the time of a manual clock. */
export interface Notes {
  read(key: string): Promise<string | undefined>;
  /** Kept when it resolves; undefined takes it away. */
  write(key: string, value: string | undefined): Promise<void>;
  /** As `write`, unless a later text by code point is there: then false, and nothing is written. */
  raise(key: string, value: string): Promise<boolean>;
  /** Unless a text is there already; what is there now. */
  keep(key: string, value: string): Promise<string>;
}

/** Why a store cannot be opened; `message` is one sentence for the operator, `exit` 1. Data is untouched. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/** The stored rows do not fit the document; `ninefold migrate` shows the differences. */
export class DoesNotFit extends CannotOpen {
  constructor(standing: readonly string[]) {
    super(`The document does not fit the data that is stored (${standing.join('; ')}).`);
  }
}

/** Other processes serve a document that allows more; they may be about to serve this one, too. */
export class OthersServe extends CannotOpen {}

/** Raised when base/fold-case.ts folds otherwise: what is unique ignoring case is made anew then. */
export const FOLDING = 1;

/** What a store keeps about the document it was opened with. */
export interface Stored {
  readonly tables: readonly Table[];
  /** Statements of part 9 about older names to which the rows have been brought; files of the first versions have none. */
  readonly renames?: readonly string[];
  /** Its columns say what they refer to and what they may hold; files of the first versions do not. */
  readonly rules?: true;
  /** How case is ignored in its indexes; data of the first versions does not say. */
  readonly folding?: number;
}

/** What a document says of its data. */
export interface Wish {
  readonly tables: readonly Table[];
  readonly renames: readonly RenamePlan[];
  readonly fits?: Fits;
}

/** May a stored value be kept under a rule of the plan? The store itself does not know the rules for values that are sent. */
export type Fits = (rule: KeptRule, shapes?: KeptShapes) => (value: SqlValue) => boolean;

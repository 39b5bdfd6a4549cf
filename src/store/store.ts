// The store contract: what serve may ask of an engine. One suite tests every engine against it (design, section 6).
// In: steps of a plan and bound values. Out: rows as arrays in the order the step names, or the cause of a refusal.

import type { KeptRule, KeptShapes, Table } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import type { SqlValue } from '../sql/expression.ts';

export type Bindings = Readonly<Record<string, SqlValue>>;
export type Row = readonly SqlValue[];

/** What a run of steps came to. `rows` are the answer of the last step that answers; `total` where it was asked for. */
export type Result =
  | {
      readonly kind: 'done';
      readonly outcome: StepOutcome;
      readonly rows: readonly Row[];
      readonly total: number | undefined;
    }
  /** `cause` is a key of the operation's refusals; `also` holds as well: further unique indexes, references. */
  | { readonly kind: 'refused'; readonly cause: string; readonly also?: readonly string[] }
  /** `judge` refused: the transaction is undone and its value handed back. */
  | { readonly kind: 'undone'; readonly value: unknown }
  /** Nothing is kept; the caller may try again. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export type StepOutcome = 'found' | 'created' | 'updated' | 'replaced' | 'moved' | 'deleted' | 'unchanged';

/** Steps printed and prepared once, for one operation. */
export interface Program {
  /** Only reads; needs no transaction of its own. */
  readonly reads: boolean;
  /**
   * Runs against the newest committed data. Answers at once where the engine is in-process. `deadline`, in milliseconds
   * of performance.now(): what is not done by then is not kept, and `unavailable`. Rejects only for errors of the program.
   */
  run(bindings: Bindings, judge?: Judge, deadline?: number): Promise<Result> | Result;
}

/**
 * Called inside the transaction with what would be answered, before it is kept. A value other than undefined undoes
 * everything: a request that meets a gap is decided before anything is committed (design, section 3). It may be called
 * again for the same request, when a COMMIT failed: it must have no effect of its own.
 */
export type Judge = (done: Extract<Result, { kind: 'done' }>) => unknown;

export interface Store {
  prepare(steps: readonly Step[]): Program;
  /** Is the data reachable? For /readyz. */
  ready(): Promise<boolean>;
  /** Finishes what runs, then lets go of the data. */
  close(): Promise<void>;
}

/** Why a store cannot be opened; `message` is one sentence for the operator, `exit` 1. Data is untouched. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
}

/** What a store keeps about the document it was opened with. */
export interface Stored {
  readonly tables: readonly Table[];
  /** Its columns say what they refer to and what they may hold; files of the first versions do not. */
  readonly rules?: true;
}

/** May a stored value be kept under a rule of the plan? The store itself does not know how what is sent is judged. */
export type Fits = (rule: KeptRule, shapes?: KeptShapes) => (value: SqlValue) => boolean;

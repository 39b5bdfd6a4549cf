// What a prepared step does when it runs, and how reads are prepared. Types only.

import type { Step, StepOutcome } from '../../plan/steps.ts';
import type { Bindings, RefusedRow, Row } from '../store.ts';
import type { Effect } from './statement.ts';

/** The result of one step. */
export interface Ran {
  readonly refused?: string;
  /** Further causes that hold as well: other unique indexes, other references of the body. */
  readonly also?: readonly string[];
  readonly failed?: readonly RefusedRow[];
  readonly moves?: readonly string[];
  /** A row that refuses all, in words. */
  readonly row?: string;
  readonly rows?: readonly Row[];
  readonly total?: number;
  readonly outcome?: StepOutcome;
  /** With what it has bound, for the steps behind it and for the answer. */
  readonly bound?: Bindings;
}

/** `before`: the result of the last step that answered. */
export type RunStep = (bindings: Bindings, before: Ran) => Effect<Ran>;

export type ReadStep = Extract<Step, { kind: 'find' | 'list' | 'bind' | 'free' }>;

/**
 * How reads are prepared: `ticks` where they run under a budget; `count` where the number of all rows is known, `counted`
 * where it may be.
 */
export interface Reading {
  readonly ticks: boolean;
  readonly count?: (table: string) => number;
  readonly counted?: (table: string) => number | undefined;
  /** Other statements may see other rows: the number comes with the page. */
  readonly counts?: 'with the page';
}

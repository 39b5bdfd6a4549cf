// What the operator sees of rows, as data. shown-rows.ts makes it, serve/rows.ts reads rows by it.

import type { Select } from '../sql/expression.ts';
import type { ValueType } from './input.ts';

/** Nothing that is secret or hidden is among the columns. Bound are `now` and `base`. */
export interface RowsPlan {
  readonly resource: string;
  /** In the order of the document. */
  readonly fields: readonly RowFieldPlan[];
  /** Every row; the first column is the row key. */
  readonly select: Pick<Select, 'table' | 'columns'>;
  /** Place of the column that is true of a row in a state of Kind `gone`. */
  readonly gone?: number;
  /** As of an operation: what is due there is written before rows are read. */
  readonly timed?: readonly string[];
  /** Nothing writes what is due there: rows are shown as they are kept. */
  readonly asKept?: true;
}

export interface RowFieldPlan {
  readonly name: string;
  /** As the notation names it. */
  readonly type?: string;
  /** Why it is not among the columns: `open`: the document does not show what it is, or whether it is hidden. */
  readonly notShown?: 'hidden' | 'secret' | 'open' | 'not kept';
  readonly shown?: {
    /** Its place among the columns, and what is there. */
    readonly at: number;
    readonly value: ValueType;
    /** Of what may be long: the place of its octets; with more of them than CUT only the beginning is there. */
    readonly octets?: number;
    /** Nothing is null; else it is left out. */
    readonly null?: true;
  };
  /** `by`: the field by which the row is shown that it refers to, without it by its row key; `at`: the place of that key. */
  readonly refers?: { readonly resource: string; readonly by?: string; readonly at: number };
}

/** Octets of a value that are shown whole, and characters that are shown of a longer one. */
export const CUT = 10_000;

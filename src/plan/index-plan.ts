// An index that follows from the document, and what in it needs it: for the operator. Made by indexes.ts.

import type { Expr } from '../sql/expression.ts';

export interface PartialIndex {
  readonly columns: readonly string[];
  readonly where: Expr;
}

export interface IndexPlan {
  readonly resource: string;
  /** Fields, as far as rows are found and put in order by them. */
  readonly columns: readonly string[];
  readonly unique?: true;
  readonly ignoringCase?: true;
  /** Only some rows are in it. */
  readonly partial?: true;
  readonly because: readonly Because[];
}

export interface Because {
  /** A clause that names the statement, or what the statements behind `by` do. */
  readonly what: string;
  /** Operations by heading, fields as `R.f`. */
  readonly by?: readonly string[];
}

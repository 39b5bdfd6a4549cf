// An index that follows from the document, and what in it needs it: for the operator. Made by indexes.ts.

import type { Expr, MemberType } from '../sql/expression.ts';

export interface PartialIndex {
  readonly columns: readonly string[];
  readonly where: Expr;
}

/** Of each member of the list in `column`: the rows that have it, in this order, which their keys complete. */
export interface MemberIndex {
  readonly column: string;
  /** As what a member is sought. */
  readonly type: MemberType;
  /** Of decimals. */
  readonly scale?: number;
  readonly order: readonly { readonly column: string; readonly descending: boolean }[];
  /** The keys, last ones first. */
  readonly descending?: true;
}

export interface IndexPlan {
  readonly resource: string;
  /** Fields, as far as rows are found and put in order by them. */
  readonly columns: readonly string[];
  readonly unique?: true;
  readonly ignoringCase?: true;
  /** Only some rows are in it. */
  readonly partial?: true;
  /** Of the members of the first column, each with the rows that have it: further columns are their order. */
  readonly members?: true;
  /** The number of all rows, kept beside them where the engine has to count them otherwise; without columns. */
  readonly total?: true;
  readonly because: readonly Because[];
}

export interface Because {
  /** A clause that names the statement, or what the statements behind `by` do. */
  readonly what: string;
  /** Operations by heading, fields as `R.f`. */
  readonly by?: readonly string[];
}

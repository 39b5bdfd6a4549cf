// How the service makes the values of a column, as rows need it that were there before the rule. Notation, part 2, "Rules of the
// service"; decision 0041.

import type { Expr } from '../sql/expression.ts';

/** `said`: as the document has it. */
export type MadeRule = ComputedRule | UnknownRule;

/** Made of the row alone, of what it holds now; with `slug` the slug of that text. */
export interface ComputedRule {
  readonly said: string;
  readonly value: Expr;
  readonly slug?: true;
  /** Each row must have one, also where its column could be without. */
  readonly must?: true;
  /** Fields that may have been different when the row was made. Then the value is known of rows that never changed. */
  readonly mayChange?: readonly string[];
}

export interface UnknownRule {
  readonly said: string;
  /** Why no row that is there can get a value. */
  readonly unknown: string;
}

// Two fields side by side that refer to rows. Input: both. Output: an expression. Notation, part 2 "Conditions": where a row has gone, what
// referred to it is nothing.

import type { Expr } from '../sql/expression.ts';
import type { Comparison, Typed } from './operands.ts';
import { ledTo, type RowContext } from './rows.ts';

/** Two fields may both hold the key of a row that has gone; `this` and what the path selects are there. */
export function besideReference(
  context: RowContext,
  operator: Comparison['operator'],
  left: Typed,
  right: Typed,
): Expr {
  if (left.refers?.by === undefined || right.refers?.by === undefined)
    return { kind: 'compare', operator, left: left.expr, right: right.expr };
  // Of two that are the same one speaks for both: an index finds a column.
  if (operator === '=' && left.expr.kind === 'column' && right.expr.kind === 'parameter')
    return { kind: 'compare', operator, left: left.expr, right: ledTo(context, right) };
  return { kind: 'compare', operator, left: ledTo(context, left), right: right.expr };
}

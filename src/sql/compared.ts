// Two stored values side by side. Input: an operator. Output: whether it holds of them; nothing compares with nothing.

import { compareText } from '../base/text.ts';
import type { Expr, SqlValue } from './expression.ts';

/** Numbers and big integers compare by value. */
export function same(a: SqlValue, b: SqlValue): boolean {
  // oxlint-disable-next-line eqeqeq -- 1n == 1 is meant
  return a === b ? a !== null : a !== null && b !== null && typeof a !== 'string' && typeof b !== 'string' && a == b;
}

export function comparator(
  operator: Extract<Expr, { kind: 'compare' }>['operator'],
): (a: SqlValue, b: SqlValue) => boolean {
  if (operator === '=') return same;
  if (operator === '!=') return (a, b) => a !== null && b !== null && !same(a, b);
  const fits = {
    '<': (n: number) => n < 0,
    '<=': (n: number) => n <= 0,
    '>': (n: number) => n > 0,
    '>=': (n: number) => n >= 0,
  }[operator];
  return (a, b) => {
    if (a === null || b === null) return false;
    if (typeof a === 'string' && typeof b === 'string') return fits(compareText(a, b));
    return fits(a < b ? -1 : a > b ? 1 : 0);
  };
}

// The bounds of a number: how they are read and printed. Notation, part 2, heads Type and Allowed values.

import type { Cursor } from '../grammar/cursor.ts';
import { signedNumber } from './literals.ts';

/** `>= 1`, `<= 10`, `1..100`, `1..`, `..100`: both ends belong to it. Nothing when none of these comes next. */
export function bounds(cursor: Cursor): { min?: string; max?: string } {
  const forms = 'a number';
  if (cursor.takeSymbol('>=')) return { min: signedNumber(cursor) ?? cursor.fail(forms) };
  if (cursor.takeSymbol('<=') || cursor.takeSymbol('..')) return { max: signedNumber(cursor) ?? cursor.fail(forms) };
  if (cursor.isSymbol('>') || cursor.isSymbol('<')) cursor.fail('`>= 1`, `<= 10` or `1..10`: bounds are inclusive');
  const mark = cursor.mark;
  const min = signedNumber(cursor);
  if (min === undefined) return {};
  cursor.needSymbol('..', '`..`, as in `1..100`');
  const max = signedNumber(cursor);
  if (max === undefined) return { min };
  return Number(min) <= Number(max) ? { min, max } : cursor.fail('the smaller number first', cursor.since(mark));
}

export function printBounds(min: string | undefined, max: string | undefined): string {
  if (min !== undefined && max !== undefined) return `${min}..${max}`;
  if (min !== undefined) return `>= ${min}`;
  return max === undefined ? '' : `<= ${max}`;
}

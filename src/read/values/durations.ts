// Lengths of time. In: `15 minutes`, `1 day`. Out: milliseconds. Units whose length varies (month, year) are refused.
// Notation, part 3, "By", and "Conditions" (`now - 15 minutes`).

import { LONGEST, UNITS } from '../../base/durations.ts';
import type { SourceText } from '../source-text.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { Parsed } from './parsed.ts';

const DURATION_FORMS = 'a length of time, e.g. `15 minutes`, `2 days`';

/**
 * A length of time that is all of a value: Token lifetime, Waits, Kept for.
 * @public
 */
export function parseDuration(text: SourceText): Parsed<number> {
  return parseWith(text, duration);
}

/** Milliseconds, at least 0. */
export function duration(cursor: Cursor): number {
  const mark = cursor.mark;
  const count = wholeNumber(cursor, DURATION_FORMS);
  if (count >= LONGEST) cursor.fail('a number of at most 7 digits', cursor.since(mark));
  cursor.seek([...UNITS.keys()].flatMap((unit) => [unit, `${unit}s`]));
  const unit = cursor.peek();
  const name = unit.lower.endsWith('s') ? unit.lower.slice(0, -1) : unit.lower;
  const length = unit.kind === 'word' ? UNITS.get(name) : undefined;
  if (length === undefined) cursor.fail('a unit: milliseconds, seconds, minutes, hours, days, weeks');
  cursor.take();
  return count * length;
}

/** Digits without a fraction, at most 15 of them: exact, whatever is done with it. */
export function wholeNumber(cursor: Cursor, expected: string): number {
  const token = cursor.peek();
  if (token.kind !== 'number' || token.text.includes('.') || token.text.length > 15) cursor.fail(expected);
  return Number(cursor.take().text);
}

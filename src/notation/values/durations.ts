// Lengths of time and whole numbers: how they are read and printed. Notation, section 3, symbol `duration`.

import { LONGEST, UNITS } from '../../base/durations.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';

const DURATION_FORMS = 'a length of time, e.g. `15 minutes`, `2 days`';

/** A length of time that is all of a value. */
export const parseDuration: Parser<number> = parserOf(duration);

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

/** A number with so many digits is exact in every computation. */
export const NUMBER_DIGITS = 15;

/** Digits without a fraction. */
export function wholeNumber(cursor: Cursor, expected: string): number {
  const token = cursor.peek();
  if (token.kind !== 'number' || token.text.includes('.') || token.text.length > NUMBER_DIGITS) cursor.fail(expected);
  return Number(cursor.take().text);
}

const PRINTED_UNITS: readonly (readonly [string, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
];

const WEEK: readonly [string, number] = ['week', 604_800_000];

/** The grammar reads numbers with at most this many digits. */
const LARGEST_COUNT = 9_999_999;

/** Milliseconds, in the largest unit up to a day that holds them evenly. */
export function printDuration(milliseconds: number): string {
  const [name, length] =
    PRINTED_UNITS.find(([, unit]) => milliseconds % unit === 0 && unitFits(milliseconds, unit)) ?? WEEK;
  const count = milliseconds / length;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function unitFits(milliseconds: number, unit: number): boolean {
  return (milliseconds >= unit || unit === 1) && milliseconds / unit <= LARGEST_COUNT;
}

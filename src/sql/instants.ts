// Instants as texts: RFC 3339, UTC, three fraction digits, so that text order is time order. Input: such texts. Output: such
// texts; null outside the years 0000 to 9999, which that text cannot hold. And the time between two.

import type { SqlValue } from './expression.ts';

/** Moved by whole milliseconds. */
export function shiftInstant(instant: string, milliseconds: number): string | null {
  const time = Date.parse(instant) + milliseconds;
  if (!(time >= -62_167_219_200_000 && time <= 253_402_300_799_999)) return null;
  return new Date(time).toISOString();
}

/** Whole lengths of `by` milliseconds between two instants; null where `to` is the earlier one. */
export function roundsBetween(from: SqlValue, to: SqlValue, by: number): number | null {
  const time = from === null || to === null ? -1 : Date.parse(String(to)) - Date.parse(String(from));
  return time < 0 ? null : Math.floor(time / by);
}

/** The first instant, moved by these whole lengths. */
export function onwardTo(from: SqlValue, to: SqlValue, by: number): string | null {
  const times = roundsBetween(from, to, by);
  return times === null ? null : shiftInstant(String(from), times * by);
}

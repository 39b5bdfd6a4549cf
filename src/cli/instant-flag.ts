// An option that takes a date or an instant. Input: its name and what was given. Output: the instant as ISO 8601 text in UTC; undefined where
// nothing was given.

import { Refusal } from './console.ts';

export function instantFlag(name: string, given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const instant = Date.parse(String(given));
  if (Number.isNaN(instant) || !/^\d{4}-/.test(String(given)))
    throw new Refusal(
      2,
      `--${name} is ${JSON.stringify(given)}, expected a date or an instant: 2026-01-31, 2026-01-31T08:00:00Z`,
    );
  return new Date(instant).toISOString();
}

// Lengths of time in words: `15 minutes`, `1 day`. Units whose length varies (month, year) are none. Notation, part 3, By.

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** Milliseconds by the singular of the unit. */
export const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({ millisecond: 1, second: SECOND, minute: 60 * SECOND, hour: 3600 * SECOND, day: DAY, week: 7 * DAY }),
);

/** So many weeks are still exact in milliseconds. */
export const LONGEST = 10_000_000;

/** Milliseconds of the whole text; undefined when it is no length of time. */
export function millisecondsOf(text: string): number | undefined {
  const parts = /^(\d{1,16}) ([a-z]+?)s?$/i.exec(text.trim());
  const unit = parts ? UNITS.get(parts[2]!.toLowerCase()) : undefined;
  const milliseconds = unit === undefined ? undefined : Number(parts![1]) * unit;
  return milliseconds === undefined || milliseconds > LONGEST * 7 * DAY ? undefined : milliseconds;
}

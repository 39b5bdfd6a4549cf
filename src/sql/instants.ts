// Instants as texts: RFC 3339, UTC, three fraction digits, so that text order is time order. In: such texts.
// Out: such texts; null outside the years 0000 to 9999, which that text cannot hold.

/** Moved by whole milliseconds. */
export function shiftInstant(instant: string, milliseconds: number): string | null {
  const time = Date.parse(instant) + milliseconds;
  if (!(time >= -62_167_219_200_000 && time <= 253_402_300_799_999)) return null;
  return new Date(time).toISOString();
}

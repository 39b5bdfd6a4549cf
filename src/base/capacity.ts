// What a row can hold in each engine. Input: the most that the columns of a table take. Output: whether there is room for them.
// https://www.sqlite.org/limits.html · https://www.postgresql.org/docs/current/limits.html

/** The most that a value takes within its row, in octets. */
export interface Taken {
  readonly octets: number;
  /** It begins at a multiple of eight octets. */
  readonly isAligned: boolean;
}

export interface Room {
  /** Columns of a table, its own two among them: the row key and the version. */
  readonly columns: number;
  /** Of a row with all its values. */
  readonly octets: number;
}

export const SQLITE_ROOM: Room = { columns: 2000, octets: Infinity };
/** A row is on one page of 8 KB. */
export const POSTGRES_ROOM: Room = { columns: 1600, octets: 8160 };

const OWN_COLUMNS = 2;
const OWN: Taken = { octets: 8, isAligned: true };
/** Longer values are kept elsewhere where a row has no room for them; 24 octets are the longest that never are. */
const LONGEST_TEXT = 24;

/** `most`: octets of the text where it is narrowed. */
export function takenByText(most: number): Taken {
  return { octets: Math.min(most + 1, LONGEST_TEXT), isAligned: false };
}

/** Integers, numbers, instants. */
export const NUMBER: Taken = OWN;
/** Of nineteen digits. */
export const DECIMAL: Taken = { octets: 15, isAligned: false };
export const BOOLEAN: Taken = { octets: 1, isAligned: false };

export function mostFields({ columns }: Room): number {
  return columns - OWN_COLUMNS;
}

export function hasRoom(room: Room, columns: readonly Taken[]): boolean {
  return columns.length <= mostFields(room) && octetsOf(columns) <= room.octets;
}

/** In the order in which they are kept: what is aligned leaves gaps after what is not. */
export function octetsOf(columns: readonly Taken[]): number {
  let octets = aligned(23 + Math.ceil((columns.length + OWN_COLUMNS) / 8));
  let mayLeaveGap = false;
  for (const column of [OWN, OWN, ...columns]) {
    octets += column.octets + (column.isAligned && mayLeaveGap ? 7 : 0);
    mayLeaveGap = !column.isAligned;
  }
  return aligned(octets);
}

function aligned(octets: number): number {
  return Math.ceil(octets / 8) * 8;
}

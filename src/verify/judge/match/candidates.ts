// The rows that a list may show, by what is known. Input: a listing. Output: rows, each in the list, or perhaps in it; how many there are.

import type { Row, Truth } from '../../world/known.ts';
import type { Listing } from '../lists.ts';
import type { Setting } from './match.ts';

/** What is known of the rows before the reply is read. */
export interface Candidates {
  /** Mostly without those that are not there. */
  readonly rows: ReadonlyMap<Row, Truth>;
  /** So many match, at the least and at the most. */
  readonly least: number;
  readonly most: number;
  /** The field whose values are listed, in place of rows. */
  readonly field: string | undefined;
  readonly isWhole: boolean;
  readonly isPaged: boolean;
}

/** `removed`: by the call itself; it may have been listed before. */
export function candidatesOf(
  { world }: Pick<Setting, 'world'>,
  listing: Listing,
  removed: ReadonlySet<Row>,
): Candidates {
  const rows = new Map<Row, Truth>();
  let [least, most] = [0, world.isWhole(listing.resource) ? 0 : Infinity];
  for (const row of removed.size === 0 ? world.there(listing.resource) : world.rows(listing.resource)) {
    const isIn = removed.has(row) ? undefined : listing.isIn(row);
    rows.set(row, isIn);
    if (isIn === true) least += 1;
    if (isIn !== false) most += 1;
  }
  const { effect } = listing;
  return {
    rows,
    least,
    most,
    field: effect.kind === 'lists values' ? effect.field.text : undefined,
    isWhole: world.isWhole(listing.resource),
    isPaged: listing.page !== undefined,
  };
}

// Which of the rows that a list may show are on the page that a reply shows. Input: a listing, what is known of its rows. Output: whether a row
// is on it, surely, or surely is not. Notation, part 4, Order and Pages.

import { comesBefore } from '../../values/evaluate.ts';
import type { Row, Truth } from '../../world/known.ts';
import type { Listing, Page } from '../lists.ts';
import type { Candidates } from './candidates.ts';
import type { Setting } from './match.ts';

export interface Paged {
  readonly setting: Setting;
  readonly listing: Listing;
  readonly candidates: Candidates;
  /** The row of each item, as far as it was found. */
  readonly found: readonly (Row | undefined)[];
  readonly wasWhole: boolean;
}

/** Surely, whatever those are of which nobody can tell. */
export function isOnPage(reading: Paged, row: Row, others: readonly Row[]): boolean {
  const { listing, candidates, wasWhole } = reading;
  const { page, keys } = listing;
  if (!page || (page.isFirst && page.size === undefined)) return true;
  if (!keys || page.first === undefined) return false;
  let [least, most] = [0, wasWhole ? 0 : Infinity];
  const start = page.first;
  if (typeof start === 'object') {
    if (start.isBefore) return false;
    if (before(reading, start.after, row) !== true) return false;
  }
  if ((page.isFirst || typeof start === 'object') && isReached(reading, row)) return true;
  const [from, end] = boundsOf(page);
  for (const other of others) {
    // So many may be ahead already that it need not be there.
    if (most >= end) return false;
    if (other === row || !isCounted(reading, other)) continue;
    const isAhead = before(reading, other, row);
    if (isAhead !== false) most += 1;
    if (isAhead === true && candidates.rows.get(other) === true) least += 1;
  }
  return least >= from && most < end;
}

/**
 * Is it the page that lacks the row? A page has no holes; and the first one, where no call asks for it and it is not full, lacks at most
 * the rows at its end, where nothing is selected.
 */
export function isOfPage(reading: Paged, row: Row, isSelected: boolean): boolean {
  const { found, listing } = reading;
  const { page } = listing;
  if (!page) return false;
  const shown = found.filter((one) => one !== undefined);
  const isBehind = shown.some((one) => before(reading, one, row) === true);
  if (isBehind && shown.some((one) => before(reading, row, one) === true)) return false;
  const isPlain = page.isFirst && !page.isSent && found.length < (page.size ?? Infinity);
  return !isPlain || (isBehind && !isSelected);
}

/** A page has no holes: behind the place where it begins, it has all rows up to the last one that it shows, and where it is not full, all. */
function isReached(reading: Paged, row: Row): boolean {
  const { found, listing } = reading;
  const last = found.at(-1);
  return found.length < (listing.page?.size ?? 0) || (last !== undefined && before(reading, row, last) === true);
}

export function before({ setting: { world, asked }, listing }: Paged, one: Row, other: Row): Truth {
  if (one === other) return false;
  return comesBefore(listing.keys ?? [], one, other, { world, asked, row: undefined, self: undefined });
}

/** Surely not in the direction in which the page of a cursor goes: the row at its place, and those on the other side. */
export function isBeyondPlace(reading: Paged, row: Row): boolean {
  const { page, keys } = reading.listing;
  const start = page?.first;
  if (!keys || typeof start !== 'object') return false;
  const [first, second] = start.isBefore ? [row, start.after] : [start.after, row];
  return before(reading, first, second) === false;
}

/** Whether a row is surely beside the page: behind the last one that is shown, where the page is full, or ahead of the first one. */
export function offPage(reading: Paged, rows: readonly Row[]): (row: Row) => boolean {
  const { found, candidates, listing } = reading;
  const shown = found.filter((row) => row !== undefined && (candidates.rows.get(row) ?? false) !== false);
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last || !listing.page || !listing.keys || rows.length <= shown.length) return () => false;
  const [from, end] = boundsOf(listing.page);
  const isBehind = aheadOf(reading, last, rows) + 1 >= end;
  const isAhead = aheadOf(reading, first, rows) <= from;
  return (row) =>
    (isBehind && before(reading, last, row) === true) || (isAhead && before(reading, row, first) === true);
}

/** So many may be ahead of the row on this page and those before it. */
function aheadOf(reading: Paged, row: Row, others: readonly Row[]): number {
  let most = 0;
  for (const other of others)
    if (other !== row && isCounted(reading, other) && before(reading, other, row) !== false) most += 1;
  return most;
}

/** May it be among the rows of which the page is a part? */
function isCounted(reading: Paged, row: Row): boolean {
  const start = reading.listing.page?.first;
  if (reading.candidates.rows.get(row) === false) return false;
  return typeof start !== 'object' || before(reading, start.after, row) !== false;
}

/** Places of its rows: from the first one on, and before the second one. */
function boundsOf({ first, size }: Page): readonly [from: number, end: number] {
  const from = typeof first === 'number' ? first : 0;
  return [from, from + (size ?? Infinity)];
}

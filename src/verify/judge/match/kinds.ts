// What is wrong with a row of a list. Input: a listing, a row that is shown and must not be, or lacks. Output: the class of a failure, and in words why.

import type { FindingClass } from '../../verdict.ts';
import type { Row } from '../../world/known.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import type { Listing } from '../lists.ts';
import type { Reason } from '../reasons.ts';

/** Of a row that lacks, though no page leaves it out. */
export function kindLacking(world: Knowledge, row: Row, reason: Reason | undefined): FindingClass {
  if (reason) return reason.kind === 'role' ? 'shut door' : 'wrong body';
  return world.isRefusedSince(row) ? 'side effect' : 'wrong body';
}

export function whyNot(row: Row): string {
  return row.isThere === false
    ? `no ${row.resource} that is not there any more`
    : `only ${row.resource} rows that the call asks for and its caller sees`;
}

/** Of a row that is shown, and must not be. */
export function kindOf(listing: Listing, row: Row): FindingClass {
  if (row.isThere === false) return 'effect lacking';
  return listing.isOfOthers(row) ? 'open door' : 'wrong body';
}

// A list as a call asks for it, by what is known now. Input: a run, a call that may list rows. Output: the listing, and the rows in it.

import { listingOf, type Listing } from '../judge/lists.ts';
import type { Row } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import type { Draft } from './draft.ts';
import { Unbound } from './drafted.ts';
import type { Session } from './session.ts';

export function askedBy(session: Session, draft: Draft): Asked | undefined {
  try {
    return session.forecast(draft).asked;
  } catch (error) {
    if (error instanceof Unbound) return undefined;
    throw error;
  }
}

/** Undefined: it lists nothing. */
export function listingIn(session: Session, draft: Draft): Listing | undefined {
  const asked = askedBy(session, draft);
  return asked && draft.linked && listingOf(session.world, draft.linked, asked);
}

/** Those that are in the list for sure. */
export function rowsListed(session: Session, draft: Draft): readonly Row[] {
  const listing = listingIn(session, draft);
  return listing ? session.rows(listing.resource).filter((row) => listing.isIn(row) === true) : [];
}

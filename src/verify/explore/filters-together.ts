// Lists by two parameters at once, each of which leaves out a row that the other lets through: a service that heeds one of them alone shows it. Input:
// a run. Output: nothing but its steps. Notation, part 4, Query.

import { selectingNames } from '../../analysis/document/query-parameters.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Listing } from '../judge/lists.ts';
import { predicted } from './candidate.ts';
import type { Draft } from './draft.ts';
import { basesOf, parametersOf, valuesOf, withoutChoice } from './filters.ts';
import { listingIn } from './listings.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

/** Of one list. */
const MOST_PAIRS = 6;
const MOST_BASES = 3;
/** Of one parameter, the last ones. */
const MOST_VALUES = 6;

export async function filterTogether(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const linked of operations) {
    const selecting = selectingNames(session.model, linked);
    const rows = parametersOf(session, linked).filter(({ name }) => selecting.has(name.text));
    const pairs = rows.flatMap((one, nth) => rows.slice(nth + 1).map((other) => [one, other] as const));
    for (const pair of pairs.slice(0, MOST_PAIRS))
      for (const draft of telling(session, reach, linked, pair)) {
        if (session.isOver) return;
        await session.perform(draft);
      }
  }
}

/** One call that tells of both, if there is one that lists a row besides; else one of each of which a call tells. */
function telling(
  session: Session,
  reach: Reach,
  linked: LinkedOperation,
  pair: readonly [Parameter, Parameter],
): readonly Draft[] {
  const names = pair.map(({ name }) => name.text);
  const found = new Map<string, Draft>();
  let both: Draft | undefined;
  for (const draft of bothSent(session, reach, linked, pair)) {
    const listing = listingIn(session, draft);
    const told = listing ? names.filter((name) => isTelling(session, listing, name)) : [];
    if (!listing || told.length === 0 || predicted(session, draft)?.outcomes[0]?.kind !== 'success') continue;
    const isBoth = told.length === names.length;
    if (isBoth && session.world.there(listing.resource).some((row) => listing.isIn(row) === true)) return [draft];
    if (isBoth) both ??= draft;
    for (const name of told) if (!found.has(name)) found.set(name, draft);
  }
  return both ? [both] : [...found.values()];
}

function* bothSent(
  session: Session,
  reach: Reach,
  linked: LinkedOperation,
  [one, other]: readonly [Parameter, Parameter],
): Generator<Draft> {
  const bases = basesOf(reach, linked).slice(0, MOST_BASES);
  const [values, others] = [one, other].map((row) => valuesOf(session, linked, row).slice(-MOST_VALUES));
  for (const base of bases.map((draft) => withoutChoice(session, linked, draft)))
    for (const value of values!)
      for (const another of others!)
        yield { ...base, query: [...base.query, [one.name.text, value], [other.name.text, another]] };
}

/** Does a row lack by this parameter alone? */
function isTelling({ world }: Session, listing: Listing, name: string): boolean {
  return world
    .there(listing.resource)
    .some((row) => listing.isIn(row) === false && listing.without(name, row) === true);
}

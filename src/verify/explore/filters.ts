// Lists by each parameter that selects or orders their rows, with a value by which the same caller sees some rows and does not see others: a
// service that ignores it shows all of them. What lacks for that is made, changed and moved. Input: a run. Output: nothing but its steps.
// Notation, part 4, Query and Order.

import { isDeletion } from '../../analysis/document/effect-traits.ts';
import { queryParameters, selectingNames } from '../../analysis/document/query-parameters.ts';
import { effectsOf, listedBy } from '../../analysis/document/targets.ts';
import { choicesOf } from '../../analysis/requests/query-choices.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import { valueOf } from '../../notation/slot.ts';
import { listingOf, type Listing } from '../judge/lists.ts';
import { isDecided, isTurned, type Listed } from '../judge/match/told.ts';
import { operationObligation } from '../obligations.ts';
import type { Row } from '../world/known.ts';
import type { Draft } from './draft.ts';
import type { Drafted } from './drafted.ts';
import { parameter } from './drafting.ts';
import { held } from './held.ts';
import { askedBy } from './listings.ts';
import { isReading, makersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';
import { wantedOf, ruledBy } from './wanted.ts';

/** Callers and rows of the path with which a list is looked at. */
const MOST_BASES = 12;
const HELD = { rows: 6, values: 18 } as const;
/** Calls with one parameter, until one has shown that it counts. */
const MOST_TRIED = 3;
/** Operations that change a row, until there is a list that differs. */
const MOST_CHANGES = 4;

/** A call by which a row is listed or not by the parameter alone. `isBoth`: it lists another one. */
interface Telling {
  readonly draft: Draft;
  readonly isBoth: boolean;
  /** Rows that its caller sees without the parameter. */
  readonly seen: readonly Row[];
}

export async function useFilters(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const linked of operations)
    for (const row of parametersOf(session, linked)) await use(session, reach, operations, linked, row);
}

export function parametersOf({ model }: Session, linked: LinkedOperation): readonly Parameter[] {
  if (!listedBy(model, linked)) return [];
  const selecting = selectingNames(model, linked);
  const ordering = valueOf(linked.facts.order)?.chosen?.parameter.text;
  return [...queryParameters(model, linked).values()].filter(
    ({ name: { text } }) => selecting.has(text) || text === ordering,
  );
}

async function use(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
  linked: LinkedOperation,
  row: Parameter,
): Promise<void> {
  let best = tellingOf(session, reach, linked, row);
  for await (const _ of changes(session, reach, operations, linked, () => best)) {
    best = tellingOf(session, reach, linked, row);
    if (best[0]?.isBoth || session.isOver) break;
  }
  for (const { draft } of best.slice(0, MOST_TRIED)) {
    if (session.isOver) return;
    await session.perform(draft);
    if (session.exercised.has(operationObligation(linked, `query/${row.name.text}`))) return;
  }
}

/**
 * The list as it is, two rows more that one caller sees, then each change of such a row; and the first
 * row once more; after each of them is looked again.
 */
async function* changes(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
  linked: LinkedOperation,
  best: () => readonly Telling[],
): AsyncGenerator<void> {
  yield;
  const resource = listedBy(session.model, linked)!.name.text;
  const bases = basesOf(reach, linked);
  if (bases[0]) {
    await session.perform(withoutChoice(session, linked, bases[0]));
    yield;
  }
  const actors = [...new Set(bases.map(({ actor }) => actor))];
  for (const actor of actors) {
    if (!(await reach.make(resource, actor))) continue;
    yield;
    await reach.make(resource, actor);
    yield;
    break;
  }
  const changing = operations.filter(
    (one) => reach.resourceOf(one) === resource && !isReading(one) && !effectsOf(one).some(isDeletion),
  );
  for (const one of changing.slice(0, MOST_CHANGES)) {
    const seen = best()[0]?.seen ?? session.rows(resource);
    const row = seen.findLast(({ isMade, isThere }) => isMade && isThere !== false);
    if (row && (await reach.reach(one, { row }))) yield;
  }
  // What is made later mostly has the larger values.
  const makers = makersOf(session.model, resource);
  const first = session.steps.find(
    ({ draft, rows }) => makers.some((one) => one === draft.linked) && rows.some((row) => row.resource === resource),
  );
  if (!first || !askedBy(session, first.draft)) return;
  await session.perform(first.draft);
  yield;
}

/** The list as each caller may ask for it. */
export function basesOf(reach: Reach, linked: LinkedOperation): readonly Draft[] {
  const found: Draft[] = [];
  for (const candidate of reach.candidates(linked, {})) {
    const { draft } = candidate;
    const isSame = ({ actor, rows }: Draft): boolean =>
      actor === draft.actor && rows.every((row, nth) => row === draft.rows[nth]);
    if (found.some(isSame) || candidate.score === 0) continue;
    found.push(draft);
    if (found.length >= MOST_BASES) break;
  }
  return found;
}

/** The most telling ones first. */
function tellingOf(session: Session, reach: Reach, linked: LinkedOperation, row: Parameter): readonly Telling[] {
  const values = valuesOf(session, linked, row);
  const { text: name } = row.name;
  const all = basesOf(reach, linked).flatMap((one) => {
    const base = withoutChoice(session, linked, one);
    const query = base.query.filter(([other]) => other !== name);
    return values.flatMap((value) => telling(session, linked, name, { ...base, query: [...query, [name, value]] }));
  });
  return all.toSorted((one, other) => Number(other.isBoth) - Number(one.isBoth));
}

/** Only with what has to be sent. */
export function withoutChoice({ model }: Session, linked: LinkedOperation, draft: Draft): Draft {
  const parameters = queryParameters(model, linked);
  const isNeeded = (name: string): boolean => {
    const row = parameters.get(name);
    return !row || valueOf(row.required)?.kind === 'yes';
  };
  return { ...draft, query: draft.query.filter(([name]) => isNeeded(name)) };
}

/** Those that are allowed, those that rows hold, and any other one. */
export function valuesOf(session: Session, linked: LinkedOperation, row: Parameter): readonly Drafted[] {
  const wanted = wantedOf(session.model, ruledBy(row));
  const stated = choicesOf(session.model, linked, row) ?? wanted?.values;
  const listed = stated ?? (wanted?.type.kind === 'boolean' ? [true, false] : []);
  const other = parameter(session, row, row.name.text);
  return [...listed, ...held(session, linked, row, HELD), ...(other === undefined ? [] : [other])];
}

function telling(session: Session, linked: LinkedOperation, name: string, draft: Draft): readonly Telling[] {
  const { world, model } = session;
  const asked = askedBy(session, draft);
  const listing = asked && listingOf(world, linked, asked);
  if (!listing) return [];
  const there = world.there(listing.resource);
  const seen = there.filter((row) => listing.without(name, row) === true);
  const shown = there.filter((row) => listing.isIn(row) === true);
  const isOrder = name === valueOf(linked.facts.order)?.chosen?.parameter.text;
  if (isOrder) return turned({ model, world, linked, asked }, listing, shown) ? [{ draft, isBoth: true, seen }] : [];
  if (!there.some((row) => isDecided(listing, name, row))) return [];
  return [{ draft, isBoth: shown.length > 0, seen }];
}

/** Among the last ones. */
function turned(listed: Listed, listing: Listing, shown: readonly Row[]): boolean {
  const last = shown.slice(-HELD.rows);
  return last.some((one) => last.some((other) => isTurned(listed, listing, one, other)));
}

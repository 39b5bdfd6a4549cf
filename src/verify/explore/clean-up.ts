// What a run has made is removed where an operation removes it. Input: a session. Output: names of what is left.

import { valueOf } from '../../notation/slot.ts';
import { identityOf } from '../../analysis/document/targets.ts';
import { printed } from '../world/json.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import { removersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

/** Rows that are removed, the latest first. */
const MOST_REMOVED = 1000;
/** Milliseconds. */
const LONGEST = 5_000;

export async function cleanUp(session: Session, reach: Reach): Promise<readonly string[]> {
  const end = Date.now() + LONGEST;
  for (const row of madeRows(session).toReversed().slice(0, MOST_REMOVED)) {
    if (Date.now() > end) break;
    if (row.isThere !== false) await removed(session, reach, row);
  }
  return [
    ...madeRows(session).map((row) => nameOf(session, row)),
    ...rowsThere(session)
      .filter((row) => Number.isNaN(row.born) && !isOwn(session, row))
      .map((row) => `${nameOf(session, row)}, perhaps`),
  ];
}

/** Those that the run made and that are there, as far as anybody knows. */
function madeRows(session: Session): readonly Row[] {
  return rowsThere(session)
    .filter((row) => isOwn(session, row))
    .toSorted((one, other) => (one.born || 0) - (other.born || 0));
}

/** What has no name of its own goes with others. */
function rowsThere(session: Session): readonly Row[] {
  return [...session.model.resources.values()]
    .filter((resource) => valueOf(resource.identifiedBy) !== undefined)
    .flatMap(({ name }) => session.rows(name.text))
    .filter((row) => row.isThere !== false);
}

/** Where no call was seen to make it, a value that nobody else can have tells. */
function isOwn({ world }: Session, row: Row): boolean {
  return row.isMade || [...row.values.values()].some((value) => world.madeUp.since(value) !== undefined);
}

/** Is the row gone, by an operation that removes such? */
export async function removed(session: Session, reach: Reach, row: Row): Promise<boolean> {
  for (const linked of removersOf(session.model, row.resource)) {
    if (!reach.may(linked)) continue;
    let best: Parameters<Session['perform']>[0] | undefined;
    for (const { draft, score } of reach.candidates(linked, { row })) {
      if (score === 0) continue;
      best = draft;
      break;
    }
    if (best) await session.perform(best);
    if (row.isThere === false) return true;
  }
  return false;
}

function nameOf({ model }: Session, row: Row): string {
  const fields = identityOf(model.resources.get(row.resource)!);
  const values = fields.map((field) => row.get(field)).filter((value) => value !== UNKNOWN);
  const shown = values.map((value) => {
    if (value instanceof Row) return [...value.values.values()].find((one) => typeof one === 'string') ?? '?';
    return typeof value === 'string' ? value : printed(value);
  });
  return `${row.resource} ${shown.length === 0 ? '?' : shown.map(String).join(' ')}`;
}

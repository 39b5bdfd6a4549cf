// Refusals that rest on other rows: `refused while there is …`, a move that is refused because of another row. Those rows are brought about, then
// the call is made, and what it was about is looked at. Input: a run. Output: nothing but its steps. Notation, parts 2, 3, 7.

import { machinesOf, movesBy, refusalOf } from '../../analysis/document/moves.ts';
import { headingOf } from '../../analysis/document/targets.ts';
import { causesOf } from '../../analysis/refusals/errors.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { causeObligation } from '../obligations.ts';
import type { Row } from '../world/known.ts';
import { goalsOf, provide } from './provide.ts';
import type { Reach } from './reach.ts';
import { readBack } from './read-back.ts';
import type { Session } from './session.ts';

export async function meetGuards(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const linked of operations)
    for (const cause of causesOf(session.model, linked)) {
      const isDue =
        (cause.kind === 'refused' || cause.kind === 'refused while') &&
        !session.exercised.has(causeObligation(linked, cause));
      if (isDue && !session.isOver) await meet(session, reach, linked, cause);
    }
}

async function meet(session: Session, reach: Reach, linked: LinkedOperation, cause: MetCause): Promise<void> {
  const row = await rowFor(session, reach, linked, cause);
  if (!row) return;
  await provide(session, reach, row, goalsOf(session.model, linked, row, cause));
  for (const { draft, outcomes } of reach.candidates(linked, { row })) {
    const [first] = outcomes;
    if (!first || !('cause' in first) || causeKey(first.cause) !== causeKey(cause)) continue;
    if (!session.isOver) await readBack(session, reach, await session.perform(draft));
    return;
  }
}

/** In the state from which the table refuses, where it is the table that does; else a new one, to which no other rows refer. */
async function rowFor(
  { model }: Session,
  reach: Reach,
  linked: LinkedOperation,
  cause: MetCause,
): Promise<Row | undefined> {
  const resource = reach.resourceOf(linked);
  if (resource === undefined) return undefined;
  for (const view of machinesOf(model, resource))
    for (const move of movesBy(view, headingOf(linked)))
      for (const state of cause.kind === 'refused' && refusalOf(move) === cause.code ? (move.from ?? []) : []) {
        const row = await reach.bring(view, state);
        if (row) return row;
      }
  return reach.make(resource);
}

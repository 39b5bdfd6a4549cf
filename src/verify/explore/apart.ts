// A row of another row than the one that the path names: both are made by who calls, so that nothing else refuses the call. Input: a run. Output:
// nothing but its steps. Notation, part 4, Path, `in {other}`.

import { containerField } from '../../analysis/document/addresses.ts';
import { pathFacts, type Selection } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Row } from '../world/known.ts';
import { withPath, type Actor, type Draft } from './draft.ts';
import { Unbound } from './drafted.ts';
import { fieldOf } from './drafting.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

/** An operation without a container in its path has none to take another one of. */
export async function tryApart(session: Session, reach: Reach, operations: readonly LinkedOperation[]): Promise<void> {
  /** The row that was made last, by its resource and who made it. */
  const made = new Map<string, Row>();
  for (const linked of operations) {
    const { selections } = pathFacts(session.model, linked);
    const selection = selections.at(-1);
    const outer = selections.find(({ parameter }) => parameter === selection?.inside);
    const link = selection && outer && containerField(session.model, selection.resource, outer.resource);
    if (!selection || !outer || link === undefined || session.isOver) continue;
    const first = await reach.reach(linked);
    if (!first) continue;
    const { draft } = first;
    const { resource } = selection;
    const name = JSON.stringify([resource, draft.actor.headers, draft.actor.query]);
    const isApart = (row: Row | undefined): row is Row =>
      row?.isThere === true && row.get(link) !== draft.rows.find((one) => one.resource === outer.resource);
    const kept = made.get(name);
    const row = isApart(kept) ? kept : await makeInside(reach, draft.actor, resource, outer.resource);
    if (!isApart(row)) continue;
    made.set(name, row);
    await perform(session, named(session, linked, draft, selection, row));
  }
}

async function makeInside(reach: Reach, actor: Actor, resource: string, outer: string): Promise<Row | undefined> {
  const row = await reach.make(outer, { actor });
  return row && reach.make(resource, { actor, row });
}

/** The same call about that row. */
function named({ model }: Session, linked: LinkedOperation, draft: Draft, { keys }: Selection, row: Row): Draft {
  const values = new Map(keys.map(({ parameter, field }) => [parameter, fieldOf(model, row, field)]));
  return { ...withPath(linked, draft, values), rows: [row] };
}

async function perform(session: Session, draft: Draft): Promise<void> {
  try {
    await session.perform(draft);
  } catch (error) {
    if (!(error instanceof Unbound)) throw error;
  }
}

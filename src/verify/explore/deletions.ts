// What goes along with a row that is deleted: first there is a row of each resource that has to go, then the deletion, then a look at each. Input: a
// run. Output: nothing but its steps. Notation, part 2, When deleted.

import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { deletionObligation } from '../obligations.ts';
import type { Row } from '../world/known.ts';
import { listersOf, makersOf, readersOf, removersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import type { Session } from './session.ts';

/** Which of several rows a new one refers to is left to chance. */
const MOST_TRIES = 4;

export async function deleteWithOthers(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const [name, resource] of session.model.resources) {
    const going = (valueOf(resource.whenDeleted) ?? []).flatMap(({ kind, resource: other }, place) =>
      kind !== 'refused while' && !session.exercised.has(deletionObligation(name, place)) ? [other.text] : [],
    );
    const [remover] = removersOf(session.model, name).filter((linked) => operations.includes(linked));
    if (!remover || going.length === 0 || session.isOver) continue;
    const row = await reach.make(name);
    if (!row?.isMade) continue;
    const others: Row[] = [];
    for (const other of new Set(going)) others.push(...(await referring(session, reach, other, row)));
    const step = await reach.reach(remover, { row });
    if (!step) continue;
    for (const other of others) await look(session, reach, other);
  }
}

/** A row that is made for the other one: its path is inside of that, or its body names it. */
async function referring(session: Session, reach: Reach, resource: string, row: Row): Promise<readonly Row[]> {
  for (const maker of makersOf(session.model, resource)) {
    const isInside = reach.resourceOf(maker) === row.resource;
    for (let tries = 0; tries < (isInside ? 1 : MOST_TRIES) && !session.isOver; tries += 1) {
      const step = await reach.reach(maker, isInside ? { row } : {});
      const made = step?.rows.filter((one) => one.resource === resource && refers(one, row)) ?? [];
      if (made.length > 0) return made;
    }
  }
  return [];
}

function refers({ values }: Row, row: Row): boolean {
  return [...values.values()].includes(row);
}

/** By itself, or among others. */
async function look(session: Session, reach: Reach, row: Row): Promise<void> {
  const [lister] = listersOf(session.model, row.resource);
  if (session.isOver) return;
  if (lister) await reach.reach(lister);
  else for (const reader of readersOf(session.model, row.resource)) await once(session, reach, reader, row);
}

/** As somebody may see it who sees no such row any more. */
async function once(session: Session, reach: Reach, reader: LinkedOperation, row: Row): Promise<void> {
  for (const { draft } of reach.candidates(reader, { row })) {
    if (!session.isOver) await session.perform(draft);
    return;
  }
}

// What goes along with a row that is deleted: first there is a row of each resource that has to go, then the deletion, then a look at each. Input: a
// run. Output: nothing but its steps. Notation, part 2, When deleted.

import type { LinkedOperation } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { deletionObligation } from '../obligations.ts';
import type { Row } from '../world/known.ts';
import { isReading, listersOf, operationsOf, removersOf } from './operations.ts';
import type { Reach } from './reach.ts';
import { rowSelected } from './drafting.ts';
import { provide } from './provide.ts';
import type { Session } from './session.ts';

export async function deleteWithOthers(
  session: Session,
  reach: Reach,
  operations: readonly LinkedOperation[],
): Promise<void> {
  for (const [name, resource] of session.model.resources) {
    const rules = valueOf(resource.whenDeleted) ?? [];
    const going = [...rules.entries()].filter(
      ([place, { kind }]) => kind !== 'refused while' && !session.exercised.has(deletionObligation(name, place)),
    );
    const [remover] = removersOf(session.model, name).filter((linked) => operations.includes(linked));
    if (!remover || going.length === 0 || session.isOver) continue;
    const row = await reach.make(name);
    if (!row?.isMade) continue;
    for (const [, { resource: other, where }] of going) {
      const condition = { kind: 'exists', negated: false, resource: other, where, at: other.at } as const;
      await provide(session, reach, row, [{ condition, isWanted: true }]);
    }
    if (!(await reach.reach(remover, { row }))) continue;
    for (const [place] of going) await look(session, reach, deletionObligation(name, place));
  }
}

/** By its address where that shows it, in a list, else by what else may be done to it: until a reply would have shown that it was forgotten. */
async function look(session: Session, reach: Reach, obligation: string): Promise<void> {
  const isLeft = (): boolean => !session.isOver && !session.exercised.has(obligation);
  const row = session.world.goneAlong.get(obligation)?.at(-1);
  if (!row) return;
  const own = operationsOf(session.model).filter(
    (linked) => reach.may(linked) && rowSelected(session.model, linked) === row.resource,
  );
  for (const linked of own) if (isReading(linked) && isLeft()) await once(session, reach, linked, row);
  for (const linked of listersOf(session.model, row.resource)) if (isLeft()) await reach.reach(linked);
  for (const linked of own) if (!isReading(linked) && isLeft()) await once(session, reach, linked, row);
}

/** As somebody to whom it can only be answered that there is no such row. */
async function once(session: Session, reach: Reach, linked: LinkedOperation, row: Row): Promise<void> {
  for (const { draft, outcomes } of reach.candidates(linked, { row })) {
    const [only, ...others] = outcomes;
    const isSure = only && 'cause' in only && others.every(({ kind }) => kind === 'floor');
    const isTold = isSure && (only.cause.kind === 'no such' || only.cause.kind === 'was');
    if (!isTold || session.isOver) continue;
    await session.perform(draft);
    return;
  }
}

// Rows that a call asks for beside the row that it is about: they are made, and brought to the state that is asked for. Input: a run, the row, what
// has to hold of it. Output: nothing but steps. Notation, part 2, When deleted; part 3, Only if; part 7, "Causes".

import { machinesOf, movesBy, refusalOf, targets, type MachineView } from '../../analysis/document/moves.ts';
import { headingOf } from '../../analysis/document/targets.ts';
import { ruleCauses } from '../../analysis/machines/refusal-rules.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { truth } from '../values/evaluate.ts';
import type { Row } from '../world/known.ts';
import { knownActors } from './actors.ts';
import type { About } from './promising.ts';
import type { Session } from './session.ts';
import { soughtBy, type Sought } from './sought.ts';

export interface Goal {
  readonly condition: Condition;
  /** Has it to hold, or must it not? */
  readonly isWanted: boolean;
}

/** How a row comes to be, and comes to be in a state. */
interface Means {
  make(resource: string, about?: About): Promise<Row | undefined>;
  move(view: MachineView, row: Row, state: string): Promise<boolean>;
}

/** What has to hold of the row so that the call may succeed; with a cause, so that it is refused for that. */
export function goalsOf(model: Model, linked: LinkedOperation, row: Row, cause?: MetCause): readonly Goal[] {
  const code = cause?.kind === 'refused' ? cause.code : undefined;
  const moves = machinesOf(model, row.resource).flatMap((view) =>
    movesBy(view, headingOf(linked)).filter(
      (move) =>
        (cause ? code !== undefined && refusalOf(move) === code : targets(move).length > 0) &&
        move.from?.includes(String(row.get(view.field))),
    ),
  );
  const rules = ruleCauses(model, linked).filter(
    (rule) => rule.resource === row.resource && (!cause || causeKey(rule.cause) === causeKey(cause)),
  );
  return [
    ...moves.flatMap((move): Goal | [] => {
      const condition = valueOf(move.row.onlyIf);
      return condition ? { condition, isWanted: true } : [];
    }),
    ...rules.map(({ when }): Goal => ({ condition: when, isWanted: cause !== undefined })),
  ];
}

/** Output: whether anything was done for it. */
export async function provide(session: Session, means: Means, row: Row, goals: readonly Goal[]): Promise<boolean> {
  const { world } = session;
  let isDone = false;
  for (const { condition, isWanted } of goals) {
    if (truth(condition, { world, asked: undefined, row, self: row }) === isWanted) continue;
    for (const sought of soughtBy(world, condition, row, isWanted))
      if (!session.isOver && (await bringOne(session, means, row, sought))) isDone = true;
  }
  return isDone;
}

/** Those that are there first, then others that are made for it. */
async function bringOne(session: Session, means: Means, row: Row, sought: Sought): Promise<boolean> {
  const { resource, named, count } = sought;
  const names = (one: Row): boolean => one !== row && named.every((name) => one.get(name.field) === name.row);
  const near = session.rows(resource).filter((one) => one.isThere !== false && one.isMade && names(one));
  let brought = 0;
  for (const one of near.slice(-count)) if (await isBrought(means, one, sought)) brought += 1;
  for (; brought < count && !session.isOver; brought += 1) {
    const made = await makeNaming(session, means, sought);
    if (!made || !names(made) || !(await isBrought(means, made, sought))) return false;
  }
  return true;
}

async function isBrought(means: Means, row: Row, { state }: Sought): Promise<boolean> {
  for (const one of state?.states ?? []) if (await means.move(state!.view, row, one)) return true;
  return state === undefined;
}

/** By its path, in its body, or as who calls. */
async function makeNaming(session: Session, means: Means, { resource, named }: Sought): Promise<Row | undefined> {
  const rows = named.map(({ row }) => row);
  const actor = knownActors(session.world).find((one) => one.row && rows.includes(one.row));
  return means.make(resource, { named: rows, actor });
}

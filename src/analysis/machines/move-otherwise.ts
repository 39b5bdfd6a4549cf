// `Any other move: accepted`: a move that no row names is made, to the state that the call names. A move that a row names and its
// Only if does not allow is no other move, and a call that names no state leads nowhere: there the request meets a gap. Input: a
// machine and an operation. Output: whether a request can meet it. Notation, part 3.

import { oncePer } from '../../base/once-per.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { beginningsOf } from './beginnings.ts';
import { mayHold } from '../values/condition-logic.ts';
import { isRemovedByTable } from './removals.ts';
import { ledBy, stands } from './move-overlaps.ts';
import {
  birthsBy,
  deletes,
  machinesChangedBy,
  movesBy,
  refusalOf,
  targets,
  type MachineView,
  type MoveView,
} from '../document/moves.ts';
import { effectsOf, headingOf } from '../document/targets.ts';

const meetingsByHeading = oncePer<[], MachineView, Map<string, boolean>>(() => new Map());

export function meetsOtherwise(model: Model, linked: LinkedOperation, view: MachineView): boolean {
  if (valueOf(view.machine.anyOtherMove)?.kind !== 'accepted') return false;
  const known = meetingsByHeading(view);
  const heading = headingOf(linked);
  let meets = known.get(heading);
  if (meets === undefined) {
    meets =
      meetsAtBirth(model, linked, view) ||
      (machinesChangedBy(model, linked).includes(view) && meetsMove(model, linked, view));
    known.set(heading, meets);
  }
  return meets;
}

function meetsMove(model: Model, linked: LinkedOperation, view: MachineView): boolean {
  const rows = movesBy(view, headingOf(linked));
  const isRemoved = isRemovedByTable(linked, view);
  const isTable = ledBy(model, linked, view).kind === 'table';
  return view.states.some((state) => {
    const here = rows.filter((move) => move.from?.includes(state));
    // A deletion needs no row that says where it leads: only what a row names can fail.
    if (effectsOf(linked).some((effect) => deletes(effect, view)))
      return (
        isRemoved && here.some((row) => refusalOf(row) === undefined) && mayAllFail(model, linked, view, here, state)
      );
    if (isTable) return mayAllFail(model, linked, view, here, state);
    return here.some((row) => {
      if (refusalOf(row) !== undefined || valueOf(row.row.to)?.kind === 'same') return false;
      const beside = here.filter(
        (one) => refusalOf(one) !== undefined || targets(one).some((to) => targets(row).includes(to)),
      );
      return mayAllFail(model, linked, view, beside, state);
    });
  });
}

function meetsAtBirth(model: Model, linked: LinkedOperation, view: MachineView): boolean {
  const begin = beginningsOf(model, view).find((one) => one.linked === linked);
  if (!begin) return false;
  return (
    begin.chosen !== undefined || (begin.hasRows && mayAllFail(model, linked, view, birthsBy(view, headingOf(linked))))
  );
}

/** No row holds: none at all, or the condition of each may be false. */
function mayAllFail(
  model: Model,
  request: LinkedOperation,
  view: MachineView,
  rows: readonly MoveView[],
  state?: string,
): boolean {
  const conditions: Condition[] = [];
  for (const { row } of rows) {
    const { onlyIf } = row;
    if (onlyIf.status === 'none' || onlyIf.status === 'absent') return false;
    const condition = valueOf(onlyIf);
    // What is not shown or cannot be read holds the operation for a reason of its own.
    if (!condition) return false;
    conditions.push(condition);
  }
  const row = model.resources.get(view.resource);
  const ground = { row, self: row, request, ...(state === undefined && { isNew: true }) };
  return mayHold(model, ground, state === undefined ? [] : [stands(view, view.machine.at, state)], conditions);
}

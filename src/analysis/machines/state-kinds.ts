// The states for which a Kind would add something to the rest of the machine. Input: a machine. Output: its states whose Kind
// is a question where it is not shown. Notation, rule 1.8 "What is due", and part 3, head State.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import type { Machine } from '../../notation/states.ts';
import { valueOf } from '../../notation/slot.ts';
import { beginningsOf } from './beginnings.ts';
import { machineViews, refusalOf, targets, type MachineView, type MoveView } from '../document/moves.ts';

export function openKinds(model: Model, machine: Machine): readonly string[] {
  const view = machineViews(model).get(machine.name.text);
  return view ? openIn(model, view) : [];
}

const openIn = oncePer((model: Model, view: MachineView): readonly string[] => {
  const begun = isBegunByRows(model, view) ? new Set(view.births.flatMap(targets)) : new Set<string>();
  return view.states.filter((state) => !begun.has(state) || isFinalAsked(view, state));
});

/**
 * Each call that begins rows has a `(new)` row of its own: then `initial` adds nothing about a state, and a state that one of
 * them leads to is not `gone`. Where a Does or a By is not shown, this is not known.
 */
function isBegunByRows(model: Model, view: MachineView): boolean {
  return (
    view.births.every(({ by }) => by !== undefined) &&
    view.moves.every(({ row, from }) => from !== undefined || row.from.status === 'none') &&
    [...model.operations.values()].every(
      ({ facts: { does } }) => valueOf(does) !== undefined || does.status === 'none',
    ) &&
    beginningsOf(model, view).every(({ hasRows }) => hasRows)
  );
}

/** A row covers the state by `any`, unless it is final; and no row leaves it by its name, so that it may be. */
function isFinalAsked({ moves }: MachineView, state: string): boolean {
  const isLeft = moves.some((move) => {
    const from = valueOf(move.row.from);
    const isNamed = from?.kind === 'states' && from.states.some(({ text }) => text === state);
    return isNamed && targets(move).some((to) => to !== state);
  });
  return !isLeft && moves.some((move) => leaves(move) && speaksOf(move, state));
}

function leaves(move: MoveView): boolean {
  return refusalOf(move) === undefined && valueOf(move.row.to)?.kind !== 'same';
}

function speaksOf({ row }: MoveView, state: string): boolean {
  const from = valueOf(row.from);
  return from?.kind === 'any except' ? from.states.every(({ text }) => text !== state) : row.from.status === 'any';
}

// Operations whose moves the table of part 3 refuses: always, or for all rows because of some. Input: a machine and the states that rows
// can have. Output: warnings. Notation, part 3, Any other move: `never-moves`, `every-or-none`.

import { few } from '../base/few.ts';
import { ticked } from '../base/ticked.ts';
import { isCreation, isMove } from '../analysis/document/effect-traits.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { everyOrNone, neverMoves } from '../diagnostics/states.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { mayHold } from '../analysis/values/condition-logic.ts';
import { goneOf, namedBy } from '../analysis/values/gone-states.ts';
import { stands } from '../analysis/machines/move-overlaps.ts';
import { movesBy, refusalOf, targets, type MachineView, type MoveView } from '../analysis/document/moves.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import { machineId } from '../analysis/document/slot-ids.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';

/** Where no gap hides a row, and other moves are not accepted. `reached`: the states that rows can have; undefined: not known. */
export function refusedMoves(
  model: Model,
  view: MachineView,
  reached: ReadonlySet<string> | undefined,
): readonly Diagnostic[] {
  const { machine } = view;
  const isOpen = valueOf(machine.anyOtherMove)?.kind === 'accepted' || isOtherOpen(model, view);
  if (isOpen || !machine.moves.written || !isComplete(model, machine.moves)) return [];
  if (view.moves.some(({ by, row }) => by === undefined && row.by.status !== 'none')) return [];
  const related = [{ at: machine.name.at, message: 'its table is here' }];
  return [...model.operations.values()].flatMap((linked) => {
    const { at } = linked.facts.does;
    const values = { operation: headingOf(linked), machine: view.name };
    if (isNeverLet(model, linked, view)) return [diagnose(neverMoves, at, values, related)];
    const left = leftByEvery(model, linked, view, reached);
    return left ? [diagnose(everyOrNone, at, { ...values, ...left }, related)] : [];
  });
}

/** `moves every` may find rows in states from which it moves none: one of them refuses all. */
function leftByEvery(
  model: Model,
  linked: LinkedOperation,
  view: MachineView,
  reached: ReadonlySet<string> | undefined,
): { readonly states: string; readonly condition: string } | undefined {
  for (const effect of effectsOf(linked)) {
    if (effect.kind !== 'moves every' || `${effect.target.text}.${effect.field.text}` !== view.name) continue;
    const gone = new Set(goneOf(view));
    const named = namedBy(model, linked, view.resource).get(view.name);
    const found = view.states.filter((state) => {
      const isThere = reached?.has(state) !== false && (!gone.has(state) || named?.has(state) === true);
      return isThere && mayStand(model, linked, view, state, effect.where);
    });
    const moves = movesBy(view, headingOf(linked)).filter((move) => leadsTo(move, effect.to?.text));
    const isMoved = (state: string): boolean =>
      moves.some((move) => mayMake(model, linked, view, move, effect.where, [state]));
    const left = found.filter((state) => !isMoved(state));
    if (left.length === 0) continue;
    const from = found.filter(isMoved).map(ticked);
    const condition = `${ticked(view.field)} ${from.length === 1 ? `= ${from[0]!}` : `in (${from.join(', ')})`}`;
    return { states: few(left.map(ticked)), condition };
  }
  return undefined;
}

function leadsTo(move: MoveView, state: string | undefined): boolean {
  return state === undefined || valueOf(move.row.to)?.kind === 'same' || targets(move).includes(state);
}

/** May a row that Does finds be in this state? */
function mayStand(
  model: Model,
  request: LinkedOperation,
  view: MachineView,
  state: string,
  where: Condition | undefined,
): boolean {
  const row = model.resources.get(view.resource);
  return mayHold(model, { row, self: row, request }, [
    ...(where ? [where] : []),
    stands(view, request.facts.does.at, state),
  ]);
}

function isOtherOpen(model: Model, { name, machine }: MachineView): boolean {
  const { status } = machine.anyOtherMove;
  return (status !== 'stated' && status !== 'absent') || slotsOf(model).open.has(machineId(name, 'any-other-move'));
}

function isNeverLet(model: Model, linked: LinkedOperation, view: MachineView): boolean {
  const effects = effectsOf(linked);
  // What it moves may be the row that it has just made.
  const makes = effects.some(
    (effect) => isCreation(effect) && 'target' in effect && effect.target.text === view.resource,
  );
  return (
    !makes &&
    effects.some((effect) => {
      if (!isMove(effect) || effect.target.text !== view.resource || effect.field.text !== view.field) return false;
      // A row that leads elsewhere than Does says is `move-not-done`.
      return movesBy(view, headingOf(linked)).every((move) => !mayMake(model, linked, view, move, effect.where));
    })
  );
}

/** May it move a row that Does finds? */
function mayMake(
  model: Model,
  request: LinkedOperation,
  view: MachineView,
  move: MoveView,
  where: Condition | undefined,
  states: readonly string[] | undefined = move.from,
): boolean {
  if (move.from === undefined || states === undefined) return true;
  if (refusalOf(move) !== undefined) return false;
  const row = model.resources.get(view.resource);
  const conditions = [where, valueOf(move.row.onlyIf)].flatMap((one) => one ?? []);
  const { from } = move;
  return states.some(
    (state) =>
      from.includes(state) &&
      mayHold(model, { row, self: row, request }, [...conditions, stands(view, move.row.at, state)]),
  );
}

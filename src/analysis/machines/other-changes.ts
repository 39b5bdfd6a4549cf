// Calls that change or remove rows without a move of their state, and what part 3 says of them. Input: an operation. Output: the machines
// that are asked whether they let it, and the code with which they refuse it. Notation, part 3, "Any other change".

import { CHANGES, EFFECT_TRAITS, isCreation, isMove } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { isComplete } from '../document/complete.ts';
import { machinesOf, movesBy, refusalOf, type MachineView } from '../document/moves.ts';
import { effectsOf, headingOf, selectionOf, setTargets } from '../document/targets.ts';
import { isRemovedByTable } from './removals.ts';
import { goneOf } from '../values/gone-states.ts';

/** Of all rows that it changes or removes. The operator's hand, time and someone outside are no operations of the document. */
export function changedOtherwise(model: Model, linked: LinkedOperation): readonly MachineView[] {
  if (model.machines.size === 0 || !model.operations.has(headingOf(linked))) return NONE;
  return changedResources(model, linked).flatMap((name) => machinesOf(model, name));
}

const NONE: readonly MachineView[] = [];

/** Names: what is kept for an operation may be asked of another model that has it. */
const changedResources: (model: Model, linked: LinkedOperation) => readonly string[] = oncePer((model, linked) => {
  const effects = effectsOf(linked);
  const names = effects.flatMap((effect) => {
    if (effect.kind === 'sets') return setTargets(model, linked, effect).filter((name) => !isMade(model, linked, name));
    return 'target' in effect && CHANGES.has(EFFECT_TRAITS[effect.kind].touch) ? [effect.target.text] : [];
  });
  return [...new Set(names)].filter((name) => !isMoving(model, name, effects));
});

/** Where the path selects no row of it, what is set is set of the one that the call makes. */
function isMade(model: Model, linked: LinkedOperation, name: string): boolean {
  const makes = effectsOf(linked).some(
    (effect) => isCreation(effect) && 'target' in effect && effect.target.text === name,
  );
  return makes && selectionOf(model, linked, name) === undefined;
}

/** By machine, the first operation that changes or removes its rows so. */
export const firstChanges: (model: Model) => ReadonlyMap<string, LinkedOperation> = oncePer((model) => {
  const found = new Map<string, LinkedOperation>();
  for (const linked of model.operations.values())
    for (const { name } of changedOtherwise(model, linked)) if (!found.has(name)) found.set(name, linked);
  return found;
});

/** Does the operation name a state of the rows? A body that may bring one moves a row only where it does. */
function isMoving(model: Model, resource: string, effects: readonly Effect[]): boolean {
  const views = machinesOf(model, resource);
  return effects.some((effect) => {
    if (isMove(effect)) return effect.target.text === resource;
    if (effect.kind !== 'sets') return false;
    return effect.assignments.some(
      ({ field, value }) =>
        value.kind === 'text' && views.some((view) => field.text === view.field || field.text === view.name),
    );
  });
}

/** The code that answers such a call from a state from which no row lets it; undefined: none refuses it. */
export function refusedOtherwise(model: Model, linked: LinkedOperation, view: MachineView): string | undefined {
  const { anyOtherChange, anyOtherMove } = view.machine;
  const other = valueOf(anyOtherChange);
  if (other?.kind !== 'error' || !changedOtherwise(model, linked).includes(view)) return undefined;
  // What the table refuses as a move needs no second refusal.
  if (isRemovedByTable(linked, view) && valueOf(anyOtherMove)?.kind !== 'accepted') return undefined;
  return isAlwaysLet(model, linked, view) ? undefined : other.error.text;
}

/** From each state in which it finds a row, a row of the table lets it, whatever else holds. */
function isAlwaysLet(model: Model, linked: LinkedOperation, view: MachineView): boolean {
  if (!isComplete(model, view.machine.states)) return false;
  const gone = goneOf(view);
  const rows = movesBy(view, headingOf(linked)).filter((move) => refusalOf(move) === undefined);
  const always = new Set(rows.flatMap(({ row, from }) => (row.onlyIf.status === 'none' ? (from ?? []) : [])));
  return view.states.every((state) => always.has(state) || gone.includes(state));
}

// Which operations change or remove rows without a move, and which change one row of their path, for the plain computation. Input: an
// operation. Output: yes or no. Notation, part 3, "Any other change"; part 4, Preconditions.

import type { Effect } from '../../src/notation/values/effects.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Machine } from '../../src/notation/states.ts';
import type { To } from '../../src/notation/values/moves.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { selectionOf, setTargets } from '../../src/analysis/document/targets.ts';

const ONE = ['updates', 'merges into', 'replaces', 'creates or replaces', 'deletes'];
const ALL = ['updates every', 'deletes every'];
const NEW = ['creates', 'creates or keeps', 'creates every in body', 'creates or replaces'];

function resourceOf(effect: Effect, op: LinkedOperation): string | undefined {
  if (!('target' in effect)) return undefined;
  return effect.target.text === 'caller' ? op.caller : effect.target.text;
}

export function changesOtherwise(model: Model, op: LinkedOperation, machine: Machine): boolean {
  const resource = machine.resource.text;
  const effects = valueOf(op.facts.does) ?? [];
  const others = [...model.machines.values()].filter((one) => one.resource.text === resource);
  const names = (effect: Effect): boolean =>
    (effect.kind.startsWith('moves') && resourceOf(effect, op) === resource) ||
    (effect.kind === 'sets' &&
      effect.assignments.some(
        ({ field, value }) =>
          value.kind === 'text' && others.some((one) => field.text === one.field.text || field.text === one.name.text),
      ));
  if (effects.some(names)) return false;
  return effects.some((effect) => {
    if (effect.kind !== 'sets') return [...ONE, ...ALL].includes(effect.kind) && resourceOf(effect, op) === resource;
    const makes = effects.some((one) => NEW.includes(one.kind) && resourceOf(one, op) === resource);
    return (
      setTargets(model, op, effect).includes(resource) && !(makes && selectionOf(model, op, resource) === undefined)
    );
  });
}

/** What each machine says of such a call; of one that is not shown nothing is asked yet. */
export function otherChanges(
  model: Model,
  op: LinkedOperation,
): readonly (readonly [string, Machine['anyOtherChange']])[] {
  return [...model.machines].flatMap(([name, machine]) => {
    const isSaid = machine.scope.mark.status === 'absent' && (machine.states.written || machine.moves.written);
    return isSaid && changesOtherwise(model, op, machine)
      ? [[`3/${name}/any-other-change`, machine.anyOtherChange]]
      : [];
  });
}

/** A row whose By is not shown may name a call that makes no move: where it lets it, or refuses it. */
export function mayLet(model: Model, op: LinkedOperation, machine: Machine, to: To | undefined): boolean {
  const isLet = to === undefined || to.kind === 'same' || to.kind === 'refused';
  return isLet && changesOtherwise(model, op, machine);
}

/** Not of who calls, and not of a row that moves. */
export function changesRowOfPath(model: Model, op: LinkedOperation): boolean {
  const effects = valueOf(op.facts.does) ?? [];
  return effects.some((effect) => {
    if (!ONE.includes(effect.kind) || !('target' in effect) || effect.target.text === 'caller') return false;
    const resource = effect.target.text;
    const isMoved = effects.some(
      (one) => one.kind.startsWith('moves') && 'target' in one && one.target.text === resource,
    );
    return !isMoved && selectionOf(model, op, resource) !== undefined;
  });
}

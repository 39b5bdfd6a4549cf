// Rows in a state of Kind `gone` are remembered, and absent wherever that state is not named. Input: a condition, or an operation
// and a resource. Output: the gone states, and which of them are named. Notation, part 3, "Gone states"; part 4, Does: also.

import { oncePer } from '../../base/once-per.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Effect } from '../../notation/values/effects.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { sentReference, type BodyReference } from '../document/body-references.ts';
import { baseOf, walkCondition, type Ground } from '../document/condition-walk.ts';
import { machinesOf, machineViews, movesBy, targets, type MachineView } from '../document/moves.ts';
import { followPath } from '../document/paths.ts';
import { effectsOf, headingOf } from '../document/targets.ts';

/** Gone states by their machine, `Order.status`; machines without any are not there. */
export type GoneStates = ReadonlyMap<string, ReadonlySet<string>>;

const NONE: GoneStates = new Map();

/** The states of Kind `gone`. */
export function goneOf({ machine }: MachineView): readonly string[] {
  return machine.states.items.filter((state) => valueOf(state.kind) === 'gone').map((state) => state.name.text);
}

export const allGone: (model: Model) => GoneStates = oncePer(
  (model: Model): GoneStates =>
    new Map(
      [...machineViews(model).values()].flatMap((view) => {
        const states = goneOf(view);
        return states.length > 0 ? [[view.name, new Set(states)] as const] : [];
      }),
    ),
);

/** The machines of a resource in which its rows can be gone. */
export function goneMachines(model: Model, resource: string): readonly MachineView[] {
  const gone = allGone(model);
  return gone.size === 0 ? [] : machinesOf(model, resource).filter((view) => gone.has(view.name));
}

/**
 * A condition names a gone state by comparing the state itself with it: for all that the condition looks at. `sent`: the row that an
 * operand of the body names.
 */
export function namedIn(
  model: Model,
  condition: Condition,
  ground: Ground,
  sent: (operand: Operand) => Pick<BodyReference, 'target' | 'path'> | undefined = () => undefined,
): GoneStates {
  const gone = allGone(model);
  if (gone.size === 0) return NONE;
  const named = new Map<string, Set<string>>();
  walkCondition(model, condition, ground, {
    compared: (left, right, here) => {
      const state = literalOf(right);
      if (state === undefined || left.kind !== 'field') return;
      const { target, path } = sent(left) ?? { target: baseOf(model, left, here), path: left.path };
      const end = followPath(model, target, path).fields.at(-1);
      const machine = end && `${end.resource.name.text}.${end.field.name.text}`;
      if (machine !== undefined && gone.get(machine)?.has(state)) add(named, machine, state);
    },
  });
  return named;
}

/** By what an operation names them for the rows of a resource that its path and its effects find. */
export function namedBy(model: Model, linked: LinkedOperation, resource: string): GoneStates {
  const machines = goneMachines(model, resource);
  if (machines.length === 0) return NONE;
  const named = new Map<string, Set<string>>();
  const row = model.resources.get(resource);
  for (const effect of effectsOf(linked)) {
    if (!('target' in effect) || effect.target.text !== resource) continue;
    const also = ('also' in effect && effect.also) || [];
    for (const view of machines)
      for (const { text } of also) if (goneOf(view).includes(text)) add(named, view.name, text);
    if (!('where' in effect) || !effect.where) continue;
    for (const [machine, states] of namedIn(model, effect.where, { row, self: row }, (one) =>
      sentReference(model, linked, one),
    ))
      for (const state of states) add(named, machine, state);
  }
  for (const view of machines) for (const state of leftBy(linked, view)) add(named, view.name, state);
  return named;
}

/** Does the operation name every state in which a row of the resource can be gone? Then none of them is absent for it. */
export function namesAll(model: Model, linked: LinkedOperation, resource: string): boolean {
  const named = namedBy(model, linked, resource);
  return goneMachines(model, resource).every((view) => goneOf(view).every((one) => named.get(view.name)?.has(one)));
}

/** Does the operation move a row from a gone state to one that is not? Then the row takes its keys again. */
export function bringsBack(model: Model, linked: LinkedOperation, resource: string): boolean {
  return goneMachines(model, resource).some((view) => {
    const gone = goneOf(view);
    const isBack = movesBy(view, headingOf(linked)).some((move) => {
      const to = valueOf(move.row.to);
      const comes = to === undefined || targets(move).some((state) => !gone.includes(state));
      return comes && (move.from === undefined || move.from.some((state) => gone.includes(state)));
    });
    return isBack || effectsOf(linked).some((effect) => movesAlso(effect, view, gone));
  });
}

/** A move from outside: no operation of the table, and `also` finds the row. */
function movesAlso(effect: Effect, { resource, field }: MachineView, gone: readonly string[]): boolean {
  const also = ('also' in effect && effect.also) || [];
  if (effect.kind !== 'moves' || effect.target.text !== resource || effect.field.text !== field) return false;
  const comes = effect.to !== undefined && !gone.includes(effect.to.text);
  return comes && also.some(({ text }) => gone.includes(text));
}

/** The gone states that a row of the table names in From; a From that is not shown may name each. */
function leftBy(linked: LinkedOperation, view: MachineView): readonly string[] {
  const gone = goneOf(view);
  return movesBy(view, headingOf(linked)).flatMap(({ from }) =>
    from === undefined ? gone : gone.filter((state) => from.includes(state)),
  );
}

function add(named: Map<string, Set<string>>, machine: string, state: string): void {
  const states = named.get(machine);
  if (states) states.add(state);
  else named.set(machine, new Set([state]));
}

function literalOf(operand: Operand): string | undefined {
  return operand.kind === 'text' || operand.kind === 'number' || operand.kind === 'boolean'
    ? String(operand.value)
    : undefined;
}

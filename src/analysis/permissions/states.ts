// What part 3 says of a call, in one state of a row. Input: an operation, a machine, a state. Output: whether the row can be met there by
// it, and by whom. Notation, part 3, heads From, By, Who and Only if.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import { isUnknown, type Slot, valueOf } from '../../notation/slot.ts';
import type { Who } from '../../notation/values/who.ts';
import { isCreation } from '../document/effect-traits.ts';
import { birthsBy, machinesChangedBy, type MachineView, movesBy, type MoveView, refusalOf } from '../document/moves.ts';
import { effectsOf } from '../document/targets.ts';
import { changedOtherwise } from '../machines/other-changes.ts';
import { isOnlyNamed } from '../machines/removals.ts';
import { stands } from '../machines/move-overlaps.ts';
import { mayHold } from '../values/condition-logic.ts';
import { goneOf } from '../values/gone-states.ts';
import { type Access, allOf, butNot, ifHolds, MAY, mayNot, oneOf } from './access.ts';

/** A row that the call makes. */
export const NEW = '(new)';

export interface Met {
  readonly model: Model;
  readonly linked: LinkedOperation;
  readonly machine: MachineView;
  /** Of Who of a move. */
  readonly said: (slot: Slot<Who>) => Access;
  /** Ids of what is not shown. */
  readonly idsOf: (slot: Slot<unknown>) => readonly string[];
}

/** Rows in a gone state are absent, but where a move of the operation starts there. */
export function statesShown(machine: MachineView, linked: LinkedOperation): readonly string[] {
  const gone = goneOf(machine);
  const named = new Set(movesBy(machine, linked.operation.name.text).flatMap(({ from }) => from ?? []));
  return machine.states.filter((state) => !gone.includes(state) || named.has(state));
}

export function beginning(met: Met): Access {
  const { linked, machine } = met;
  const births = birthsBy(machine, linked.operation.name.text);
  return births.length === 0 ? MAY : made(met, births);
}

export function standing(met: Met, state: string): Access {
  const { model, linked, machine } = met;
  if (!isMet(met, state)) return mayNot('state');
  const isMoved = machinesChangedBy(model, linked).includes(machine) && !isOnlyNamed(linked, machine);
  if (!isMoved) return changedOtherwise(model, linked).includes(machine) ? changing(met, state) : MAY;
  const { refusing, making, unknown } = rowsAt(met, state);
  const refused = refusing.map((move) => butNot(conditionOf(met, move)));
  if (making.length > 0 || unknown.length > 0) return allOf([...refused, oneOf([made(met, making), ...unknown])]);
  return refusing.length > 0 ? mayNot('state') : otherwise(met);
}

/** A call that makes no move: refused where a row says so, and where none lets it. */
function changing(met: Met, state: string): Access {
  const { machine } = met;
  const { refusing, making, unknown } = rowsAt(met, state);
  const refused = refusing.map((move) => butNot(conditionOf(met, move)));
  if (valueOf(machine.machine.anyOtherChange)?.kind !== 'error') return allOf(refused);
  return making.length + unknown.length > 0
    ? allOf([...refused, oneOf([made(met, making), ...unknown])])
    : mayNot('state');
}

function rowsAt(
  met: Met,
  state: string,
): {
  readonly making: readonly MoveView[];
  readonly refusing: readonly MoveView[];
  readonly unknown: readonly Access[];
} {
  const { linked, machine } = met;
  const open = machine.moves.filter(({ by, from }) => by === undefined && (from?.includes(state) ?? true));
  const moves = movesBy(machine, linked.operation.name.text).filter(({ from }) => from?.includes(state) ?? true);
  return {
    making: moves.filter((move) => refusalOf(move) === undefined),
    refusing: moves.filter((move) => refusalOf(move) !== undefined),
    unknown: open.map(({ row }): Access => ({ kind: 'gap', by: met.idsOf(row.by) })),
  };
}

/** Does leaves rows out by their state. */
function isMet({ model, linked, machine }: Met, state: string): boolean {
  const row = model.resources.get(machine.resource);
  const wheres = effectsOf(linked).flatMap((effect): readonly (Condition | undefined)[] =>
    'target' in effect && effect.target.text === machine.resource && !isCreation(effect)
      ? ['where' in effect ? effect.where : undefined]
      : [],
  );
  return (
    wheres.length === 0 ||
    wheres.some(
      (where) =>
        !where || mayHold(model, { row, self: row, request: linked }, [where, stands(machine, where.at, state)]),
    )
  );
}

/** One of the moves. */
function made(met: Met, moves: readonly MoveView[]): Access {
  return oneOf(
    moves.map((move) => {
      const from: readonly Access[] = move.from === undefined ? [{ kind: 'gap', by: met.idsOf(move.row.from) }] : [];
      return allOf([met.said(move.row.who), conditionOf(met, move), ...from]);
    }),
  );
}

function conditionOf(met: Met, { row: { onlyIf } }: MoveView): Access {
  const condition = valueOf(onlyIf);
  if (condition) return ifHolds(condition);
  return isUnknown(onlyIf) ? { kind: 'gap', by: met.idsOf(onlyIf) } : MAY;
}

function otherwise({ machine, idsOf }: Met): Access {
  const { anyOtherMove } = machine.machine;
  if (valueOf(anyOtherMove)?.kind === 'accepted') return MAY;
  return isUnknown(anyOtherMove) ? { kind: 'gap', by: idsOf(anyOtherMove) } : mayNot('state');
}

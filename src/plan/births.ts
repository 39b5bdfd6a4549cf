// Where new rows begin. Input: a machine and what an operation says of its field. Output: the state of a new row, and
// guards. Notation, part 3, `(new)` and Kind `initial`.

import { known } from '../base/fault.ts';
import { valueOf } from '../notation/slot.ts';
import {
  initialStates,
  movesBy,
  refusalOf,
  targets,
  type MachineView,
  type MoveView,
} from '../analysis/document/moves.ts';
import { meetsOtherwise } from '../analysis/machines/move-otherwise.ts';
import type { Expr } from '../sql/expression.ts';
import type { Scope } from './scope.ts';
import type { OperationContext, StateWrite } from './context.ts';
import { all, choice, some } from './operands.ts';
import { guardOf } from './refuse.ts';
import type { Guard } from './steps.ts';
import { moveGuard } from './who.ts';
import { fromGap, literal, oneOf, onlyIf, otherwiseGuard, sentBy, target, undecided } from './moves.ts';

/** A row whose From is not shown may be `(new)`: then it says where rows begin. */
export function openBirth(context: OperationContext, view: MachineView): readonly Guard[] {
  const open = movesBy(view, context.heading).filter(({ from }) => from === undefined);
  if (open.length === 0) return [];
  const cause = context.holdGuard(open.map((move) => fromGap(context, view, move)));
  return [{ where: { kind: 'false' }, cause, check: 'state' }];
}

/** A new row that no `(new)` row allows. */
export function noBirth(context: OperationContext, view: MachineView, where: Expr): Guard {
  if (meetsOtherwise(context.model, context.linked, view)) return otherwiseGuard(context, view, where);
  return guardOf(where, { kind: 'illegal move', on: view.name });
}

/** Where a new row begins, when nothing sends it: the row of `(new)` that holds, else the one initial state. */
export function birthState(
  context: OperationContext,
  view: MachineView,
  fallback: string | undefined,
  scope: Scope,
): StateWrite {
  const births = view.births.filter((birth) => birth.by?.includes(context.heading));
  const unknown = openBirth(context, view);
  if (births.length === 0) return { value: literal(onlyInitial(context, view, fallback)), guards: unknown, sent: [] };
  const sent = sentBy(births.map((birth) => [birth, onlyIf(birth, scope)]));
  const guards = [...unknown, ...undecided(context, view, (move) => onlyIf(move, scope))];
  for (const birth of births) {
    guards.push(...moveGuard(context, valueOf(birth.row.who), onlyIf(birth, scope), scope));
    const code = refusalOf(birth);
    if (code === undefined) continue;
    guards.push(guardOf({ kind: 'not', item: onlyIf(birth, scope) }, { kind: 'refused', code }));
  }
  const begins = births.filter((birth) => refusalOf(birth) === undefined);
  const branches = begins.map((birth): [Expr, Expr] => [onlyIf(birth, scope), target(view, birth)]);
  const certain = branches.findIndex(([when]) => when.kind === 'true');
  if (certain !== -1) return { value: choice(branches.slice(0, certain), branches[certain]![1], 'text'), guards, sent };
  const where = some(branches.map(([when]) => when));
  guards.push(noBirth(context, view, where));
  return { value: choice(branches, { kind: 'literal', value: null, type: 'text' }, 'text'), guards, sent };
}

export function onlyInitial(context: OperationContext, view: MachineView, fallback: string | undefined): string {
  const initial = initialStates(view, context.heading);
  const state = known(
    initial.length === 1 ? initial[0] : initial.find((one) => one === fallback),
    `nothing says where ${view.name} begins`,
  );
  return state;
}

/** A state that the request chooses for a new row must be one where rows begin. */
export function chosenBirth(
  context: OperationContext,
  view: MachineView,
  value: Expr,
  scope: Scope,
): Omit<StateWrite, 'value'> {
  const births = view.births.filter((birth) => birth.by?.includes(context.heading));
  const legal: Expr[] = [];
  const allowed = new Map<MoveView, Expr>();
  for (const birth of births) {
    const holds = onlyIf(birth, scope);
    const isRefused = refusalOf(birth) !== undefined;
    allowed.set(birth, isRefused ? holds : all([oneOf(value, targets(birth)), holds]));
    if (!isRefused) legal.push(allowed.get(birth)!);
  }
  const guards = [...openBirth(context, view), ...undecided(context, view, (move) => allowed.get(move))];
  for (const birth of births) {
    guards.push(...moveGuard(context, valueOf(birth.row.who), allowed.get(birth)!, scope));
    const code = refusalOf(birth);
    if (code === undefined) continue;
    guards.push(guardOf({ kind: 'not', item: allowed.get(birth)! }, { kind: 'refused', code }));
  }
  const where = births.length > 0 ? some(legal) : oneOf(value, initialStates(view, context.heading));
  return { guards: [...guards, noBirth(context, view, where)], sent: sentBy([...allowed]) };
}

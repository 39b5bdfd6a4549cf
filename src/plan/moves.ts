// What a row of part 3 is in a statement: from where it holds, where it leads, what it sends; and the requests of which it is not
// known which row they make. Input: a machine and its rows. Output: expressions and guards. Notation, part 3.

import { fault } from '../base/fault.ts';
import { valueOf } from '../notation/slot.ts';
import { refusalOf, targets, type MachineView, type MoveView } from '../analysis/document/moves.ts';
import { openOverlaps } from '../analysis/machines/move-overlaps.ts';
import { machineId, movePath, otherwiseId, whichMoveId } from '../analysis/document/slot-ids.ts';
import type { Expr } from '../sql/expression.ts';
import { conditionExpr } from './conditions.ts';
import type { Scope } from './scope.ts';
import type { MoveEvent, OperationContext } from './context.ts';
import { all, some } from './operands.ts';
import type { Guard } from './steps.ts';

export function column(view: MachineView): Expr {
  return { kind: 'column', column: view.field, type: 'text' };
}

export function literal(state: string): Expr {
  return { kind: 'literal', value: state, type: 'text' };
}

export function fromGap(context: OperationContext, view: MachineView, move: MoveView): string {
  return context.gap(movePath(view.name, fallbackName(move), 'from'), move.row.from) ?? machineId(view.name);
}

export function fallbackName(move: MoveView): string {
  return move.by?.join(', ') ?? targets(move).join(', ');
}

export function oneOf(left: Expr, states: readonly string[]): Expr {
  if (states.length === 0) return { kind: 'false' };
  if (states.length === 1) return { kind: 'compare', operator: '=', left, right: literal(states[0]!) };
  return { kind: 'in', left, values: states.map(literal) };
}

export function onlyIf(move: MoveView, scope: Scope): Expr {
  const condition = valueOf(move.row.onlyIf);
  return condition ? conditionExpr(condition, scope) : { kind: 'true' };
}

/** Emits of the rows, where they hold; a refusal sends nothing. */
export function sentBy(rows: readonly (readonly [MoveView, Expr])[]): readonly MoveEvent[] {
  return rows.flatMap(([move, when]) =>
    refusalOf(move) !== undefined || when.kind === 'false'
      ? []
      : (valueOf(move.row.emits) ?? []).map(({ text }) => ({ event: text, when })),
  );
}

/** Two rows that may hold at once: the request that makes both hold meets a gap. */
export function undecided(
  context: OperationContext,
  view: MachineView,
  holds: (move: MoveView) => Expr | undefined,
  stays: readonly Expr[] = [],
): Guard[] {
  return openOverlaps(context.model, view, context.heading).flatMap(({ rows }): readonly Guard[] => {
    const both = rows.flatMap((move) => holds(move) ?? []);
    if (both.length < rows.length) return [];
    const cause = context.holdGuard([whichMoveId(view.name, context.heading)]);
    return [{ where: some([...stays, { kind: 'not', item: all(both) }]), cause, check: 'state' }];
  });
}

export function otherwiseGuard(context: OperationContext, view: MachineView, where: Expr): Guard {
  return { where, cause: context.holdGuard([otherwiseId(view.name, context.heading)]), check: 'state' };
}

/** `named`: by the call, where the row leaves the choice. */
export function target(view: MachineView, move: MoveView, named?: string): Expr {
  const to = valueOf(move.row.to);
  if (to?.kind === 'same') return column(view);
  if (to?.kind === 'state') return literal(to.state.text);
  if (to?.kind === 'one of' && named !== undefined) return literal(named);
  fault(`nothing says where a move of ${view.name} leads`);
}

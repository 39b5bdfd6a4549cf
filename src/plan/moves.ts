// What a row of part 3 is in a statement: from where it holds, where it leads, what it sends; and the requests of which it is not
// known which row they make. Input: a machine and its rows. Output: expressions and guards. Notation, part 3.

import { fault } from '../base/fault.ts';
import { valueOf } from '../notation/slot.ts';
import { isToSame, movesBy, refusalOf, targets, type MachineView, type MoveView } from '../analysis/document/moves.ts';
import { openOverlaps } from '../analysis/machines/move-overlaps.ts';
import { machineId, movePath, otherwiseId, whichMoveId } from '../analysis/document/slot-ids.ts';
import type { Expr } from '../sql/expression.ts';
import { conditionExpr } from './conditions.ts';
import type { Scope } from './scope.ts';
import type { MoveEvent, OperationContext } from './context.ts';
import { all, some } from './operands.ts';
import { guardOf } from './refuse.ts';
import type { Guard } from './steps.ts';
import { moveGuard } from './who.ts';

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

export interface NamingRow {
  readonly move: MoveView;
  /** The row holds: the state is one of From, and Only if is true. */
  readonly holds: Expr;
  readonly code: string | undefined;
}

export interface NamingRows {
  readonly rows: readonly NamingRow[];
  /** Of a row whose From is not shown. */
  readonly open: readonly string[];
}

/** The rows that name this operation, in written order: the first that holds decides. */
export function rowsOf(context: OperationContext, view: MachineView, to: string | undefined, scope: Scope): NamingRows {
  const rows: NamingRow[] = [];
  const open: string[] = [];
  for (const move of movesBy(view, context.heading)) {
    const code = refusalOf(move);
    const leads = isToSame(move) || targets(move);
    if (code === undefined && to !== undefined && leads !== true && !leads.includes(to)) continue;
    if (!move.from) {
      open.push(fromGap(context, view, move));
      continue;
    }
    rows.push({ move, holds: all([oneOf(column(view), move.from), onlyIf(move, scope)]), code });
  }
  return { rows, open };
}

/** What rows ask of a call that they name, whatever becomes of one that they do not. `made`: where one of them lets it. */
export function named(
  context: OperationContext,
  view: MachineView,
  { rows }: NamingRows,
  scope: Scope,
): { readonly guards: Guard[]; readonly made: readonly Expr[]; readonly sent: readonly MoveEvent[] } {
  const guards = undecided(context, view, (move) => rows.find((row) => row.move === move)?.holds);
  const made: Expr[] = [];
  for (const row of rows) {
    guards.push(...moveGuard(context, valueOf(row.move.row.who), row.holds, scope));
    if (row.code === undefined) made.push(row.holds);
    else guards.push(refused(row, some([...made, { kind: 'not', item: row.holds }])));
  }
  return { guards, made, sent: sentBy(rows.map(({ move, holds }) => [move, holds])) };
}

export function refused(row: NamingRow, where: Expr): Guard {
  return guardOf(where, { kind: 'refused', code: row.code! });
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

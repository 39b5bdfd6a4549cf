// Part 3 on every write path: the guards that keep a state from changing against the table, and the state a move leads to. Input: a
// machine and what an operation does to its field. Output: guards and expressions for the one UPDATE. Notation, part 3; design, section 6
// ("never a read then a write").

import { guardOf } from './refuse.ts';
import { valueOf } from '../notation/slot.ts';
import {
  initialStates,
  movesBy,
  refusalOf,
  targets,
  type MachineView,
  type MoveView,
} from '../analysis/document/moves.ts';
import { openOverlaps } from '../analysis/machines/move-overlaps.ts';
import { meetsOtherwise } from '../analysis/machines/move-otherwise.ts';
import { machineId, moveId, otherwiseId, whichMoveId } from '../analysis/document/slot-ids.ts';
import type { Expr } from '../sql/expression.ts';
import { CannotPlan } from './cannot-plan.ts';
import { conditionExpr, type Scope } from './conditions.ts';
import type { MoveEvent, OperationContext, StateChange, StateRules, StateWrite } from './context.ts';
import { all, choice, some } from './operands.ts';
import type { Guard } from './steps.ts';

interface Row {
  readonly move: MoveView;
  /** The row holds: the state is one of From, and Only if is true. */
  readonly holds: Expr;
  readonly code: string | undefined;
}

/** For the context: the parts of the plan do not import each other. */
export const STATE_RULES: StateRules = { write: stateWrite, birth: birthState, chosen: chosenBirth, end: endOf };

function stateWrite(context: OperationContext, view: MachineView, change: StateChange, scope: Scope): StateWrite {
  return change.kind === 'move' ? moved(context, view, change.to, scope) : set(context, view, change, scope);
}

function column(view: MachineView): Expr {
  return { kind: 'column', column: view.field, type: 'text' };
}

function literal(state: string): Expr {
  return { kind: 'literal', value: state, type: 'text' };
}

/** The rows that this operation makes, in written order: the first that holds decides. */
function rowsOf(
  context: OperationContext,
  view: MachineView,
  to: string | undefined,
  scope: Scope,
): { readonly rows: readonly Row[]; readonly open: readonly string[] } {
  const rows: Row[] = [];
  const open: string[] = [];
  for (const move of movesBy(view, context.heading)) {
    const code = refusalOf(move);
    const leads = valueOf(move.row.to)?.kind === 'same' || targets(move);
    if (code === undefined && to !== undefined && leads !== true && !leads.includes(to)) continue;
    if (!move.from) {
      open.push(fromGap(context, view, move));
      continue;
    }
    rows.push({ move, holds: all([oneOf(column(view), move.from), onlyIf(move, scope)]), code });
  }
  return { rows, open };
}

function fromGap(context: OperationContext, view: MachineView, move: MoveView): string {
  return context.gap(moveId(view.name, fallbackName(move), 'from'), move.row.from) ?? machineId(view.name);
}

/** A row whose From is not shown may be `(new)`: then it says where rows begin. */
function openBirth(context: OperationContext, view: MachineView): readonly Guard[] {
  const open = movesBy(view, context.heading).filter(({ from }) => from === undefined);
  if (open.length === 0) return [];
  const cause = context.holdGuard(open.map((move) => fromGap(context, view, move)));
  return [{ where: { kind: 'false' }, cause, check: 'state' }];
}

function fallbackName(move: MoveView): string {
  return move.by?.join(', ') ?? targets(move).join(', ');
}

function oneOf(left: Expr, states: readonly string[]): Expr {
  if (states.length === 0) return { kind: 'false' };
  if (states.length === 1) return { kind: 'compare', operator: '=', left, right: literal(states[0]!) };
  return { kind: 'in', left, values: states.map(literal) };
}

function onlyIf(move: MoveView, scope: Scope): Expr {
  const condition = valueOf(move.row.onlyIf);
  return condition ? conditionExpr(condition, scope) : { kind: 'true' };
}

/** `moves R.f [to x]`: the table says where it leads, and refuses the rest. */
function moved(context: OperationContext, view: MachineView, to: string | undefined, scope: Scope): StateWrite {
  const known = rowsOf(context, view, to, scope);
  const branches = known.rows.flatMap((row): [Expr, Expr][] =>
    row.code === undefined ? [[row.holds, target(view, row.move, to)]] : [],
  );
  const accepted = valueOf(view.machine.anyOtherMove)?.kind === 'accepted';
  const otherwise = accepted && to !== undefined ? literal(to) : column(view);
  const same = branches.every(([, value]) => JSON.stringify(value) === JSON.stringify(branches[0]![1]));
  // One target for every row that passes the guards: nothing to choose.
  const value = same && branches.length > 0 && !accepted ? branches[0]![1] : choice(branches, otherwise, 'text');
  return { value, ...asked(context, view, known, to !== undefined) };
}

/** A row that goes is asked of the table where the table names the operation. */
function endOf(
  context: OperationContext,
  view: MachineView,
  isNamed: boolean,
  scope: Scope,
): Omit<StateWrite, 'value'> {
  const known = rowsOf(context, view, undefined, scope);
  const { rows, open } = known;
  if (rows.some(({ code }) => code === undefined) || open.length > 0) return asked(context, view, known, isNamed);
  // The table says nothing but where it is refused.
  return { guards: rows.map((row) => refused(row, { kind: 'not', item: row.holds })), sent: [] };
}

/** What the rows let through, and what they send. `isNamed`: the call says where it leads, so another move may be accepted. */
function asked(
  context: OperationContext,
  view: MachineView,
  { rows, open }: ReturnType<typeof rowsOf>,
  isNamed: boolean,
): Omit<StateWrite, 'value'> {
  const guards: Guard[] = undecided(context, view, (move) => rows.find((row) => row.move === move)?.holds);
  const made: Expr[] = [];
  for (const row of rows) {
    if (row.code === undefined) made.push(row.holds);
    else guards.push(refused(row, some([...made, { kind: 'not', item: row.holds }])));
  }
  const legal = some(made);
  const accepted = valueOf(view.machine.anyOtherMove)?.kind === 'accepted';
  if (open.length > 0) guards.push({ where: legal, cause: context.holdGuard(open), check: 'state' });
  else if (!accepted) guards.push(guardOf(legal, { kind: 'illegal move', on: view.name }));
  else if (meetsOtherwise(context.model, context.linked, view)) {
    // To a state that the call names, from one that no row of it names.
    const named = rows.flatMap(({ code, move }) => (code === undefined ? [oneOf(column(view), move.from ?? [])] : []));
    const others: Expr[] = isNamed ? [{ kind: 'not', item: some(named) }] : [];
    guards.push(otherwiseGuard(context, view, some([...made, ...others])));
  }
  return { guards, sent: sentBy(rows.map(({ move, holds }) => [move, holds])) };
}

/** Emits of the rows, where they hold; a refusal sends nothing. */
function sentBy(rows: readonly (readonly [MoveView, Expr])[]): readonly MoveEvent[] {
  return rows.flatMap(([move, when]) =>
    refusalOf(move) !== undefined || when.kind === 'false'
      ? []
      : (valueOf(move.row.emits) ?? []).map(({ text }) => ({ event: text, when })),
  );
}

/** Two rows that may hold at once: the request that makes both hold meets a gap. */
function undecided(
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

function otherwiseGuard(context: OperationContext, view: MachineView, where: Expr): Guard {
  return { where, cause: context.holdGuard([otherwiseId(view.name, context.heading)]), check: 'state' };
}

/** A new row that no `(new)` row allows. */
function noBirth(context: OperationContext, view: MachineView, where: Expr): Guard {
  if (meetsOtherwise(context.model, context.linked, view)) return otherwiseGuard(context, view, where);
  return guardOf(where, { kind: 'illegal move', on: view.name });
}

function refused(row: Row, where: Expr): Guard {
  return guardOf(where, { kind: 'refused', code: row.code! });
}

/** `named`: by the call, where the row leaves the choice. */
function target(view: MachineView, move: MoveView, named?: string): Expr {
  const to = valueOf(move.row.to);
  if (to?.kind === 'same') return column(view);
  if (to?.kind === 'state') return literal(to.state.text);
  if (to?.kind === 'one of' && named !== undefined) return literal(named);
  throw new CannotPlan(`nothing says where a move of ${view.name} leads`);
}

/** The request sends a state: not sent, the same, or a move that the table lets this operation make. */
function set(
  context: OperationContext,
  view: MachineView,
  change: Extract<StateChange, { kind: 'set' }>,
  scope: Scope,
): StateWrite {
  const { rows, open } = rowsOf(context, view, undefined, scope);
  const { value, sent } = change;
  const stays: Expr[] = [
    ...(sent ? [{ kind: 'not', item: sent } as const] : []),
    { kind: 'compare', operator: '=', left: value, right: column(view) },
  ];
  const legal: Expr[] = [];
  const allowed = new Map(
    rows.map((row) => [
      row.move,
      row.code === undefined ? all([row.holds, oneOf(value, targets(row.move))]) : row.holds,
    ]),
  );
  const guards: Guard[] = undecided(context, view, (move) => allowed.get(move), stays);
  for (const row of rows) {
    if (row.code !== undefined) guards.push(refused(row, some([...stays, ...legal, { kind: 'not', item: row.holds }])));
    else if (valueOf(row.move.row.to)?.kind !== 'same') legal.push(allowed.get(row.move)!);
  }
  const where = some([...stays, ...legal]);
  const accepted = valueOf(view.machine.anyOtherMove)?.kind === 'accepted';
  if (open.length > 0) guards.push({ where, cause: context.holdGuard(open), check: 'state' });
  else if (!accepted) guards.push(guardOf(where, { kind: 'illegal move', on: view.name }));
  else if (meetsOtherwise(context.model, context.linked, view)) {
    const named = rows.flatMap(({ code, move }) =>
      code === undefined ? [all([oneOf(column(view), move.from ?? []), oneOf(value, targets(move))])] : [],
    );
    guards.push(otherwiseGuard(context, view, some([...stays, ...legal, { kind: 'not', item: some(named) }])));
  }
  const given = sent ? [sent] : [];
  const alike: Expr = { kind: 'compare', operator: '=', left: value, right: column(view) };
  // Sent as it is, the state makes no move; a row to `same` says what that is.
  const made = rows.map(({ move, holds }) => {
    const isSame = valueOf(move.row.to)?.kind === 'same';
    const when = isSame ? [holds, alike] : [{ kind: 'not', item: alike } as const, allowed.get(move)!];
    return [move, all([...given, ...when])] as const;
  });
  return { value: sent ? choice([[sent, value]], column(view), 'text') : value, guards, sent: sentBy(made) };
}

/** Where a new row begins, when nothing sends it: the row of `(new)` that holds, else the one initial state. */
function birthState(
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

function onlyInitial(context: OperationContext, view: MachineView, fallback: string | undefined): string {
  const initial = initialStates(view, context.heading);
  const state = initial.length === 1 ? initial[0] : initial.find((one) => one === fallback);
  if (state === undefined) throw new CannotPlan(`nothing says where ${view.name} begins`);
  return state;
}

/** A state that the request chooses for a new row must be one where rows begin. */
function chosenBirth(
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
    const code = refusalOf(birth);
    if (code === undefined) continue;
    guards.push(guardOf({ kind: 'not', item: allowed.get(birth)! }, { kind: 'refused', code }));
  }
  const where = births.length > 0 ? some(legal) : oneOf(value, initialStates(view, context.heading));
  return { guards: [...guards, noBirth(context, view, where)], sent: sentBy([...allowed]) };
}

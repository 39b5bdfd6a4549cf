// Part 3 on every write path: the guards that keep a state from changing against the table, and the state a move leads to. Input: a
// machine and what an operation does to its field. Output: guards and expressions for the one UPDATE. Notation, part 3.
// Never a read and then a write: another request may move the row between the two.

import { valueOf } from '../notation/slot.ts';
import { targets, type MachineView } from '../analysis/document/moves.ts';
import { isOnlyNamed } from '../analysis/machines/removals.ts';
import { meetsOtherwise } from '../analysis/machines/move-otherwise.ts';
import type { Expr } from '../sql/expression.ts';
import type { Scope } from './scope.ts';
import type { OperationContext, StateChange, StateRules, StateWrite } from './context.ts';
import { all, choice, some } from './operands.ts';
import { guardOf } from './refuse.ts';
import type { Guard } from './steps.ts';
import { moveGuard } from './who.ts';
import {
  column,
  literal,
  named,
  oneOf,
  otherwiseGuard,
  refused,
  rowsOf,
  sentBy,
  target,
  undecided,
  type NamingRows,
} from './moves.ts';
import { changeOf } from './other-changes.ts';
import { birthState, chosenBirth } from './births.ts';

/** For the context: the parts of the plan do not import each other. */
export const STATE_RULES: StateRules = {
  write: stateWrite,
  birth: birthState,
  chosen: chosenBirth,
  end: endOf,
  change: changeOf,
};

function stateWrite(context: OperationContext, view: MachineView, change: StateChange, scope: Scope): StateWrite {
  return change.kind === 'move' ? moved(context, view, change.to, scope) : set(context, view, change, scope);
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
  return { value, ...asked(context, view, known, to !== undefined, scope) };
}

/** The table decides about a row that goes where it names the operation. */
function endOf(
  context: OperationContext,
  view: MachineView,
  isNamed: boolean,
  scope: Scope,
): Omit<StateWrite, 'value'> {
  // Where no row leads to `(gone)`, the table says nothing but where it is refused or let.
  const moved = isOnlyNamed(context.linked, view)
    ? { guards: [], sent: [] }
    : asked(context, view, rowsOf(context, view, undefined, scope), isNamed, scope);
  const changed = changeOf(context, view, scope, []);
  return { guards: [...moved.guards, ...changed.guards], sent: [...moved.sent, ...changed.sent] };
}

/** What the rows let through, and what they send. `isNamed`: the call says where it leads, so another move may be accepted. */
function asked(
  context: OperationContext,
  view: MachineView,
  known: NamingRows,
  isNamed: boolean,
  scope: Scope,
): Omit<StateWrite, 'value'> {
  const { rows, open } = known;
  const { guards, made, sent } = named(context, view, known, scope);
  const legal = some(made);
  const accepted = valueOf(view.machine.anyOtherMove)?.kind === 'accepted';
  if (open.length > 0) guards.push({ where: legal, cause: context.holdGuard(open), check: 'state' });
  else if (!accepted) guards.push(guardOf(legal, { kind: 'illegal move', on: view.name }));
  else if (meetsOtherwise(context.model, context.linked, view)) {
    // To a state that the call names, from one that no row of it names.
    const starts = rows.flatMap(({ code, move }) => (code === undefined ? [oneOf(column(view), move.from ?? [])] : []));
    const others: Expr[] = isNamed ? [{ kind: 'not', item: some(starts) }] : [];
    guards.push(otherwiseGuard(context, view, some([...made, ...others])));
  }
  return { guards, sent };
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
  const moves: Expr[] = stays.map((item) => ({ kind: 'not', item }));
  for (const row of rows) {
    guards.push(...moveGuard(context, valueOf(row.move.row.who), all([...moves, allowed.get(row.move)!]), scope));
    // Whether the call makes a move or not.
    if (row.code !== undefined) guards.push(refused(row, some([...legal, { kind: 'not', item: row.holds }])));
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

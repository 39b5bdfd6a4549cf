// A call that changes or removes a row and makes no move: what the rows of part 3 that name it ask, and the code of the states from which
// none lets it. Input: a machine and what the call does. Output: guards for the one UPDATE or DELETE. Notation, part 3, "Any other
// change". Never a read and then a write, as for moves.

import { isToSame, machinesChangedBy, type MachineView } from '../analysis/document/moves.ts';
import { changedOtherwise, refusedOtherwise } from '../analysis/machines/other-changes.ts';
import { isOnlyNamed, isRemovedByTable } from '../analysis/machines/removals.ts';
import type { Expr } from '../sql/expression.ts';
import type { OperationContext, StateWrite } from './context.ts';
import { named, rowsOf, type NamingRows } from './moves.ts';
import { some } from './operands.ts';
import { guardOf } from './refuse.ts';
import type { Scope } from './scope.ts';

/** `moves`: where the call does make a move, of any machine of the row, it is no other change. */
export function changeOf(
  context: OperationContext,
  view: MachineView,
  scope: Scope,
  moves: readonly Expr[],
): Omit<StateWrite, 'value'> {
  const { model, linked } = context;
  if (!changedOtherwise(model, linked).includes(view)) return { guards: [], sent: [] };
  const code = refusedOtherwise(model, linked, view);
  // What the rows ask of a call that may move is asked where it does.
  const mayMove = machinesChangedBy(model, linked).includes(view) && !isOnlyNamed(linked, view);
  if (mayMove && code === undefined) return { guards: [], sent: [] };
  const known = rowsOf(context, view, undefined, scope);
  const own = mayMove ? unmoved(known, isRemovedByTable(linked, view)) : named(context, view, known, scope);
  const guards = [...own.guards];
  const lets = some([...moves, ...own.made]);
  if (known.open.length > 0) guards.push({ where: lets, cause: context.holdGuard(known.open), check: 'state' });
  if (code !== undefined) guards.push(guardOf(lets, { kind: 'refused', code }));
  return { guards, sent: own.sent };
}

/** Of a call that may move, and does not; a deletion by a row to `(gone)` does. What refuses it is asked with the move. */
function unmoved({ rows }: NamingRows, isRemoved: boolean): ReturnType<typeof named> {
  const letting = rows.filter(({ move, code }) => isToSame(move) || (isRemoved && code === undefined));
  return { guards: [], made: letting.map(({ holds }) => holds), sent: [] };
}

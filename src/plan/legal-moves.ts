// Which operations are legal from where a row is, as conditions on the row: the word `<moves>` of an error. Input: an operation and the
// resource of its row. Output: expressions; undefined where part 3 leaves open what is legal. Notation, part 4 "Shapes and templates".

import type { Condition } from '../notation/values/conditions.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { walkCondition, type Ground } from '../analysis/document/condition-walk.ts';
import { legalMoves, openMoves, showsMovesOf } from '../analysis/refusals/legal-moves.ts';
import { refusalOf, targets, type MachineView, type MoveView } from '../analysis/document/moves.ts';
import { movePath } from '../analysis/document/slot-ids.ts';
import type { Expr } from '../sql/expression.ts';
import { conditionExpr } from './conditions.ts';
import type { Scope } from './scope.ts';
import type { Context, OperationContext } from './context.ts';
import { all, some } from './operands.ts';
import type { Guard, LegalMove } from './steps.ts';

function legalFrom(context: OperationContext, resource: string, scope: Scope): readonly LegalMove[] | undefined {
  const { model, linked } = context;
  if (!showsMovesOf(model, linked, resource) || openMoves(model, resource).length > 0) return undefined;
  return legalMoves(model, resource).map(({ operation, machines }) => ({
    operation,
    where: all(machines.map(({ view, rows }) => legalIn(model, view, rows, scope))),
  }));
}

/** What a step tells, and its guards of moves, which say that they do. */
export function telling(
  context: OperationContext,
  resource: string,
  every: boolean,
  scope: Scope,
): {
  readonly told: { readonly moves?: readonly LegalMove[] };
  readonly refusing: (guards: readonly Guard[]) => readonly Guard[];
} {
  const moves = every ? undefined : legalFrom(context, resource, scope);
  if (!moves) return { told: {}, refusing: (guards) => guards };
  return { told: { moves }, refusing: (guards) => guards.map((guard) => ({ ...guard, move: true })) };
}

/** Some row leads on, and none refuses. */
function legalIn(model: Model, view: MachineView, rows: readonly MoveView[], scope: Scope): Expr {
  const holds = (move: MoveView, unknown: boolean): Expr => {
    const condition = valueOf(move.row.onlyIf);
    return all([standsIn(view, move), ...(condition ? [told(model, condition, unknown, scope)] : [])]);
  };
  const refusing = rows.filter((move) => refusalOf(move) !== undefined);
  const leading = rows.filter((move) => refusalOf(move) === undefined);
  return all([
    some(leading.map((move) => holds(move, true))),
    ...refusing.map((move): Expr => ({ kind: 'not', item: holds(move, false) })),
  ]);
}

function standsIn(view: MachineView, { from = [] }: MoveView): Expr {
  const left: Expr = { kind: 'column', column: view.field, type: 'text' };
  const values = from.map((state): Expr => ({ kind: 'literal', value: state, type: 'text' }));
  if (values.length === 0) return { kind: 'false' };
  return values.length === 1
    ? { kind: 'compare', operator: '=', left, right: values[0]! }
    : { kind: 'in', left, values };
}

/** What a call would bring is not known: `unknown` is what counts of it. */
function told(model: Model, condition: Condition, unknown: boolean, scope: Scope, sentence = condition): Expr {
  switch (condition.kind) {
    case 'and':
      return all(condition.items.map((item) => told(model, item, unknown, scope, sentence)));
    case 'or':
      return some(condition.items.map((item) => told(model, item, unknown, scope, sentence)));
    case 'not':
      return { kind: 'not', item: told(model, condition.item, !unknown, scope, sentence) };
    default:
      if (asksOfCall(model, condition, scope)) return { kind: unknown ? 'true' : 'false' };
      return conditionExpr(condition, scope, sentence);
  }
}

/** What is sent, who calls, and the row of another resource, which the path of that call selects. */
function asksOfCall(model: Model, condition: Condition, { row }: Scope): boolean {
  let asks = false;
  const operand = (one: Operand, _: unknown, here: Ground): void => {
    if (one.kind !== 'field') asks ||= one.kind === 'parameter' || one.kind === 'caller';
    else if (one.owner !== undefined && one.owner !== 'this')
      asks ||= ![here.row, here.self].some((own) => own?.name.text === one.owner);
  };
  walkCondition(model, condition, { row: row?.resource, self: row?.resource }, { operand });
  return asks;
}

/** The gaps that leave it open, for an answer that shows it. */
export function openMoveGaps(context: Context, resource: string): readonly string[] {
  const ids = openMoves(context.model, resource).flatMap(({ view, move, head, slot }) => {
    const name = move.by?.join(', ') ?? targets(move).join(', ');
    return context.gap(movePath(view.name, name, head), slot) ?? [];
  });
  return [...new Set(ids)];
}

// The place of a condition: whose fields its names are. Input: the owner that is written before a field. Output: its row. Notation, rule 1.5
// and part 2 "Conditions".

import { fault, known } from '../base/fault.ts';
import type { Resource } from '../notation/resources.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { Expr } from '../sql/expression.ts';
import { callersWith } from '../analysis/document/schemes.ts';
import type { Sent, SentRow } from './request-parameters.ts';
import { fieldExpr, type RowContext, type RowScope } from './rows.ts';
import { all, choice, some, type Typed } from './operands.ts';

export interface Scope {
  readonly context: RowContext;
  /** Whose fields bare names are. */
  readonly row: RowScope | undefined;
  /** The row that the whole condition is about; undefined: `row`. */
  readonly self?: RowScope;
  readonly sent: Sent;
  /** The value of `value`. */
  readonly value?: Typed;
  /** The value of `now` where no request gives it: the instant at which a timed move is due. */
  readonly now?: Expr;
}

/** Whose field it is. */
export function rowOf(owner: string | undefined, path: readonly string[], scope: Scope): RowScope | undefined {
  switch (owner) {
    case undefined:
      return scope.row;
    case 'this':
      return scope.self ?? scope.row;
    case 'caller': {
      const [caller] = callersAt(path, scope);
      return caller && callerRow(caller);
    }
    default:
      return rowNamed(owner, scope);
  }
}

/** The callers that have the field; where they are rows of one resource, those. */
export function callersAt(path: readonly string[], { context, sent }: Scope): readonly SentRow[] {
  const names = new Set(callersWith(context.model, path).map(({ name }) => name.text));
  return sent.callers.filter(({ resource }) => names.has(resource.name.text));
}

export function callerRow(caller: SentRow): RowScope {
  return { kind: 'by key', ...caller, there: true };
}

/** `Order.total`: of the row at hand, or of the row that the path selects. */
function rowNamed(owner: string, scope: Scope): RowScope {
  for (const row of [scope.row, scope.self]) if (row?.resource.name.text === owner) return row;
  const sent = known(scope.sent.rowOf(owner), `no row of ${owner} is at hand`);
  return { kind: 'by key', resource: sent.resource, key: sent.key, there: true };
}

/** `Order.id` for a reference that is shown by `id`: the row at hand itself. */
export function rowItself(operand: Operand, { refers, ...like }: Typed, scope: Scope): Typed | undefined {
  if (operand.kind !== 'field' || !refers || operand.owner !== refers.resource) return undefined;
  if (operand.path.join('.') !== refers.by) return undefined;
  const row = scope.sent.rowOf(operand.owner);
  return row && { ...like, type: 'integer', expr: row.key, refers };
}

/** The resource of that row; nothing is compiled. */
export function resourceOf(owner: string | undefined, path: readonly string[], scope: Scope): Resource | undefined {
  switch (owner) {
    case undefined:
      return scope.row?.resource;
    case 'this':
      return (scope.self ?? scope.row)?.resource;
    case 'caller':
      return callersAt(path, scope)[0]?.resource;
    default:
      return scope.context.model.resources.get(owner);
  }
}

/** Somebody who is a row calls, or nobody does. */
export function anyCaller(kind: 'is-blank' | 'is-set', { sent: { callers } }: Scope): Expr {
  const items = callers.map(({ key }): Expr => ({ kind, operand: key }));
  return kind === 'is-set' ? some(items) : all(items);
}

/** Of several resources, the one whose rows are beside it: beside anything else it is nothing. */
export function callerBeside({ sent: { callers } }: Scope, beside: Typed | undefined): Typed {
  const [only, ...others] = callers;
  if (!only) fault('nobody signs in');
  const meant =
    others.length === 0 ? only : callers.find(({ resource }) => resource.name.text === beside?.refers?.resource);
  if (!meant) return { expr: { kind: 'literal', value: null, type: 'integer' }, type: 'integer', scale: 0 };
  return { expr: meant.key, type: 'integer', scale: 0, refers: { resource: meant.resource.name.text, by: undefined } };
}

/** Of the caller, whichever resource it is a row of; nothing where that has no such field. */
export function callerField(path: readonly string[], scope: Scope): Typed {
  const values = callersAt(path, scope).map((caller) => ({
    key: caller.key,
    value: fieldExpr(scope.context, callerRow(caller), path),
  }));
  const last = known(values.pop(), `${path.join('.')} is a field of no caller`);
  const branches = values.map(({ key, value }) => [{ kind: 'is-set', operand: key } as const, value.expr] as const);
  return { ...last.value, expr: choice(branches, last.value.expr, last.value.type) };
}

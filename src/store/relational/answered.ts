// What a statement that reads answers. Input: a select of sql/expression.ts. Output: its SQL, and whether integers beyond 2^53 may be among
// its columns.

import type { Expr, Select } from '../../sql/expression.ts';
import { typeOf } from '../../sql/walk.ts';
import { joined } from './joined.ts';
import type { Among } from './keyed.ts';
import { output, scopeOf, type Printed, type Scope } from './print.ts';
import type { Schema } from './schema.ts';
import { selection } from './selection.ts';

/** `most`: no more rows than that are wanted, even if the select allows more. */
export function rowsOf(
  schema: Schema,
  select: Select,
  ticks: boolean,
  { most, among }: { readonly most?: number; readonly among?: Among } = {},
): { readonly printed: Printed; readonly big: boolean } {
  const scope: Scope = { ...scopeOf(schema, select.table), ticks };
  const { scope: ofRow, text: joins } = joined(select, scope);
  const { sql, big } = answered(select.columns, ofRow);
  const of: Scope = among ? { ...scope, among } : scope;
  const limit = most !== undefined && !select.limit ? ` LIMIT ${most}` : '';
  return { printed: { sql: `SELECT ${sql} ${selection(select, of, joins)}${limit}`, args: scope.places.args }, big };
}

/** The columns of an answer, and whether one may hold integers beyond 2^53. */
export function answered(
  columns: readonly { readonly name: string; readonly expr: Expr }[],
  scope: Scope,
): { readonly sql: string; readonly big: boolean } {
  const sql = columns.map((column) => output(column.expr, scope)).join(', ');
  return { sql: sql === '' ? '1' : sql, big: columns.some((column) => isBig(column.expr, scope)) };
}

/** May it be an integer beyond 2^53? */
export function isBig(expr: Expr, scope: Scope): boolean {
  if (expr.kind === 'count' || expr.kind === 'octets') return false;
  if (expr.kind === 'lookup') return scope.schema.get(expr.table)?.columns.get(expr.column)?.big ?? true;
  if (expr.kind === 'column') {
    const shape = expr.source === undefined ? scope.own?.shape : scope.sources.get(expr.source);
    return shape?.columns.get(expr.column)?.big ?? true;
  }
  const type = typeOf(expr);
  return type === 'integer' || type === 'decimal';
}

// Several columns of one row that a reference leads to: the row is looked for once, and not once for each column. Input: the columns that a
// select answers. Output: LEFT JOINs, and the scope in which those look-ups print as columns of the joined row.

import type { Expr, Select } from '../../sql/expression.ts';
import { columnsOf, searches, walk } from '../../sql/walk.ts';
import { joinKey, type Lookup } from './keyed.ts';
import { aliasOf, condition, stored, tableOf, type Scope } from './print.ts';
import { shapeOfColumn } from './schema.ts';

/** One alone is looked up in its place. */
const LEAST = 2;

export interface Joined {
  readonly scope: Scope;
  /** Goes behind the table; empty where nothing is joined. */
  readonly text: string;
}

export function joined(
  { columns, distinct, members }: Pick<Select, 'columns' | 'distinct' | 'members'>,
  scope: Scope,
): Joined {
  if (!scope.own || distinct || members) return { scope, text: '' };
  const found = new Map<string, Lookup[]>();
  for (const { expr } of columns)
    for (const each of walk(expr)) {
      if (each.kind !== 'lookup' || !isOneRow(each, scope)) continue;
      const key = joinKey(each);
      found.set(key, [...(found.get(key) ?? []), each]);
    }
  const joins = new Map<string, string>();
  const texts: string[] = [];
  for (const [key, [first, ...others]] of found) {
    if (!first || others.length + 1 < LEAST) continue;
    joins.set(key, aliasOf(first.alias, scope));
    texts.push(join(first, scope));
  }
  return { scope: joins.size === 0 ? scope : { ...scope, joins }, text: texts.join('') };
}

/** A join must not make two rows of one; and what it asks of the other row must be there to be asked. */
function isOneRow({ table, alias, match, value, where }: Lookup, scope: Scope): boolean {
  if (match !== tableOf(scope.schema, table).table.rowKey) return false;
  // The row's own reference, perhaps followed only where the request asks for it.
  if (searches(value) || !isOnlyOf(value, undefined)) return false;
  return where === undefined || (!searches(where) && isOnlyOf(where, alias));
}

/** All columns are of that source, and there is one. */
function isOnlyOf(expr: Expr, source: string | undefined): boolean {
  for (const each of walk(expr)) if (each.kind === 'column' && each.source !== source) return false;
  return columnsOf(expr, source).length > 0;
}

function join(expr: Lookup, scope: Scope): string {
  const shape = tableOf(scope.schema, expr.table);
  const alias = aliasOf(expr.alias, scope);
  const match = shapeOfColumn(shape, expr.match);
  const inner: Scope = { ...scope, sources: new Map(scope.sources).set(expr.alias, shape) };
  const also = expr.where === undefined ? '' : ` AND ${condition(expr.where, inner)}`;
  return ` LEFT JOIN ${shape.sql} AS ${alias} ON ${alias}.${match.sql} = ${stored(expr.value, match, scope)}${also}`;
}

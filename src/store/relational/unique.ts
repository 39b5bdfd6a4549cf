// Which unique indexes a refused row meets. Input: what the engine threw, the values of the statement. Output: the cause of each,
// in the order of the table's indexes; anything else is thrown on. Notation, part 7: `taken`, `R already there`.

import type { ColumnValue } from '../../plan/steps.ts';
import type { Bindings } from '../store.ts';
import { columnOf, condition, scopeOf, shapeOfColumn, stored } from './print.ts';
import type { Scope } from './print.ts';
import type { Ran } from './reads.ts';
import { holdsKey } from './schema.ts';
import type { Schema, TableShape, UniqueShape } from './schema.ts';
import type { Expr } from '../../sql/expression.ts';
import { Violated } from './statement.ts';
import type { Effect, Preparing, Statement } from './statement.ts';

/** `where` finds the row that is changed and may keep its own values; undefined for a new row. */
export function uniqueness(
  on: Preparing,
  shape: TableShape,
  values: readonly ColumnValue[],
  where: Expr | undefined,
): (error: unknown, bindings: Bindings) => Effect<Ran> {
  // The store itself makes slugs unique: they are no client's fault, and only the write knows what they became.
  const isSlug = new Set(values.filter((each) => each.slug).map((each) => each.column));
  let probes: readonly { readonly cause: string; readonly meets: Statement }[] | undefined;
  return function* (error, bindings) {
    if (!(error instanceof Violated)) throw error;
    const violated = shape.unique.find((unique) => unique.name === error.index);
    // One that another document needs.
    if (!violated) throw error.cause;
    if (shape.unique.length === 1) return { refused: violated.index.cause };
    probes ??= shape.unique
      .filter((unique) => !unique.index.columns.some((column) => isSlug.has(column)))
      .map((unique) => ({
        cause: unique.index.cause,
        meets: on.prepare(probe(on.schema, shape, unique, values, where), { one: true }),
      }));
    const causes = new Set<string>();
    for (const { cause, meets } of probes) {
      const rows = yield { statement: meets, bindings };
      if (rows.length > 0) causes.add(cause);
    }
    causes.add(violated.index.cause);
    const [refused = violated.index.cause, ...also] = causes;
    return { refused, also };
  };
}

/** Finds another row that has the same values in the columns of the index. */
function probe(
  schema: Schema,
  shape: TableShape,
  unique: UniqueShape,
  values: readonly ColumnValue[],
  where: Expr | undefined,
): { readonly sql: string; readonly args: Scope['places']['args'] } {
  const scope = scopeOf(schema, shape.table.name, where !== undefined);
  const taken = meeting(shape, unique, values, scope);
  if (where === undefined) {
    return {
      sql: `SELECT 1 FROM ${shape.sql} AS "_other" WHERE ${taken} LIMIT 1`,
      args: scope.places.args,
    };
  }
  const other = `"_other".${shape.key} <> ${shape.sql}.${shape.key}`;
  const from = `${shape.sql}, ${shape.sql} AS "_other"`;
  const own = condition(where, scope);
  return {
    sql: `SELECT 1 FROM ${from} WHERE ${own} AND ${other} AND ${taken} LIMIT 1`,
    args: scope.places.args,
  };
}

/** `_other` has the same values in the columns of the index as the row in scope will have, or a new one. */
function meeting(shape: TableShape, unique: UniqueShape, values: readonly ColumnValue[], scope: Scope): string {
  const same = unique.index.columns.map((column) => {
    const set = values.find((each) => each.column === column);
    const name = columnOf(shape, column);
    const kept = scope.own ? `${shape.sql}.${name}` : 'NULL';
    const will = set ? stored(set.value, shapeOfColumn(shape, column), scope) : kept;
    return `${unique.term(`"_other".${name}`, column)} = ${unique.term(will, column)}`;
  });
  return [...same, ...holdsKey(unique, '"_other".')].join(' AND ');
}

/** Some row is in the way of a new one, as SQL. Undefined where no index can be asked. */
export function inTheWay(shape: TableShape, values: readonly ColumnValue[], scope: Scope): string | undefined {
  const isSlug = new Set(values.filter((each) => each.slug).map((each) => each.column));
  const asked = shape.unique.filter((unique) => !unique.index.columns.some((column) => isSlug.has(column)));
  const found = asked.map(
    (unique) => `EXISTS (SELECT 1 FROM ${shape.sql} AS "_other" WHERE ${meeting(shape, unique, values, scope)})`,
  );
  return found.length === 0 ? undefined : found.join(' OR ');
}

// Which unique indexes a refused row meets. In: what SQLite threw, the values of the statement. Out: the cause of each,
// in the order of the table's indexes; anything else is thrown on. Notation, part 7: `taken`, `R already there`.

import type { DatabaseSync } from 'node:sqlite';
import type { ColumnValue } from '../../plan/steps.ts';
import type { Bindings } from '../store.ts';
import { isUniqueViolation } from './faults.ts';
import { condition, scopeOf, value } from './print.ts';
import type { Scope } from './print.ts';
import type { Ran } from './reads.ts';
import { columnOf } from './print.ts';
import type { Schema, TableShape, UniqueShape } from './schema.ts';
import type { Expr } from '../../sql/expression.ts';
import { prepare } from './statement.ts';
import type { Statement } from './statement.ts';

/** `where` finds the row that is changed and may keep its own values; undefined for a new row. */
export function uniqueness(
  database: DatabaseSync,
  schema: Schema,
  shape: TableShape,
  values: readonly ColumnValue[],
  where: Expr | undefined,
): (error: unknown, bindings: Bindings) => Ran {
  // The store itself makes slugs unique: they are nobody's fault, and only the write knows what they became.
  const isSlug = new Set(values.filter((each) => each.slug).map((each) => each.column));
  let probes: readonly { readonly cause: string; readonly meets: Statement }[] | undefined;
  return (error, bindings) => {
    if (!isUniqueViolation(error)) throw error;
    const violated = shape.unique.find((unique) => error.message === `UNIQUE constraint failed: ${unique.violation}`);
    if (!violated) throw error;
    if (shape.unique.length === 1) return { refused: violated.index.cause };
    probes ??= shape.unique
      .filter((unique) => !unique.index.columns.some((column) => isSlug.has(column)))
      .map((unique) => ({
        cause: unique.index.cause,
        meets: prepare(database, probe(schema, shape, unique, values, where), false),
      }));
    const causes = new Set(probes.filter((each) => each.meets.get(bindings) !== undefined).map((each) => each.cause));
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
  const fold = (sql: string): string => (unique.index.ignoringCase ? `ninefold_fold(${sql})` : sql);
  const same = unique.index.columns.map((column) => {
    const set = values.find((each) => each.column === column);
    const name = columnOf(shape, column);
    const will = set ? value(set.value, scope) : where ? `${shape.sql}.${name}` : 'NULL';
    return `${fold(`"_other".${name}`)} = ${fold(will)}`;
  });
  if (where === undefined) {
    return {
      sql: `SELECT 1 FROM ${shape.sql} AS "_other" WHERE ${same.join(' AND ')} LIMIT 1`,
      args: scope.places.args,
    };
  }
  const other = `"_other".${shape.key} <> ${shape.sql}.${shape.key}`;
  const from = `${shape.sql}, ${shape.sql} AS "_other"`;
  const own = condition(where, scope);
  return {
    sql: `SELECT 1 FROM ${from} WHERE ${own} AND ${other} AND ${same.join(' AND ')} LIMIT 1`,
    args: scope.places.args,
  };
}

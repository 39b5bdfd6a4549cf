// Which unique indexes a refused row meets. Input: what the engine threw, the values of the statement. Output: the cause of each,
// in the order of the table's indexes; anything else is thrown on. Notation, part 7: `taken`, `R already there`.

import type { ColumnValue, Step } from '../../plan/steps.ts';
import type { Bindings } from '../store.ts';
import { columnOf, condition, scopeOf, shapeOfColumn, stored, tableOf } from './print.ts';
import type { Scope } from './print.ts';
import type { Ran, RunStep } from './ran.ts';
import { holdsKey } from './schema.ts';
import type { Schema, TableShape, UniqueShape } from './schema.ts';
import type { Expr } from '../../sql/expression.ts';
import { Violated } from './statement.ts';
import type { Effect, Preparing } from './statement.ts';

/** `where` finds the row that is changed and may keep its own values; undefined for a new row. */
export function uniqueness(
  on: Preparing,
  shape: TableShape,
  values: readonly ColumnValue[],
  where: Expr | undefined,
): (error: unknown, bindings: Bindings) => Effect<Ran> {
  let meets: Meets | undefined;
  return function* (error, bindings) {
    if (!(error instanceof Violated)) throw error;
    const violated = shape.unique.find((unique) => unique.name === error.index);
    // One that another document needs.
    if (!violated) throw error.cause;
    if (shape.unique.length === 1) return { refused: violated.index.cause };
    meets ??= meeting(on, shape, values, where);
    const causes = new Set(yield* meets(bindings));
    causes.add(violated.index.cause);
    const [refused = violated.index.cause, ...also] = causes;
    return { refused, also };
  };
}

/** The step `free`. */
export function free(on: Preparing, { table, values, own, indexes }: Free): RunStep {
  const meets = meeting(on, tableOf(on.schema, table), values, own, new Set(indexes));
  return function* (bindings) {
    const [refused, ...also] = yield* meets(bindings);
    return refused === undefined ? {} : { refused, also };
  };
}

type Free = Extract<Step, { kind: 'free' }>;

/** The causes of the indexes in which the values meet another row. */
type Meets = (bindings: Bindings) => Effect<readonly string[]>;

function meeting(
  on: Preparing,
  shape: TableShape,
  values: readonly ColumnValue[],
  where: Expr | undefined,
  only?: ReadonlySet<string>,
): Meets {
  const probes = withoutSlugs(shape, values)
    .filter(({ index }) => only === undefined || only.has(index.cause))
    .map((unique) => ({
      cause: unique.index.cause,
      statement: on.prepare(probe(on.schema, shape, unique, values, where), { one: true }),
    }));
  return function* (bindings) {
    const causes: string[] = [];
    for (const { cause, statement } of probes) if ((yield { statement, bindings }).length > 0) causes.push(cause);
    return causes;
  };
}

/** The store itself makes slugs unique: they are no client's fault, and only the write knows what they became. */
function withoutSlugs(shape: TableShape, values: readonly ColumnValue[]): readonly UniqueShape[] {
  const isSlug = new Set(values.filter((each) => each.slug).map((each) => each.column));
  return shape.unique.filter((unique) => !unique.index.columns.some((column) => isSlug.has(column)));
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
  const taken = alike(shape, unique, values, scope);
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
function alike(shape: TableShape, unique: UniqueShape, values: readonly ColumnValue[], scope: Scope): string {
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
  const found = inOwnWay(shape, values, scope).map(
    ({ sql }) => `EXISTS (SELECT 1 FROM ${shape.sql} AS "_other" WHERE ${sql})`,
  );
  return found.length === 0 ? undefined : found.join(' OR ');
}

/** For each index that can be asked, what holds of `_other` where it is in the way of a new row. */
export function inOwnWay(
  shape: TableShape,
  values: readonly ColumnValue[],
  scope: Scope,
): readonly { readonly cause: string; readonly sql: string }[] {
  return withoutSlugs(shape, values).map((unique) => ({
    cause: unique.index.cause,
    sql: alike(shape, unique, values, scope),
  }));
}

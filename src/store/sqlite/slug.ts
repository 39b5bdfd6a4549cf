// Slugs made unique inside the transaction. In: a column, the slug wanted, the row that may keep its own. Out: the
// bindings with a free one: the text itself, else with `-2`, `-3`, … behind it. Notation, part 2, rule `slug of`.

import type { DatabaseSync } from 'node:sqlite';
import type { ColumnValue } from '../../plan/steps.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Bindings } from '../store.ts';
import { columnOf, scopeOf, value } from './print.ts';
import type { Schema, TableShape } from './schema.ts';
import { prepare } from './statement.ts';

export type FindSlug = (bindings: Bindings) => Bindings;

/** Under which the free slug of a column is bound. */
export function slugParameter(column: string): string {
  return `slug of ${column}`;
}

/** Under which the key of the row that may keep its slug is bound. */
export const OWN_KEY = 'own key';

/** `wanted` undefined: the value's own expression, which names no row; else a binding of that name. */
export function slugFinder(
  database: DatabaseSync,
  schema: Schema,
  shape: TableShape,
  each: ColumnValue,
  wanted: string | undefined,
): FindSlug {
  const column = columnOf(shape, each.column);
  const other = wanted === undefined ? '' : ` AND ${shape.key} <> ?2`;
  const args = [{ name: 'candidate' }, ...(wanted === undefined ? [] : [{ name: OWN_KEY }])];
  const statement = prepare(
    database,
    { sql: `SELECT 1 FROM ${shape.sql} WHERE ${column} = ?1${other} LIMIT 1`, args },
    false,
  );
  const scope = scopeOf(schema, shape.table.name, false);
  const own =
    wanted === undefined
      ? prepare(database, { sql: `SELECT ${value(each.value, scope)}`, args: scope.places.args }, false)
      : undefined;
  return (bindings) => {
    const text = own ? (own.get(bindings)?.[0] ?? null) : (bindings[wanted ?? ''] ?? null);
    const isTaken = (candidate: SqlValue): boolean =>
      statement.get({ candidate, [OWN_KEY]: bindings[OWN_KEY] ?? null }) !== undefined;
    return { ...bindings, [slugParameter(each.column)]: typeof text === 'string' ? free(text, isTaken) : text };
  };
}

/** Doubles until a number is free, then halves back to one whose predecessor is taken: few look-ups for many rows. */
function free(text: string, isTaken: (candidate: string) => boolean): string {
  if (!isTaken(text)) return text;
  let low = 1;
  let high = 2;
  while (isTaken(`${text}-${high}`)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTaken(`${text}-${middle}`)) low = middle;
    else high = middle;
  }
  return `${text}-${high}`;
}

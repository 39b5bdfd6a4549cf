// Slugs made unique inside the transaction. Input: a column, the slug wanted, the row that may keep its own. Output: the bindings with a
// free one: the text itself, else with `-2`, `-3`, … behind it. Notation, part 2, rule `slug of`.

import { slugParameter } from '../../base/slug-parameter.ts';
import type { ColumnValue } from '../../plan/steps.ts';
import type { Expr } from '../../sql/expression.ts';
import type { Bindings } from '../store.ts';
import { columnOf, output, scopeOf } from './print.ts';
import { holdsKey } from './schema.ts';
import type { TableShape } from './schema.ts';
import type { Effect, Preparing } from './statement.ts';

export type FindSlug = (bindings: Bindings) => Effect<Bindings>;

/** Under which the key of the row that may keep its slug is bound. */
export const OWN_KEY = 'own key';

const CANDIDATE = 'candidate';

/** `wanted` undefined: the value's own expression, which names no row; else a binding of that name. */
export function slugFinder(on: Preparing, shape: TableShape, each: ColumnValue, wanted: string | undefined): FindSlug {
  const looking = scopeOf(on.schema, shape.table.name);
  const column = columnOf(shape, each.column);
  const same = `${column} = ${looking.places.name(CANDIDATE, 'text')}`;
  const other = wanted === undefined ? '' : ` AND ${shape.key} <> ${looking.places.name(OWN_KEY)}`;
  const unique = shape.unique.find(({ index }) => index.columns.length === 1 && index.columns[0] === each.column);
  const holding = unique ? holdsKey(unique).map((one) => ` AND ${one}`) : [];
  const sql = `SELECT 1 FROM ${shape.sql} WHERE ${same}${other}${holding.join('')} LIMIT 1`;
  const statement = on.prepare({ sql, args: looking.places.args }, { one: true });
  const scope = scopeOf(on.schema, shape.table.name, false);
  const read =
    wanted === undefined
      ? on.prepare({ sql: `SELECT ${output(each.value, scope)}`, args: scope.places.args }, { one: true })
      : undefined;
  return function* (bindings) {
    const text = read ? ((yield { statement: read, bindings })[0]?.[0] ?? null) : (bindings[wanted ?? ''] ?? null);
    const own = bindings[OWN_KEY] ?? null;
    const isTaken = function* (candidate: string): Effect<boolean> {
      return (yield { statement, bindings: { [CANDIDATE]: candidate, [OWN_KEY]: own } }).length > 0;
    };
    return { ...bindings, [slugParameter(each.column)]: typeof text === 'string' ? yield* free(text, isTaken) : text };
  };
}

/** Doubles until a number is free, then halves back to one whose predecessor is taken: few look-ups for many rows. */
export function* free<Y, R>(
  text: string,
  isTaken: (candidate: string) => Generator<Y, boolean, R>,
): Generator<Y, string, R> {
  if (!(yield* isTaken(text))) return text;
  let low = 1;
  let high = 2;
  while (yield* isTaken(`${text}-${high}`)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (yield* isTaken(`${text}-${middle}`)) low = middle;
    else high = middle;
  }
  return `${text}-${high}`;
}

/** A slug is found before the statement runs, and bound. */
export function withSlugParameter(each: ColumnValue): ColumnValue {
  if (!each.slug) return each;
  const parameter: Expr = { kind: 'parameter', name: slugParameter(each.column), type: 'text' };
  return { column: each.column, value: parameter };
}

// Which rows are in the way of a changed document, in words. Input: a table as it is stored and what differs. Output: one clause
// for each obstacle that some row meets. Generators that yield their queries, so that one code serves every engine. Decision
// 0006.

import type { SqlValue } from '../../sql/expression.ts';
import type { Row } from '../store.ts';
import type { AtStake, Obstacle } from './changes.ts';
import { holdsKey } from './schema.ts';
import type { TableShape, UniqueShape } from './schema.ts';
import { calledBy, columnsNamed } from './shown.ts';

/** A statement that is used once, with values by place. */
export interface Look {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export type Looking<T> = Generator<Look, T, readonly Row[]>;

export function* atStake(was: TableShape, { what, rows }: Obstacle): Looking<readonly string[]> {
  const { number, first } = yield* counted(was, rows);
  if (number === 0) return [];
  return [`${said(was, what, number)}${first === undefined ? '' : `, the first ${first}`}`];
}

/** How many rows; and where their values decide, which and what the first is called. */
export function* counted(
  was: TableShape,
  rows: AtStake,
): Looking<{ readonly number: number; readonly first?: string; readonly keys?: readonly SqlValue[] }> {
  if (rows.kind !== 'values') return { number: yield* count(was, rows.kind === 'all' ? undefined : rows.condition) };
  const keys = yield* broken(was, rows);
  const [first] = keys;
  return { number: keys.length, keys, ...(first !== undefined && { first: yield* nameOf(was, first) }) };
}

export function said(shape: TableShape, what: string, rows: number): string {
  return `${shape.table.name}: ${what}, ${rows} ${rows === 1 ? 'row is' : 'rows are'} at stake`;
}

export function* count(shape: TableShape, where: string | undefined): Looking<number> {
  const condition = where === undefined ? '' : ` WHERE ${where}`;
  const [row] = yield { sql: `SELECT count(*) FROM ${shape.sql}${condition}`, values: [] };
  return Number(row?.[0]);
}

/** What is said of rows that share what must be unique. */
export function* shared(shape: TableShape, unique: UniqueShape): Looking<string> {
  const { index, terms } = unique;
  const some = [...holdsKey(unique), ...terms.map((term) => `${term} IS NOT NULL`)].join(' AND ');
  const groups = `SELECT count(*) AS n FROM ${shape.sql} WHERE ${some} GROUP BY ${terms.join(', ')} HAVING count(*) > 1`;
  const [row] = yield { sql: `SELECT coalesce(sum(n), 0) FROM (${groups}) AS "_shared"`, values: [] };
  const what = `${index.columns.join(', ')} must be unique now${index.ignoringCase ? ', ignoring case,' : ''} and rows share a value`;
  return said(shape, what, Number(row?.[0]));
}

/** A row as the document identifies it; a reference in its identity would be a number that no one knows. */
export function* nameOf(was: TableShape, key: SqlValue): Looking<string> {
  const { rowKey, identity = [], columns } = was.table;
  const place = was.dialect.place(1, 'integer');
  const plain = identity.filter(
    (name) => name === rowKey || columns.some((column) => column.name === name && column.refers === undefined),
  );
  const named = plain.length > 0 && plain.length === identity.length ? plain : [];
  if (named.length === 0) {
    const [row] = yield { sql: `SELECT count(*) FROM ${was.sql} WHERE ${was.key} <= ${place}`, values: [key] };
    return `is number ${Number(row?.[0])} of its rows, in the order in which they were made`;
  }
  const read = named.map((name) => valueOf(was, name)).join(', ');
  const [row = []] = yield { sql: `SELECT ${read} FROM ${was.sql} WHERE ${was.key} = ${place}`, values: [key] };
  return calledBy(columnsNamed(was.table, named), row);
}

function valueOf(shape: TableShape, name: string): string {
  const column = shape.columns.get(name)!;
  return shape.dialect.outOf(column.sql, column);
}

/** The most rows in memory at once. */
const PAGE = 10_000;

/** Their keys, in order. */
export function* broken(
  was: TableShape,
  { column, breaks }: Extract<AtStake, { kind: 'values' }>,
): Looking<readonly SqlValue[]> {
  const keys: SqlValue[] = [];
  let last: SqlValue = -1;
  for (;;) {
    const more = `${column.sql} IS NOT NULL AND ${was.key} > ${was.dialect.place(1, 'integer')}`;
    const read = `${was.key}, ${was.dialect.outOf(column.sql, column)}`;
    const sql = `SELECT ${read} FROM ${was.sql} WHERE ${more} ORDER BY ${was.key} LIMIT ${PAGE}`;
    const rows: readonly Row[] = yield { sql, values: [last] };
    for (const [key = null, value = null] of rows) {
      last = key;
      if (breaks(value)) keys.push(key);
    }
    if (rows.length < PAGE) return keys;
  }
}

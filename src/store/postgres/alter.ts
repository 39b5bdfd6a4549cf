// How a stored table becomes the one that the document wants, in place. Input: both shapes, with nothing in the way. Output:
// statements. Nothing is dropped that holds a value: what the document no longer names stays, for processes that still name it.

import type { Column, Table } from '../../plan/plan.ts';
import type { Loss, Obstacle } from '../relational/changes.ts';
import { takeOver } from '../relational/sides.ts';
import type { Side } from '../relational/sides.ts';
import { fillOf } from '../relational/losses.ts';
import { createIndexes } from '../relational/indexes.ts';
import { columnDefinition, createTable, VERSION } from '../relational/schema.ts';
import type { ColumnShape, TableShape } from '../relational/schema.ts';

/** A column that stays though the document at hand does not name it. */
export interface Left extends Column {
  readonly left?: true;
}

/** The wanted tables with the columns that are stored and not wanted: rows of this document lack them. */
export function withLeft(tables: readonly Table[], stored: readonly Table[]): readonly Table[] {
  const before = new Map(stored.map((table) => [table.name, table]));
  return tables.map((table) => {
    const names = new Set([table.rowKey, ...table.columns.map(({ name }) => name)]);
    const keys = new Set([before.get(table.name)?.rowKey]);
    const left = (before.get(table.name)?.columns ?? [])
      .filter(({ name }) => !names.has(name) && !keys.has(name))
      .map(unjudged);
    return left.length === 0 ? table : { ...table, columns: [...table.columns, ...left] };
  });
}

/**
 * Its values are checked when a document names it again. Where rows must have one, a row of another document gets the
 * default; without a default that document could make no rows.
 */
function unjudged({ rule: _rule, made: _made, fill, ...column }: Column): Left {
  if (column.nullable || fill === undefined || fill === null) return { ...column, nullable: true, left: true };
  return { ...column, fill, left: true };
}

export function createAll(shape: TableShape): readonly string[] {
  return [createTable(shape), ...shape.unique.map(({ create }) => create), ...createIndexes(shape)];
}

/**
 * `lost`: what is given up. Then what the wanted table does not have is dropped, too. `side`: what rules have made for
 * the rows, which is taken over before it has to be there.
 */
export function alterations(
  before: TableShape,
  shape: TableShape,
  lost: readonly Obstacle[] = [],
  side?: Side,
): readonly string[] {
  const made = new Map<string, ColumnShape>();
  for (const { name } of side?.filling.fields ?? [])
    if (!before.columns.has(name)) made.set(name, { ...shape.columns.get(name)!, nullable: true });
  const was: TableShape = { ...before, columns: new Map([...before.columns, ...made]) };
  const alter = (what: string): string => `ALTER TABLE ${shape.sql} ${what}`;
  const out: string[] = [];
  if (was.sql !== shape.sql) out.push(`ALTER TABLE ${was.sql} RENAME TO ${shape.sql}`);
  if (was.key !== shape.key) out.push(alter(`RENAME COLUMN ${was.key} TO ${shape.key}`));
  for (const column of made.values()) out.push(alter(`ADD COLUMN ${columnDefinition(column)}`));
  if (side) out.push(takeOver(side, shape));
  const isKey = (name: string): boolean => name === was.table.rowKey || name === shape.table.rowKey;
  const wanted = new Map(shape.table.columns.map((column) => [column.name, column]));
  const isLost = (name: string, how: Loss['how']): boolean =>
    lost.some(({ loss }) => loss?.field === name && loss.how === how);
  for (const [name, { sql }] of was.columns)
    if (!shape.columns.has(name) && !isKey(name)) out.push(alter(`DROP COLUMN ${sql}`));
  for (const [name, column] of shape.columns) {
    if (name === VERSION || isKey(name)) continue;
    const old = was.columns.get(name);
    const fill = wanted.get(name)?.fill ?? null;
    if (!old) out.push(...added(column, fill, shape).map(alter));
    else if (isLost(name, 'retyped')) out.push(...retyped(name, old, column, shape));
    else {
      if (isLost(name, 'required'))
        out.push(`UPDATE ${shape.sql} SET ${old.sql} = ${fillOf(shape, name)} WHERE ${old.sql} IS NULL`);
      out.push(...changed(old, column).map(alter));
      if (isLeft(shape.table, name) && !isLeft(was.table, name) && !column.nullable)
        out.push(alter(`ALTER COLUMN ${column.sql} SET DEFAULT ${fillOf(shape, name)}`));
    }
  }
  return out;
}

function isLeft({ columns }: Table, field: string): boolean {
  return columns.some((column: Left) => column.name === field && column.left === true);
}

/** A row that had no value there has none, unless it must have one now. */
function retyped(name: string, was: ColumnShape, column: ColumnShape, shape: TableShape): readonly string[] {
  const alter = (what: string): string => `ALTER TABLE ${shape.sql} ${what}`;
  const fill = shape.table.columns.find((each) => each.name === name)?.fill ?? null;
  const drop = alter(`DROP COLUMN ${was.sql}`);
  if (fill === null || !column.nullable) return [drop, ...added(column, fill, shape).map(alter)];
  const fresh = { ...column, sql: '"_retyped 0"' };
  return [
    alter(`ADD COLUMN ${columnDefinition(fresh)}`),
    `UPDATE ${shape.sql} SET ${fresh.sql} = ${fillOf(shape, name)} WHERE ${was.sql} IS NOT NULL`,
    drop,
    alter(`RENAME COLUMN ${fresh.sql} TO ${column.sql}`),
  ];
}

function added(column: ColumnShape, fill: string | number | null, { dialect }: TableShape): readonly string[] {
  if (fill === null) return [`ADD COLUMN ${columnDefinition(column)}`];
  const literal = dialect.literal(fill, column.type, () => {
    throw new Error(`the default of ${column.sql} cannot be written into a statement`);
  });
  const add = `ADD COLUMN ${columnDefinition(column)} DEFAULT ${dialect.into({ sql: literal, type: column.type }, column)}`;
  // The rows that are there get it. Those that processes with an older document make meanwhile do, too, where a row must
  // have a value: a process that knows the field gives its own.
  return column.nullable ? [add, `ALTER COLUMN ${column.sql} DROP DEFAULT`] : [add];
}

/** A column that is kept in another way holds no values: it is made anew. */
function changed(was: ColumnShape, column: ColumnShape): readonly string[] {
  if (was.as !== column.as) return [`DROP COLUMN ${was.sql}`, `ADD COLUMN ${columnDefinition(column)}`];
  const out: string[] = [];
  if (was.sql !== column.sql) out.push(`RENAME COLUMN ${was.sql} TO ${column.sql}`);
  if (was.nullable !== column.nullable)
    out.push(`ALTER COLUMN ${column.sql} ${column.nullable ? 'DROP' : 'SET'} NOT NULL`);
  if (column.nullable && !was.nullable) out.push(`ALTER COLUMN ${column.sql} DROP DEFAULT`);
  return out;
}

// Indexes over the members of lists, as an engine keeps them: a table beside the rows, with an entry for each member that a list has, and what
// keeps it so. Input: a table of the plan. Output: names, the statements that make and fill it, and what triggers of the engine run in the
// transaction of each change. Decision 0043.

import type { MemberIndex } from '../../plan/index-plan.ts';
import type { MemberType } from '../../sql/expression.ts';
import { columnOf, quote, shapeOfColumn, type Schema, type TableShape } from './schema.ts';

export interface MembersShape {
  readonly index: MemberIndex;
  /** Of the rows. */
  readonly of: TableShape;
  /** As the engine knows it, bare and quoted: what it is for follows from it. */
  readonly name: string;
  readonly sql: string;
  /** By what it is ordered, each as it is kept in the row and beside it; quoted. */
  readonly by: readonly { readonly column: string; readonly from: string; readonly into: string }[];
}

/** No resource and no field has such a name. */
const PREFIX = '_members ';
export const MEMBER = '"member"';
export const ROW = '"row"';

/** What is one entry. */
export const ENTRY: string = `${MEMBER}, ${ROW}`;

/** How much of a migration is done before they are made, where there may be some. */
export const BEFORE_MEMBERS = 0.5;

/** LIKE, where `\` escapes. */
export const MEMBER_TABLES: string = `${PREFIX.replace('_', '\\_')}%`;

export function membersIn(schema: Schema): readonly MembersShape[] {
  return [...schema.values()].flatMap(membersOf);
}

export function membersOf(shape: TableShape): readonly MembersShape[] {
  const { dialect, table } = shape;
  return (table.members ?? []).flatMap((index) => {
    if (!shape.columns.has(index.column) || index.order.some(({ column }) => !shape.columns.has(column))) return [];
    const name = dialect.legalName(`${PREFIX}${shape.name}.${saidOf(shape, index)}`);
    const by = index.order.map(({ column }) => {
      const from = columnOf(shape, column);
      return { column, from, into: quote(dialect.legalName(`by ${bare(from)}`)) };
    });
    return [{ index, of: shape, name, sql: quote(name), by }];
  });
}

function bare(quoted: string): string {
  return quoted.slice(1, -1).replaceAll('""', '"');
}

/** Two indexes of one list are two tables: processes of two documents may serve beside each other. */
function saidOf(shape: TableShape, { column, type, scale, order, descending }: MemberIndex): string {
  const of = type === 'text' ? '' : ` as ${type}${scale ?? ''}`;
  const by = order.map((each) => `${columnOf(shape, each.column)}${each.descending ? ' descending' : ''}`);
  const end = descending ? ', descending' : '';
  return `${bare(columnOf(shape, column))}${of}${by.length > 0 ? ` by ${by.join(', ')}${end}` : ''}`;
}

/** The table, without what an engine makes when it is filled. */
export function createMembers({ of, sql, by, index }: MembersShape): string {
  const { dialect } = of;
  const columns = [
    `${MEMBER} ${dialect.memberType(index.type)} NOT NULL`,
    ...by.map(({ column, into }) => `${into} ${shapeOfColumn(of, column).as}`),
    `${ROW} ${dialect.columnType({ type: 'integer', scale: 0, bytes: 8 })} NOT NULL`,
  ];
  return `CREATE TABLE ${sql} ${dialect.keyedTable(columns.join(', '), ENTRY)}`;
}

/** The order, where it is not that of the keys: as far as an entry has room. */
export function orderMembers(members: MembersShape): readonly string[] {
  const { of, name, sql, by, index } = members;
  const { dialect } = of;
  if (by.length === 0) return [];
  const shapes = by.map(({ column }) => shapeOfColumn(of, column));
  const long = shapes.findIndex((kept) => !dialect.isShort(kept, by.length + 1));
  const terms = by.map(({ into }, place) => {
    const { type, nullable } = shapes[place]!;
    return dialect.inIndex({ sql: into, type }, index.order[place]!.descending, !nullable);
  });
  const end = dialect.inIndex({ sql: ROW, type: 'integer' }, index.descending === true, true);
  const columns = [MEMBER, ...(long < 0 ? [...terms, end] : terms.slice(0, long))];
  const called = dialect.legalName(`${name} in order`);
  return long === 0 ? [] : [`CREATE INDEX ${quote(called)} ON ${sql} (${columns.join(', ')})`];
}

/** What is kept of a member, and what a member that is sought is compared with. */
export function memberKey(sql: string, type: MemberType, { of, by }: Pick<MembersShape, 'of' | 'by'>): string {
  return type === 'text' ? of.dialect.memberKey(sql, by.length + 1) : sql;
}

/** Each member of the list of a row once. `row`: the table, or `NEW` and `OLD` of a trigger. */
function each(
  members: MembersShape,
  row: string,
): { readonly key: string; readonly from: string; readonly where: string } {
  const { index, of } = members;
  const kept = shapeOfColumn(of, index.column);
  const list = of.dialect.outOf(`${row}.${kept.sql}`, kept);
  const { from, value, fits } = of.dialect.members(list, index.type, index.scale ?? 0);
  const key = memberKey(value, index.type, members);
  return { key, from, where: `${fits} AND ${value} IS NOT NULL` };
}

function into({ sql, by }: MembersShape): string {
  return `INSERT INTO ${sql} (${[MEMBER, ...by.map((one) => one.into), ROW].join(', ')})`;
}

/** Of all rows, or of those for which the condition holds, in the order of the entries. */
export function fillMembers(members: MembersShape, which?: string): string {
  const { of, by } = members;
  const { key, from, where } = each(members, of.sql);
  const row = `${of.sql}.${of.key}`;
  const values = [key, ...by.map((one) => `${of.sql}.${one.from}`), row].join(', ');
  const rows = which === undefined ? '' : `${which} AND `;
  return `${into(members)} SELECT ${values} FROM ${of.sql}, ${from} WHERE ${rows}${where} GROUP BY 1, ${row} ORDER BY 1, ${row}`;
}

export type Change = 'insert' | 'update' | 'delete';
export const CHANGES: readonly Change[] = ['insert', 'update', 'delete'];

/** When a change of a row concerns it, as a condition over NEW and OLD. */
export function concerns({ of, index, by }: MembersShape, change: Change): string {
  const { dialect } = of;
  const differs = [columnOf(of, index.column), ...by.map(({ from }) => from)].map((sql, place) => {
    const kept = shapeOfColumn(of, place === 0 ? index.column : by[place - 1]!.column);
    return dialect.differs(dialect.outOf(`OLD.${sql}`, kept), dialect.outOf(`NEW.${sql}`, kept));
  });
  const list = columnOf(of, index.column);
  return change === 'update' ? differs.join(' OR ') : `${change === 'insert' ? 'NEW' : 'OLD'}.${list} IS NOT NULL`;
}

/** What it does then, one statement after the other. */
export function follow(members: MembersShape, change: Change): readonly string[] {
  const { of, sql, by } = members;
  const [was, is] = [each(members, 'OLD'), each(members, 'NEW')];
  const sought = `SELECT ${was.key} FROM ${was.from} WHERE ${was.where}`;
  const remove = `DELETE FROM ${sql} WHERE ${ROW} = OLD.${of.key} AND ${MEMBER} IN (${sought})`;
  const values = [is.key, ...by.map((one) => `NEW.${one.from}`), `NEW.${of.key}`].join(', ');
  // A member that the list has twice is there already.
  const add = `${into(members)} SELECT ${values} FROM ${is.from} WHERE ${is.where} ON CONFLICT DO NOTHING`;
  return change === 'insert' ? [add] : change === 'delete' ? [remove] : [remove, add];
}

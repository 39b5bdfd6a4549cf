// Lists by a member, from an index over members to the rows. Input: a select, the place of its statement. Output: the index that serves it and
// what is left to ask of the rows; nothing where none does. Decision 0043.

import type { Expr, OrderTerm, Select } from '../../sql/expression.ts';
import { indexOrder, soughtBy, type Sought } from '../../sql/members.ts';
import { columnsOf } from '../../sql/walk.ts';
import { fixedColumn, isOfNoRow, keyed, oneOfFew } from './keyed.ts';
import { memberKey, membersOf, MEMBER, ROW, type MembersShape } from './member-tables.ts';
import { operand, tableOf, type Scope } from './print.ts';
import type { TableShape } from './schema.ts';

export interface MemberSource {
  readonly members: MembersShape;
  /** That an entry is one of the member. */
  readonly condition: string;
  /** What else must hold of the row. */
  readonly rest: readonly Expr[];
  /** Does something else that must hold find rows by an index? Then the engine chooses where it begins. */
  readonly isOneOfTwo: boolean;
  /** The key of the row of an entry. */
  readonly key: string;
  /** Undefined: the entry does not have it. */
  column(expr: Expr): string | undefined;
}

export function memberSource(select: Select, scope: Scope): MemberSource | undefined {
  const { where } = select;
  if (!where || select.members || select.distinct) return undefined;
  const shape = tableOf(scope.schema, select.table);
  const items = where.kind === 'and' ? where.items : [where];
  for (const item of items) {
    const sought = soughtBy(item);
    const members = sought && serving(shape, sought, select.order);
    if (!sought || !members) continue;
    const rest = items.filter((each) => each !== item);
    const { sql } = members;
    const { dialect } = scope.schema;
    const member = operand(sought.member, scope);
    const like = memberKey(sought.type === 'text' ? dialect.text(member, 0) : member.sql, sought.type, members);
    return {
      members,
      condition: `${sql}.${MEMBER} = ${like}`,
      rest,
      isOneOfTwo: rest.some((each) => isFound(each, shape, scope)),
      key: `${sql}.${ROW}`,
      column(expr) {
        if (expr.kind !== 'column' || expr.source !== undefined) return undefined;
        if (expr.column === shape.table.rowKey) return `${sql}.${ROW}`;
        const into = members.by.find(({ column }) => column === expr.column)?.into;
        return into && `${sql}.${into}`;
      },
    };
  }
  return undefined;
}

/** Of that list; the one in the order of the rows, where there is one. */
function serving(shape: TableShape, sought: Sought, order: readonly OrderTerm[]): MembersShape | undefined {
  const all = membersOf(shape).filter(
    ({ index: { column, type, scale = 0 } }) =>
      column === sought.column && type === sought.type && (type !== 'decimal' || scale === sought.scale),
  );
  const never = (column: string): boolean | undefined => {
    const kept = shape.columns.get(column);
    return kept === undefined || kept.type === 'json' ? undefined : !kept.nullable;
  };
  const { by = [], descending = false } = indexOrder(order, shape.table.rowKey, never) ?? {};
  const wanted = JSON.stringify([by, descending]);
  const isSo = ({ index }: MembersShape): boolean =>
    JSON.stringify([index.order, index.descending ?? false]) === wanted;
  return all.find(isSo) ?? all.find(({ by: columns }) => columns.length === 0) ?? all[0];
}

/** Is it of the rows that another index finds? */
function isFound(item: Expr, shape: TableShape, scope: Scope): boolean {
  const leads = (column: string | undefined): boolean =>
    column !== undefined &&
    (column === shape.table.rowKey ||
      shape.table.indexes.some(([first]) => first === column) ||
      shape.unique.some(({ index: { columns, except } }) => columns[0] === column && except === undefined));
  if (item.kind === 'exists')
    return (
      scope.among !== undefined && oneOfFew(item, shape, tableOf(scope.schema, item.table), scope.among) !== undefined
    );
  if (item.kind === 'in')
    return (
      item.left.kind === 'column' &&
      item.left.source === undefined &&
      leads(item.left.column) &&
      item.values.every(isOfNoRow)
    );
  return item.kind === 'compare' && leads(fixedColumn(keyed(item, scope.schema), undefined));
}

/** Is nothing of the row asked? */
export function isOfEntry({ rest }: MemberSource): boolean {
  return rest.every((item) => columnsOf(item, undefined).length === 0);
}

// Prints which rows a select answers: FROM to OFFSET. Input: a select of sql/expression.ts. Output: SQL of the schema's dialect.

import type { Expr, Place, Select } from '../../sql/expression.ts';
import { inDirection, stretches } from '../../sql/keyset.ts';
import { columnAt, condition, MEMBERS, operand, tableOf, value, type Scope } from './print.ts';
import { isOfEntry, memberSource, type MemberSource } from './member-source.ts';
import { shapeOfColumn, type Schema, type TableShape } from './schema.ts';

/** Does a row need a value there to be found at all? */
function asksFor(where: Expr | undefined, column: string): boolean {
  switch (where?.kind) {
    case 'and':
      return where.items.some((item) => asksFor(item, column));
    case 'is-set':
      return isColumn(where.operand, column);
    case 'compare':
      return isColumn(where.left, column) || isColumn(where.right, column);
    default:
      return false;
  }
}

function isColumn(expr: Expr, column: string): boolean {
  return expr.kind === 'column' && expr.column === column && expr.source === undefined;
}

/** Goes by the name of the table, so that its columns are called as they are there. */
function alike(shape: TableShape, columns: readonly string[], where: string): string {
  const named = columns.map((column) => `${shape.sql}.${shapeOfColumn(shape, column).sql}`);
  return `(SELECT DISTINCT ${named.join(', ')} FROM ${shape.sql}${where}) AS ${shape.sql}`;
}

function membersOf(
  shape: TableShape,
  { column, type, scale }: Exclude<Select['members'], undefined>,
  conditions: readonly string[],
  { dialect }: Schema,
): string {
  const kept = shapeOfColumn(shape, column);
  const { from, value: each, fits } = dialect.members(dialect.outOf(`${shape.sql}.${kept.sql}`, kept), type, scale);
  const where = [...conditions, fits].join(' AND ');
  return `(SELECT DISTINCT ${each} AS "value" FROM ${shape.sql}, ${from} WHERE ${where}) AS ${MEMBERS}`;
}

/** FROM to OFFSET; the columns come before it. `joins`: behind the table, see joined.ts. */
export function selection(select: Select, scope: Scope, joins = ''): string {
  const { far, ...near } = select;
  if (select.place) return fromPlace(near, select.place, scope, joins);
  if (!far || select.members || select.distinct) return rows(select, scope, joins, memberSource(select, scope));
  const { sql, key } = tableOf(scope.schema, select.table);
  // Nothing is looked up for rows that are skipped, and an index alone may be enough to skip them. What it binds is printed once.
  const keys = keysOf(near, scope);
  if (keys.isOfMember) {
    const page = `SELECT ${keys.key} AS "row" ${keys.from}`;
    return `FROM ${byRow(page, tableOf(scope.schema, select.table), scope)}${joins}${orderOf(select, scope)}`;
  }
  return `FROM ${sql}${joins} WHERE ${sql}.${key} IN (SELECT ${keys.key} ${keys.from})${orderOf(select, scope)}`;
}

/** `keys`: what selects those of the rows as "row". Else what is sorted would be whole rows. */
function byRow(keys: string, { sql, key }: TableShape, { schema }: Scope): string {
  return schema.dialect.oneByOne(`(${keys}) AS "_page"`, sql, `${sql}.${key} = "_page"."row"`);
}

/**
 * Rows from a place on. Each stretch of them is in the order of an index, and none is read further than the page: as one condition they
 * would all be sorted. An order by what is no column of the row has no index.
 */
function fromPlace(select: Select, place: Place, scope: Scope, joins: string): string {
  const shape = tableOf(scope.schema, select.table);
  const mayBeNull = (expr: Expr): boolean =>
    expr.kind !== 'member' && !(expr.kind === 'column' && shape.columns.get(expr.column)?.nullable === false);
  const order = inDirection(select.order, place);
  const whole: Select = { ...select, order };
  const isOfColumns = !select.distinct && !select.members && order.every(({ expr }) => columnAt(expr, scope));
  const all = stretches(select.order, place, mayBeNull);
  const also = (where: Expr): Expr => (select.where ? { kind: 'and', items: [select.where, where] } : where);
  const [only] = all;
  if (isOfColumns && all.length > 1) {
    const each = all.map(({ where, order: rest }, at) => {
      const { key, from } = keysOf({ ...select, where: also(where), order: rest }, scope);
      return `SELECT "row" FROM (SELECT ${key} AS "row" ${from}) AS "_${at}"`;
    });
    return `FROM ${byRow(each.join(' UNION ALL '), shape, scope)}${joins}${orderOf(whole, scope)}${rangeOf(select, scope)}`;
  }
  if (place.side === 'first' || !only) return rows(whole, scope, joins, memberSource(whole, scope));
  const where: Expr = all.length === 1 ? only.where : { kind: 'or', items: all.map((one) => one.where) };
  if (select.members) return rows(whole, scope, joins, undefined, where);
  const found: Select = { ...whole, where: also(where) };
  return rows(found, scope, joins, memberSource(found, scope));
}

/** The keys of the rows, and FROM to OFFSET: an index over members may have both. */
export function keysOf(
  select: Select,
  scope: Scope,
): { readonly key: string; readonly from: string; readonly isOfMember: boolean } {
  const { sql, key } = tableOf(scope.schema, select.table);
  const source = memberSource(select, scope);
  const isEntry = source && isOfEntry(source) && select.order.every(({ expr }) => source.column(expr) !== undefined);
  const isOfMember = source !== undefined;
  if (!isEntry) return { key: `${sql}.${key}`, from: rows(select, scope, '', source), isOfMember };
  return { key: source.key, from: entries(select, scope, source, source.members.sql), isOfMember };
}

function orderOf({ table, where, order }: Select, scope: Scope, source?: MemberSource): string {
  const { dialect } = scope.schema;
  const shape = tableOf(scope.schema, table);
  const terms = order.map(({ expr, descending, nulls }) => {
    const at = columnAt(expr, scope);
    const never =
      expr.kind === 'member' ||
      (expr.kind === 'column' && (shape.columns.get(expr.column)?.nullable === false || asksFor(where, expr.column)));
    const sorts =
      at === undefined ? operand(expr, scope) : { sql: source?.column(expr) ?? at.sql, type: at.column.type };
    return dialect.order(sorts, descending, never, at !== undefined, nulls);
  });
  return terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
}

/** `ofMembers`: a condition on the members of a list that are listed. */
function rows(select: Select, scope: Scope, joins: string, source: MemberSource | undefined, ofMembers?: Expr): string {
  const { dialect } = scope.schema;
  const shape = tableOf(scope.schema, select.table);
  if (source && !source.isOneOfTwo && (select.limit || select.order.length > 0)) {
    // The entries first, in their order: a page ends where it is full.
    const row = `${shape.sql}.${shape.key} = ${source.key}`;
    return entries(select, scope, source, `${dialect.oneByOne(source.members.sql, shape.sql, row)}${joins}`);
  }
  const rest = source ? source.rest : select.where === undefined ? [] : [select.where];
  const conditions = [
    ...(scope.ticks ? [dialect.tick(`${shape.sql}.${shape.key}`)] : []),
    ...(source ? [source.condition] : []),
    ...rest.map((item) => condition(item, scope)),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const by = orderOf(select, scope);
  const beside = source ? ` JOIN ${source.members.sql} ON ${source.key} = ${shape.sql}.${shape.key}` : '';
  const found = select.members
    ? membersOf(shape, select.members, conditions, scope.schema)
    : select.distinct
      ? alike(shape, select.distinct, where)
      : `${shape.sql}${beside}${joins}${where}`;
  const which = ofMembers ? ` WHERE ${condition(ofMembers, scope)}` : '';
  return `FROM ${found}${which}${by}${rangeOf(select, scope)}`;
}

function entries(select: Select, scope: Scope, source: MemberSource, from: string): string {
  const ticks = scope.ticks ? [scope.schema.dialect.tick(source.key)] : [];
  const rest = source.rest.map((item) => condition(item, scope));
  const where = [...ticks, source.condition, ...rest].join(' AND ');
  return `FROM ${from} WHERE ${where}${orderOf(select, scope, source)}${rangeOf(select, scope)}`;
}

function rangeOf(select: Select, scope: Scope): string {
  const limit = select.limit && value(select.limit, scope);
  const offset = select.offset && value(select.offset, scope);
  return limit === undefined && offset === undefined ? '' : scope.schema.dialect.range(limit, offset);
}

// Prints expressions and selects as SQL of the schema's dialect. Input: trees of sql/expression.ts. Output: text with numbered
// parameters and what is bound to them. A condition may come out null where it counts as false; a value of a condition never is.

import { WHITE_SPACE } from '../../base/text.ts';
import type { Expr } from '../../sql/expression.ts';
import { memberType, typeOf } from '../../sql/walk.ts';
import { balanced } from './balanced.ts';
import type { Operand } from './dialect.ts';
import { joinKey, keyed, isOneByKey, type Lookup, oneOfFew } from './keyed.ts';
import { shapeOfColumn, type ColumnShape, type TableShape } from './schema.ts';
import { aliasOf, MEMBERS, tableOf, type Scope } from './scope.ts';

export { columnOf, shapeOfColumn } from './schema.ts';
export { MEMBERS, scopeOf, tableOf, aliasOf, type Scope } from './scope.ts';
export { places, type Argument, type Places, type Printed } from './places.ts';

/** For WHERE and the like: null counts as false there. */
export function condition(expr: Expr, scope: Scope): string {
  const { dialect } = scope.schema;
  switch (expr.kind) {
    case 'true':
    case 'false':
      return dialect.truth(expr.kind === 'true');
    case 'and':
    case 'or': {
      if (expr.items.length === 0) return dialect.truth(expr.kind === 'and');
      const items = expr.items.map((item) => condition(item, scope));
      return `(${balanced(items, expr.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      // An index finds those without a value.
      if (expr.item.kind === 'is-set') return `(${value(expr.item.operand, scope)} IS NULL)`;
      return `(${condition(expr.item, scope)} IS NOT TRUE)`;
    case 'compare': {
      const byKey = keyed(expr, scope.schema);
      const [left, right] = comparable([byKey.left, byKey.right], scope);
      return dialect.compare(expr.operator, left!, right!);
    }
    case 'in': {
      // What is bound must be used in the statement.
      if (expr.values.length === 0) return dialect.truth(false);
      const [left, ...values] = comparable([expr.left, ...expr.values], scope);
      return dialect.oneOf(left!, values);
    }
    case 'is-blank': {
      const operand = value(expr.operand, scope);
      if (typeOf(expr.operand) !== 'text') return `(${operand} IS NULL)`;
      return dialect.isBlank(operand, () => scope.places.constant(WHITE_SPACE, 'text'));
    }
    case 'is-set':
      return `(${value(expr.operand, scope)} IS NOT NULL)`;
    case 'contains':
      return dialect.contains(value(expr.left, scope), value(expr.right, scope));
    case 'has':
      return has(expr, scope);
    case 'some': {
      const all = `(SELECT ${valueInside(expr, scope)}) AS ${aliasOf(expr.source, scope)}`;
      return `EXISTS (SELECT 1 FROM ${all} WHERE ${condition(expr.where, scope)})`;
    }
    case 'exists':
      return amongFew(expr, scope) ?? `EXISTS (SELECT 1 ${search(expr, scope)})`;
    default:
      return dialect.holds(operand(expr, scope));
  }
}

/** Undefined: asked of each row. */
function amongFew(expr: Extract<Expr, { kind: 'exists' }>, scope: Scope): string | undefined {
  const few =
    scope.among && scope.own && oneOfFew(expr, scope.own.shape, tableOf(scope.schema, expr.table), scope.among);
  if (!few) return undefined;
  const shape = tableOf(scope.schema, expr.table);
  const at = `${aliasOf(expr.alias, scope)}.${shapeOfColumn(shape, few.theirs).sql}`;
  const own = shapeOfColumn(scope.own!.shape, few.own).sql;
  return `(${scope.own!.name}.${own} IN (SELECT ${at} ${search({ ...expr, where: few.where }, scope)}))`;
}

function has({ left, right, scale }: Extract<Expr, { kind: 'has' }>, scope: Scope): string {
  const { dialect } = scope.schema;
  const sought = operand(right, scope);
  const type = memberType(sought.type);
  const each = dialect.members(value(left, scope), type, scale ?? 0);
  const like = type === 'text' ? dialect.text(sought, 0) : sought.sql;
  const isMember = `EXISTS (SELECT 1 FROM ${each.from} WHERE ${each.fits} AND ${each.value} = ${like})`;
  if (type !== 'text' || left.kind !== 'column') return isMember;
  // JSON in which nothing is escaped holds a text as it is: most lists need not be read.
  const whole = value(left, scope);
  const escapes = dialect.contains(whole, scope.places.constant('\\', 'text'));
  return `((${dialect.contains(whole, like)} OR ${escapes}) AND ${isMember})`;
}

/** Each value at a path, null where it is none of the type. */
function valueInside(expr: Extract<Expr, { kind: 'at' | 'some' }>, scope: Scope): string {
  const each = scope.schema.dialect.inside(value(expr.json, scope), expr.path, expr.type, expr.scale ?? 0);
  return `CASE WHEN ${each.fits} THEN ${each.value} END AS "value" FROM ${each.from}`;
}

export function operand(expr: Expr, scope: Scope): Operand {
  return { sql: value(expr, scope), type: typeOf(expr) };
}

/** As values; next to the column of a decimal as that column keeps them, so that an index serves the comparison. */
function comparable(exprs: readonly Expr[], scope: Scope): readonly Operand[] {
  const columns = exprs.map((expr) => (typeOf(expr) === 'decimal' ? columnAt(expr, scope) : undefined));
  const kept = columns.find((each) => each !== undefined)?.column;
  const differ = columns.some((each) => each !== undefined && each.column.scale !== kept?.scale);
  const others = exprs.every((expr) => typeOf(expr) === 'decimal');
  if (kept === undefined || differ || !others || scope.schema.dialect.decimals === 'scaled')
    return exprs.map((expr) => operand(expr, scope));
  return exprs.map((expr, place) => ({ sql: columns[place]?.sql ?? stored(expr, kept, scope), type: 'decimal' }));
}

function start(whole: string, most: number): string {
  return `CASE WHEN octet_length(${whole}) <= ${most} THEN ${whole} ELSE substr(${whole}, 1, ${most}) END`;
}

/** A column of what a statement answers, as a SqlValue. */
export function output(expr: Expr, scope: Scope): string {
  return value(expr, scope);
}

/** For values set and operands. */
export function value(expr: Expr, scope: Scope): string {
  const { dialect } = scope.schema;
  switch (expr.kind) {
    case 'column': {
      const at = columnAt(expr, scope);
      return at ? dialect.outOf(at.sql, at.column) : scope.places.name(`${expr.source}.${expr.column}`, expr.type);
    }
    case 'member':
      return `${expr.source === undefined ? MEMBERS : aliasOf(expr.source, scope)}."value"`;
    case 'literal':
      return dialect.literal(expr.value, expr.type, (each) => scope.places.constant(each, expr.type));
    case 'parameter':
      return scope.places.name(expr.name, expr.type);
    case 'true':
    case 'false':
    case 'exists':
      return condition(expr, scope);
    case 'case': {
      const branch = (each: Expr): string => dialect.convert(operand(each, scope), expr.type);
      const branches = expr.branches.map((each) => `WHEN ${condition(each.when, scope)} THEN ${branch(each.then)}`);
      if (branches.length === 0) return branch(expr.otherwise);
      return `CASE ${branches.join(' ')} ELSE ${branch(expr.otherwise)} END`;
    }
    case 'arithmetic': {
      const [left, right] = [value(expr.left, scope), value(expr.right, scope)];
      return dialect.compute(expr.operator, left, right, expr.type, expr.scale ?? 0);
    }
    case 'rescale':
      return dialect.rescale(value(expr.operand, scope), expr.from, expr.to);
    case 'concat':
      const parts = expr.parts.map((part) => dialect.text(operand(part, scope), 0));
      return `(${balanced(parts, ' || ') || "''"})`;
    case 'text':
      return shownText(expr, scope);
    case 'fold':
      return dialect.fold(value(expr.operand, scope));
    case 'start':
      return start(value(expr.operand, scope), expr.most);
    case 'octets':
      return `octet_length(${value(expr.operand, scope)})`;
    case 'later':
      return later(expr, scope);
    case 'shift':
      return dialect.shift(value(expr.instant, scope), expr.by);
    case 'rounds':
    case 'onward':
      return dialect[expr.kind](value(expr.from, scope), value(expr.to, scope), expr.by);
    case 'at':
    case 'count':
    case 'aggregate':
    case 'rows':
    case 'astray':
      return `(SELECT ${gathered(expr, scope)})`;
    case 'lookup':
      return lookup(expr, scope);
    default:
      return `(${condition(expr, scope)} IS TRUE)`;
  }
}

function shownText({ operand: of, scale = 0, encode }: Extract<Expr, { kind: 'text' }>, scope: Scope): string {
  const { dialect } = scope.schema;
  const shown = dialect.text(operand(of, scope), scale);
  return encode ? dialect.encode(shown) : shown;
}

function later(expr: Extract<Expr, { kind: 'later' }>, scope: Scope): string {
  const { dialect } = scope.schema;
  // An instant may be in a column of texts.
  const type = scope.own?.shape.columns.get(expr.column)?.type ?? 'instant';
  const before = dialect.convert({ sql: value({ kind: 'column', column: expr.column, type }, scope), type }, 'instant');
  const now = value(expr.now, scope);
  return `CASE WHEN ${before} >= ${now} THEN ${dialect.shift(before, 1)} ELSE ${now} END`;
}

/** A value as `column` keeps it: for what is written into it or compared with it. */
export function stored(expr: Expr, column: ColumnShape, scope: Scope): string {
  return scope.schema.dialect.into(operand(expr, scope), column);
}

/** Undefined: the expression is no column, or one of a row that is bound. */
export function columnAt(expr: Expr, scope: Scope): { readonly sql: string; readonly column: ColumnShape } | undefined {
  if (expr.kind !== 'column') return undefined;
  const { column: name, source } = expr;
  if (source !== undefined && source === scope.bound) return undefined;
  if (source === undefined && !scope.own) throw new Error(`the plan names the column ${name} where there is no row`);
  const shape = source === undefined ? scope.own?.shape : scope.sources.get(source);
  if (!shape) throw new Error(`the plan names ${source}.${name}, and nothing there is called ${source}`);
  const column = shapeOfColumn(shape, name);
  return { sql: `${source === undefined ? scope.own?.name : aliasOf(source, scope)}.${column.sql}`, column };
}

/** FROM and WHERE of a subquery over the rows of another table. */
function search(expr: { readonly table: string; readonly alias: string; readonly where: Expr }, scope: Scope): string {
  const shape = tableOf(scope.schema, expr.table);
  const { among: _, ...rest } = scope;
  const inner: Scope = { ...rest, sources: new Map(scope.sources).set(expr.alias, shape) };
  const alias = aliasOf(expr.alias, scope);
  return `FROM ${shape.sql} AS ${alias} WHERE ${isOneByKey(expr, shape) ? '' : ticking(shape, alias, scope)}${condition(expr.where, inner)}`;
}

/** The first condition, so that it sees the rows that the others exclude. */
function ticking(shape: TableShape, name: string, scope: Scope): string {
  return scope.ticks ? `${scope.schema.dialect.tick(`${name}.${shape.key}`)} AND ` : '';
}

function gathered(
  expr: Extract<Expr, { kind: 'at' | 'count' | 'aggregate' | 'rows' | 'astray' }>,
  scope: Scope,
): string {
  if (expr.kind === 'count' && expr.most !== undefined)
    return `count(*) FROM (SELECT 1 ${search(expr, scope)} LIMIT ${expr.most + 1}) AS "_counted"`;
  if (expr.kind === 'count') return `count(*) ${search(expr, scope)}`;
  if (expr.kind === 'at') return valueInside(expr, scope);
  if (expr.kind === 'astray') return astray(expr, scope);
  return expr.kind === 'rows' ? rows(expr, scope) : aggregate(expr, scope);
}

function rows(expr: Extract<Expr, { kind: 'rows' }>, scope: Scope): string {
  const { dialect } = scope.schema;
  const shape = tableOf(scope.schema, expr.table);
  const inner: Scope = { ...scope, sources: new Map(scope.sources).set(expr.alias, shape) };
  const columns = expr.columns.map((column) => dialect.text(operand(column, inner), 0));
  const order = expr.order.map((term) => dialect.order(operand(term.expr, inner), term.descending, false, false));
  return `${dialect.rows(columns, order.join(', '))} ${search(expr, scope)}`;
}

function astray(expr: Extract<Expr, { kind: 'astray' }>, scope: Scope): string {
  const { dialect } = scope.schema;
  const list = dialect.within(value(expr.list, scope), expr.path);
  const each = dialect.members(list, expr.type, 0);
  const member: Operand = { sql: `${MEMBERS}."value"`, type: expr.type };
  const all = `(SELECT DISTINCT ${each.value} AS "value" FROM ${each.from} WHERE ${each.fits}) AS ${MEMBERS}`;
  return `${dialect.rows([dialect.text(member, 0)], member.sql)} FROM ${all} WHERE NOT EXISTS (SELECT 1 ${search(expr, scope)})`;
}

function aggregate(expr: Extract<Expr, { kind: 'aggregate' }>, scope: Scope): string {
  const shape = tableOf(scope.schema, expr.table);
  const inner: Scope = { ...scope, sources: new Map(scope.sources).set(expr.alias, shape) };
  const each = operand(expr.operand, inner);
  return `${scope.schema.dialect.aggregate(expr.of, each)} ${search(expr, scope)}`;
}

function lookup(expr: Lookup, scope: Scope): string {
  const { dialect } = scope.schema;
  const shape = tableOf(scope.schema, expr.table);
  const joined = scope.joins?.get(joinKey(expr));
  if (joined !== undefined) {
    const column = shapeOfColumn(shape, expr.column);
    return dialect.outOf(`${joined}.${column.sql}`, column);
  }
  const alias = aliasOf(expr.alias, scope);
  const match = shapeOfColumn(shape, expr.match);
  const where = `${alias}.${match.sql} = ${stored(expr.value, match, scope)}`;
  const inner: Scope = { ...scope, sources: new Map(scope.sources).set(expr.alias, shape) };
  const also = expr.where === undefined ? '' : ` AND ${condition(expr.where, inner)}`;
  const ticks = expr.match === shape.table.rowKey ? '' : ticking(shape, alias, scope);
  const from = `FROM ${shape.sql} AS ${alias} WHERE ${ticks}${where}${also} LIMIT 1`;
  const column = shapeOfColumn(shape, expr.column);
  return `(SELECT ${dialect.outOf(`${alias}.${column.sql}`, column)} ${from})`;
}

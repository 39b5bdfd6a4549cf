// Prints expressions and selects as SQLite's SQL. In: trees of sql/expression.ts. Out: text with numbered parameters
// and what is bound to them. A condition may come out null where it counts as false; a value of a condition never is.

import { WHITE_SPACE } from '../../base/text.ts';
import type { Expr, Select, SqlValue } from '../../sql/expression.ts';
import { shiftInstant } from '../../sql/instants.ts';
import { typeOf } from '../../sql/walk.ts';
import { TICK_MASK } from './budget.ts';
import { quote } from './schema.ts';
import type { Schema, TableShape } from './schema.ts';

/** A value bound by its name, or one that never changes. */
export type Argument = { readonly name: string } | { readonly constant: SqlValue };

export interface Printed {
  readonly sql: string;
  readonly args: readonly Argument[];
}

/** Gives each name and each constant one number in the statement. */
export interface Places {
  readonly args: readonly Argument[];
  name(name: string): string;
  constant(value: SqlValue): string;
}

export function places(): Places {
  const args: Argument[] = [];
  const known = new Map<string, string>();
  return {
    args,
    name(name) {
      const place = known.get(name) ?? `?${args.push({ name })}`;
      known.set(name, place);
      return place;
    },
    constant: (constant) => `?${args.push({ constant })}`,
  };
}

/** Where an expression stands: whose columns it may name, and where its parameters go. */
export interface Scope {
  readonly schema: Schema;
  readonly places: Places;
  /** The statement's own table; undefined where there is no row, as in the values of an insert. */
  readonly own: { readonly shape: TableShape; readonly name: string } | undefined;
  /** Tables of enclosing subqueries by alias. */
  readonly sources: ReadonlyMap<string, TableShape>;
  /** Sources whose row is bound instead: `row` of a cascade. Columns print as the parameter `<source>.<column>`. */
  readonly bound?: string;
  /** Does the statement report the rows it visits? See budget.ts. */
  readonly ticks?: boolean;
}

export function scopeOf(schema: Schema, table: string, hasRow = true): Scope {
  const shape = tableOf(schema, table);
  return { schema, places: places(), own: hasRow ? { shape, name: shape.sql } : undefined, sources: new Map() };
}

export function tableOf(schema: Schema, table: string): TableShape {
  const shape = schema.get(table);
  if (!shape) throw new Error(`the plan names a table ${table} that it does not store`);
  return shape;
}

/** For WHERE and the like: null counts as false there. */
export function condition(expr: Expr, scope: Scope): string {
  switch (expr.kind) {
    case 'true':
      return '1';
    case 'false':
      return '0';
    case 'and':
    case 'or': {
      if (expr.items.length === 0) return expr.kind === 'and' ? '1' : '0';
      const items = expr.items.map((item) => condition(item, scope));
      return `(${balanced(items, expr.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'not':
      return `(${condition(expr.item, scope)} IS NOT TRUE)`;
    case 'compare':
      return `(${value(expr.left, scope)} ${expr.operator} ${value(expr.right, scope)})`;
    case 'in':
      return `(${value(expr.left, scope)} IN (${expr.values.map((each) => value(each, scope)).join(', ')}))`;
    case 'is-blank': {
      const operand = value(expr.operand, scope);
      if (typeOf(expr.operand) !== 'text') return `(${operand} IS NULL)`;
      return `(coalesce(trim(${operand}, ${scope.places.constant(WHITE_SPACE)}), '') = '')`;
    }
    case 'is-set':
      return `(${value(expr.operand, scope)} IS NOT NULL)`;
    case 'contains':
      return `(instr(${value(expr.left, scope)}, ${value(expr.right, scope)}) > 0)`;
    case 'has':
      return membership(expr, scope);
    case 'exists':
      return `EXISTS (SELECT 1 ${search(expr, scope)})`;
    default:
      return value(expr, scope);
  }
}

/** SQLite reads a chain as a tree as deep as the chain is long, and takes none that is deeper than 1000. */
const CHAIN = 50;

function balanced(items: readonly string[], operator: string): string {
  if (items.length <= CHAIN) return items.join(operator);
  const middle = items.length >> 1;
  const [left, right] = [items.slice(0, middle), items.slice(middle)];
  return `(${balanced(left, operator)})${operator}(${balanced(right, operator)})`;
}

/** For columns answered, values set and operands. */
export function value(expr: Expr, scope: Scope): string {
  switch (expr.kind) {
    case 'column':
      return column(expr.column, expr.source, scope);
    case 'literal':
      return literal(expr.value, scope);
    case 'parameter':
      return scope.places.name(expr.name);
    case 'true':
    case 'false':
    case 'exists':
      return condition(expr, scope);
    case 'case': {
      const branches = expr.branches.map(
        (each) => `WHEN ${condition(each.when, scope)} THEN ${value(each.then, scope)}`,
      );
      if (branches.length === 0) return value(expr.otherwise, scope);
      return `CASE ${branches.join(' ')} ELSE ${value(expr.otherwise, scope)} END`;
    }
    case 'arithmetic': {
      const operands = `${value(expr.left, scope)}, ${value(expr.right, scope)}`;
      return `ninefold_reckon('${expr.operator}', ${operands}, ${expr.type === 'real' ? 1 : 0}, ${expr.scale ?? 0})`;
    }
    case 'rescale':
      return `ninefold_rescale(${value(expr.operand, scope)}, ${expr.from}, ${expr.to})`;
    case 'concat':
      const parts = expr.parts.map((part) => text(part, 0, scope));
      return `(${balanced(parts, ' || ') || "''"})`;
    case 'text': {
      const shown = text(expr.operand, expr.scale ?? 0, scope);
      return expr.encode ? `ninefold_encode(${shown})` : shown;
    }
    case 'later': {
      const before = column(expr.column, undefined, scope);
      const now = value(expr.now, scope);
      return `CASE WHEN ${before} >= ${now} THEN ${shifted(before, 1)} ELSE ${now} END`;
    }
    case 'shift':
      return shifted(value(expr.instant, scope), expr.by);
    case 'count':
      return `(SELECT count(*) ${search(expr, scope)})`;
    case 'lookup':
      return lookup(expr, scope);
    default:
      return `(${condition(expr, scope)} IS TRUE)`;
  }
}

function column(name: string, source: string | undefined, scope: Scope): string {
  if (source !== undefined && source === scope.bound) return scope.places.name(`${source}.${name}`);
  if (source === undefined) {
    if (!scope.own) throw new Error(`the plan names the column ${name} where there is no row`);
    return `${scope.own.name}.${columnOf(scope.own.shape, name)}`;
  }
  const shape = scope.sources.get(source);
  if (!shape) throw new Error(`the plan names ${source}.${name}, and nothing there is called ${source}`);
  return `${quote(source)}.${columnOf(shape, name)}`;
}

export function columnOf(shape: TableShape, name: string): string {
  const column = shape.columns.get(name);
  if (!column) throw new Error(`the plan names a column ${name} that ${shape.table.name} does not store`);
  return column.sql;
}

/** What the text of a statement could not hold exactly is bound: reals, big integers, texts with NUL. */
function literal(given: Extract<Expr, { kind: 'literal' }>['value'], scope: Scope): string {
  if (given === null) return 'NULL';
  if (typeof given === 'object') return scope.places.constant(BigInt(given.bigint));
  if (typeof given === 'number') return Number.isSafeInteger(given) ? String(given) : scope.places.constant(given);
  return given.includes('\0') ? scope.places.constant(given) : `'${given.replaceAll("'", "''")}'`;
}

function membership(expr: Extract<Expr, { kind: 'has' }>, scope: Scope): string {
  const right = value(expr.right, scope);
  const type = typeOf(expr.right);
  const each = '"_each"';
  // `->` gives the digits as they stand in the text: no double between them and the decimal.
  const fits = {
    boolean: `${each}.type IN ('true', 'false') AND ${each}.value = ${right}`,
    integer: `${each}.type IN ('integer', 'real') AND ${each}.value = ${right}`,
    real: `${each}.type IN ('integer', 'real') AND ${each}.value = ${right}`,
    decimal: `${each}.type IN ('integer', 'real') AND ninefold_scaled(${each}.json -> ${each}.fullkey, ${expr.scale ?? 0}) = ${right}`,
    text: `${each}.type = 'text' AND ${each}.value = ${right}`,
  };
  const fit = type in fits ? fits[type as keyof typeof fits] : fits.text;
  return `EXISTS (SELECT 1 FROM json_each(${value(expr.left, scope)}) AS ${each} WHERE ${fit})`;
}

/** True; stands first, so that it sees the rows that the other conditions turn away. */
function tick(shape: TableShape, name: string): string {
  return `((${name}.${shape.key} & ${TICK_MASK}) <> 0 OR ninefold_tick())`;
}

/** FROM and WHERE of a subquery over the rows of another table. */
function search(expr: { readonly table: string; readonly alias: string; readonly where: Expr }, scope: Scope): string {
  const shape = tableOf(scope.schema, expr.table);
  const inner: Scope = { ...scope, sources: new Map(scope.sources).set(expr.alias, shape) };
  const alias = quote(expr.alias);
  const ticking = scope.ticks ? `${tick(shape, alias)} AND ` : '';
  return `FROM ${shape.sql} AS ${alias} WHERE ${ticking}${condition(expr.where, inner)}`;
}

function lookup(expr: Extract<Expr, { kind: 'lookup' }>, scope: Scope): string {
  const shape = tableOf(scope.schema, expr.table);
  const alias = quote(expr.alias);
  const where = `${alias}.${columnOf(shape, expr.match)} = ${value(expr.value, scope)}`;
  const inner: Scope = { ...scope, sources: new Map(scope.sources).set(expr.alias, shape) };
  const also = expr.where === undefined ? '' : ` AND ${condition(expr.where, inner)}`;
  const ticking = scope.ticks ? `${tick(shape, alias)} AND ` : '';
  const from = `FROM ${shape.sql} AS ${alias} WHERE ${ticking}${where}${also} LIMIT 1`;
  return `(SELECT ${alias}.${columnOf(shape, expr.column)} ${from})`;
}

function text(expr: Expr, scale: number, scope: Scope): string {
  const given = value(expr, scope);
  switch (typeOf(expr)) {
    case 'boolean':
      return `CASE ${given} WHEN 0 THEN 'false' WHEN 1 THEN 'true' END`;
    case 'decimal':
      return `ninefold_decimal(${given}, ${scale})`;
    // A number is bound as a double: `5.0`.
    case 'integer':
      return `ninefold_decimal(${given}, 0)`;
    case 'real':
      return `ninefold_number(${given})`;
    default:
      return given;
  }
}

function shifted(instant: string, milliseconds: number): string {
  const seconds = `${milliseconds < 0 ? '-' : '+'}${(Math.abs(milliseconds) / 1000).toFixed(3)}`;
  const moved = `strftime('%Y-%m-%dT%H:%M:%fZ', ${instant}, '${seconds} seconds')`;
  if (milliseconds >= 0) return moved;
  // SQLite ends at the year 9999, but goes on below the year 0.
  const first = shiftInstant('0000-01-01T00:00:00.000Z', -milliseconds);
  // What is bound must stand in the statement, even where nothing can come of it.
  return first === null ? `nullif(${instant}, ${instant})` : `CASE WHEN ${instant} >= '${first}' THEN ${moved} END`;
}

/** FROM to OFFSET; the columns stand before it. */
export function selection(select: Select, scope: Scope): string {
  const shape = tableOf(scope.schema, select.table);
  const conditions = [
    ...(scope.ticks ? [tick(shape, shape.sql)] : []),
    ...(select.where === undefined ? [] : [condition(select.where, scope)]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const order = select.order.map((term) => {
    const sorts = value(term.expr, scope);
    if (term.descending) return `${sorts} DESC`;
    // Ascending, SQLite puts nulls first; said only where there can be some: it keeps an index from being used.
    const never = term.expr.kind === 'column' && shape.columns.get(term.expr.column)?.nullable === false;
    return never ? sorts : `${sorts} NULLS LAST`;
  });
  const by = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
  return `FROM ${shape.sql}${where}${by}${range(select, scope)}`;
}

function range(select: Select, scope: Scope): string {
  if (!select.limit && !select.offset) return '';
  const limit = select.limit ? `coalesce(${value(select.limit, scope)}, -1)` : '-1';
  const offset = select.offset ? ` OFFSET coalesce(${value(select.offset, scope)}, 0)` : '';
  return ` LIMIT ${limit}${offset}`;
}

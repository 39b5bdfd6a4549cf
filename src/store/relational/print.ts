// Prints expressions and selects as SQL of the schema's dialect. Input: trees of sql/expression.ts. Output: text with numbered
// parameters and what is bound to them. A condition may come out null where it counts as false; a value of a condition never is.

import { WHITE_SPACE } from '../../base/text.ts';
import type { Expr, Select, SqlType, SqlValue } from '../../sql/expression.ts';
import { typeOf } from '../../sql/walk.ts';
import type { Dialect, Operand } from './dialect.ts';
import { quote, shapeOfColumn } from './schema.ts';
import type { ColumnShape, Schema, TableShape } from './schema.ts';

/** A value bound by its name, or one that never changes. `type`: as what it is bound. */
export type Argument =
  | { readonly name: string; readonly type: SqlType }
  | { readonly constant: SqlValue; readonly type: SqlType };

export interface Printed {
  readonly sql: string;
  readonly args: readonly Argument[];
}

/** Gives each name and each constant one number in the statement. The type left out: a row key's. */
export interface Places {
  readonly args: readonly Argument[];
  name(name: string, type?: SqlType): string;
  constant(value: SqlValue, type: SqlType): string;
}

export function places(dialect: Dialect): Places {
  const args: Argument[] = [];
  const known = new Map<string, string>();
  return {
    args,
    name(name, type = 'integer') {
      const key = JSON.stringify([name, dialect.castOf(type)]);
      const place = known.get(key) ?? dialect.place(args.push({ name, type }), type);
      known.set(key, place);
      return place;
    },
    constant: (constant, type) => dialect.place(args.push({ constant, type }), type),
  };
}

export { columnOf, shapeOfColumn } from './schema.ts';

/** The place of an expression: whose columns it may name, and where its parameters go. */
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

export function scopeOf(schema: Schema, table: string | undefined, hasRow = true): Scope {
  const shape = table === undefined ? undefined : tableOf(schema, table);
  const own = shape && hasRow ? { shape, name: shape.sql } : undefined;
  return { schema, places: places(schema.dialect), own, sources: new Map() };
}

export function tableOf(schema: Schema, table: string): TableShape {
  const shape = schema.get(table);
  if (!shape) throw new Error(`the plan names a table ${table} that it does not store`);
  return shape;
}

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
      return `(${condition(expr.item, scope)} IS NOT TRUE)`;
    case 'compare': {
      const [left, right] = comparable([expr.left, expr.right], scope);
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
      return dialect.has(value(expr.left, scope), operand(expr.right, scope), expr.scale ?? 0);
    case 'exists':
      return `EXISTS (SELECT 1 ${search(expr, scope)})`;
    default:
      return dialect.holds(operand(expr, scope));
  }
}

function operand(expr: Expr, scope: Scope): Operand {
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

/** SQLite reads a chain as a tree as deep as the chain is long, and takes none that is deeper than 1000. */
const CHAIN = 50;

export function balanced(items: readonly string[], operator: string): string {
  if (items.length <= CHAIN) return items.join(operator);
  const middle = items.length >> 1;
  const [left, right] = [items.slice(0, middle), items.slice(middle)];
  return `(${balanced(left, operator)})${operator}(${balanced(right, operator)})`;
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
      return at === undefined ? boundColumn(expr, scope) : dialect.outOf(at.sql, at.column);
    }
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
    case 'text': {
      const shown = dialect.text(operand(expr.operand, scope), expr.scale ?? 0);
      return expr.encode ? dialect.encode(shown) : shown;
    }
    case 'start': {
      const [whole, most] = [value(expr.operand, scope), expr.most];
      return `CASE WHEN octet_length(${whole}) <= ${most} THEN ${whole} ELSE substr(${whole}, 1, ${most}) END`;
    }
    case 'octets':
      return `octet_length(${value(expr.operand, scope)})`;
    case 'later':
      return later(expr, scope);
    case 'shift':
      return dialect.shift(value(expr.instant, scope), expr.by);
    case 'rounds':
    case 'onward':
      return dialect[expr.kind](value(expr.from, scope), value(expr.to, scope), expr.by);
    case 'count':
      return `(SELECT count(*) ${search(expr, scope)})`;
    case 'lookup':
      return lookup(expr, scope);
    default:
      return `(${condition(expr, scope)} IS TRUE)`;
  }
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

type ColumnExpr = Extract<Expr, { kind: 'column' }>;

/** Undefined: the expression is no column, or one of a row that is bound. */
function columnAt(expr: Expr, scope: Scope): { readonly sql: string; readonly column: ColumnShape } | undefined {
  if (expr.kind !== 'column') return undefined;
  const { column: name, source } = expr;
  if (source !== undefined && source === scope.bound) return undefined;
  if (source === undefined && !scope.own) throw new Error(`the plan names the column ${name} where there is no row`);
  const shape = source === undefined ? scope.own?.shape : scope.sources.get(source);
  if (!shape) throw new Error(`the plan names ${source}.${name}, and nothing there is called ${source}`);
  const column = shapeOfColumn(shape, name);
  return { sql: `${source === undefined ? scope.own?.name : aliasOf(source, scope)}.${column.sql}`, column };
}

function boundColumn(expr: ColumnExpr, scope: Scope): string {
  return scope.places.name(`${expr.source}.${expr.column}`, expr.type);
}

/** The alias of a row, as no resource is called: to SQLite `r1` and a table `R1` are one name. */
export function aliasOf(alias: string, { schema }: Pick<Scope, 'schema'>): string {
  return quote(schema.dialect.legalName(`_${alias}`));
}

/** FROM and WHERE of a subquery over the rows of another table. */
function search(expr: { readonly table: string; readonly alias: string; readonly where: Expr }, scope: Scope): string {
  const shape = tableOf(scope.schema, expr.table);
  const inner: Scope = { ...scope, sources: new Map(scope.sources).set(expr.alias, shape) };
  const alias = aliasOf(expr.alias, scope);
  return `FROM ${shape.sql} AS ${alias} WHERE ${ticking(shape, alias, scope)}${condition(expr.where, inner)}`;
}

/** The first condition, so that it sees the rows that the others exclude. */
function ticking(shape: TableShape, name: string, scope: Scope): string {
  return scope.ticks ? `${scope.schema.dialect.tick(`${name}.${shape.key}`)} AND ` : '';
}

function lookup(expr: Extract<Expr, { kind: 'lookup' }>, scope: Scope): string {
  const { dialect } = scope.schema;
  const shape = tableOf(scope.schema, expr.table);
  const alias = aliasOf(expr.alias, scope);
  const match = shapeOfColumn(shape, expr.match);
  const where = `${alias}.${match.sql} = ${stored(expr.value, match, scope)}`;
  const inner: Scope = { ...scope, sources: new Map(scope.sources).set(expr.alias, shape) };
  const also = expr.where === undefined ? '' : ` AND ${condition(expr.where, inner)}`;
  const from = `FROM ${shape.sql} AS ${alias} WHERE ${ticking(shape, alias, scope)}${where}${also} LIMIT 1`;
  const column = shapeOfColumn(shape, expr.column);
  return `(SELECT ${dialect.outOf(`${alias}.${column.sql}`, column)} ${from})`;
}

/** Does a row need a value there to be found at all? */
function asksFor(where: Expr | undefined, column: string): boolean {
  if (where?.kind === 'and') return where.items.some((item) => asksFor(item, column));
  const operand = where?.kind === 'is-set' ? where.operand : undefined;
  return operand?.kind === 'column' && operand.column === column && operand.source === undefined;
}

/** Goes by the name of the table, so that its columns are called as they are there. */
function alike(shape: TableShape, columns: readonly string[], where: string): string {
  const named = columns.map((column) => `${shape.sql}.${shapeOfColumn(shape, column).sql}`);
  return `(SELECT DISTINCT ${named.join(', ')} FROM ${shape.sql}${where}) AS ${shape.sql}`;
}

/** FROM to OFFSET; the columns come before it. */
export function selection(select: Select, scope: Scope): string {
  const { dialect } = scope.schema;
  const shape = tableOf(scope.schema, select.table);
  const conditions = [
    ...(scope.ticks ? [dialect.tick(`${shape.sql}.${shape.key}`)] : []),
    ...(select.where === undefined ? [] : [condition(select.where, scope)]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const order = select.order.map(({ expr, descending }) => {
    const at = columnAt(expr, scope);
    const never =
      expr.kind === 'column' &&
      (shape.columns.get(expr.column)?.nullable === false || asksFor(select.where, expr.column));
    const sorts = at === undefined ? operand(expr, scope) : { sql: at.sql, type: at.column.type };
    return dialect.order(sorts, descending, never, at !== undefined);
  });
  const by = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
  const limit = select.limit && value(select.limit, scope);
  const offset = select.offset && value(select.offset, scope);
  const range = limit === undefined && offset === undefined ? '' : dialect.range(limit, offset);
  return `FROM ${select.distinct ? alike(shape, select.distinct, where) : `${shape.sql}${where}`}${by}${range}`;
}

// The tables of a plan as an engine knows them. Input: plan.storage, the engine's dialect. Output: quoted names, the statements
// that make them, and the cause that a violated index means. They are real tables with
// typed columns named after the fields, so that any SQL tool can read them.

import type { Column, Table, UniqueIndex } from '../../plan/plan.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Dialect, Kept } from './dialect.ts';

export interface TableShape {
  readonly table: Table;
  readonly dialect: Dialect;
  /** As the engine knows it, bare and quoted. */
  readonly name: string;
  readonly sql: string;
  /** The row key's column, quoted. */
  readonly key: string;
  readonly columns: ReadonlyMap<string, ColumnShape>;
  readonly unique: readonly UniqueShape[];
}

export interface ColumnShape extends Kept {
  /** Quoted. */
  readonly sql: string;
  /** Its type in the engine's words. */
  readonly as: string;
  readonly nullable: boolean;
  /** May hold integers beyond 2^53. */
  readonly big: boolean;
}

export interface UniqueShape {
  readonly index: UniqueIndex;
  /** Of the index, as the engine knows it. */
  readonly name: string;
  readonly create: string;
  /** What must differ from row to row, as SQL. */
  readonly terms: readonly string[];
  /** The same of another value for one of its columns. */
  term(sql: string, column: string): string;
  /** Rows that hold no key: quoted columns of states, and those states as literals. */
  readonly except: readonly { readonly sql: string; readonly states: readonly string[] }[];
  /** What SQLite says of a row that violates it. */
  readonly violation: string;
}

export interface Schema extends ReadonlyMap<string, TableShape> {
  readonly dialect: Dialect;
}

class Shapes extends Map<string, TableShape> implements Schema {
  readonly dialect: Dialect;
  constructor(dialect: Dialect, shapes: readonly TableShape[]) {
    super(shapes.map((shape) => [shape.table.name, shape]));
    this.dialect = dialect;
  }
}

export const VERSION = '_version';

export function schemaOf(tables: readonly Table[], dialect: Dialect): Schema {
  const names = distinct(
    tables.map((table) => table.name),
    dialect,
  );
  const shapes = tables.map((table, place) => shapeOf(table, names[place] ?? table.name, dialect));
  return new Shapes(dialect, shapes);
}

/** Of names that the engine takes for the same one, the later gets a number behind it. */
function distinct(names: readonly string[], dialect: Dialect): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    // No engine takes U+0000 in a name; Markdown shows this in its place.
    const legal = dialect.legalName(name.replaceAll('\0', '\ufffd'));
    let free = legal;
    for (let n = 2; taken.has(dialect.sameName(free)); n++) free = dialect.legalName(`${legal}_${n}`);
    taken.add(dialect.sameName(free));
    return free;
  });
}

/** Texts that the document keeps short, lists of words among them, are known to be. */
export function bytesOf({ type, rule }: Column): number {
  if (type !== 'text' && type !== 'json') return 8;
  const { maxLength, enum: words } = rule?.schema ?? {};
  if (Array.isArray(words)) return Math.max(0, ...words.map((word) => 4 * String(word).length));
  return typeof maxLength === 'number' ? 4 * maxLength : Infinity;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function shapeOf(table: Table, name: string, dialect: Dialect): TableShape {
  const fields = table.columns.filter((column) => column.name !== table.rowKey && column.name !== VERSION);
  const names = [table.rowKey, VERSION, ...fields.map((column) => column.name)];
  const physical = distinct(names, dialect);
  const columns = new Map<string, ColumnShape>();
  for (const [place, field] of names.entries()) {
    const column: Column = fields[place - 2] ?? { name: field, type: 'integer', nullable: false };
    const { type, nullable, scale = 0 } = column;
    const big = place >= 2 && (type === 'integer' || type === 'decimal');
    const kept = { type, scale, bytes: bytesOf(column) };
    columns.set(field, { ...kept, sql: quote(physical[place] ?? field), as: dialect.columnType(kept), nullable, big });
  }
  const bare = new Map(names.map((field, place) => [field, physical[place] ?? field]));
  const key = quote(physical[0] ?? table.rowKey);
  const shape = { table, dialect, name, sql: quote(name), key, columns };
  const wordOf = ({ columns: of, ignoringCase }: UniqueIndex): string =>
    `${name} unique ${of.map((column) => bare.get(column) ?? column).join(', ')}${ignoringCase ? ' ignoring case' : ''}`;
  // A field may be called `a, b`.
  const indexes = distinct(table.unique.map(wordOf), dialect);
  return { ...shape, unique: table.unique.map((index, place) => uniqueShape(index, indexes[place]!, shape, bare)) };
}

function uniqueShape(
  index: UniqueIndex,
  name: string,
  { name: table, dialect, columns: shapes }: Omit<TableShape, 'unique'>,
  bare: ReadonlyMap<string, string>,
): UniqueShape {
  const columns = index.columns.map((column) => bare.get(column) ?? column);
  const term = (sql: string, column: string): string => {
    const kept = shapes.get(column);
    if (!kept) throw new Error(`a unique index names a column ${column} that ${table} does not store`);
    return dialect.uniqueTerm(sql, kept, index.ignoringCase, columns.length);
  };
  const terms = index.columns.map((column, place) => term(quote(columns[place] ?? column), column));
  const except = (index.except ?? []).map(({ column, states }) => ({
    sql: quote(bare.get(column) ?? column),
    states: stateLiterals(states, dialect),
  }));
  return {
    index,
    name,
    terms,
    term,
    create: `CREATE UNIQUE INDEX ${quote(name)} ON ${quote(table)} (${terms.join(', ')})${where(except)}`,
    except,
    violation: index.ignoringCase ? `index '${name}'` : columns.map((column) => `${table}.${column}`).join(', '),
  };
}

function where(except: UniqueShape['except']): string {
  const conditions = holdsKey({ except });
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
}

/** True of a row that holds its key; `prefix`: the alias of its table and a dot. */
export function holdsKey({ except }: Pick<UniqueShape, 'except'>, prefix = ''): readonly string[] {
  return except.map(({ sql, states }) => `(${prefix}${sql} IS NULL OR ${prefix}${sql} NOT IN (${states.join(', ')}))`);
}

/** An index takes no parameters. */
const octets = (state: SqlValue): string => `CAST(x'${Buffer.from(String(state)).toString('hex')}' AS TEXT)`;

/** As a column keeps them. */
export function stateLiterals(states: readonly string[], dialect: Dialect): readonly string[] {
  return states.map((state) => dialect.literal(state, 'text', octets));
}

export function columnDefinition(column: ColumnShape): string {
  return `${column.sql} ${column.as}${column.nullable ? '' : ' NOT NULL'}`;
}

/** The row key first, the version behind the fields. `name` (quoted) makes it under another name. */
export function createTable(shape: TableShape, name: string = shape.sql): string {
  const fields = [...shape.columns].filter(([field]) => field !== shape.table.rowKey && field !== VERSION);
  const version = shape.columns.get(VERSION);
  const lines = [
    `${shape.key} ${shape.dialect.rowKeyType}`,
    ...fields.map(([, column]) => columnDefinition(column)),
    ...(version ? [`${columnDefinition(version)} DEFAULT 1`] : []),
  ];
  return `CREATE TABLE ${name} (${lines.join(', ')})${shape.dialect.tableOptions}`;
}

export function columnOf(shape: TableShape, name: string): string {
  return shapeOfColumn(shape, name).sql;
}

export function shapeOfColumn(shape: TableShape, name: string): ColumnShape {
  const column = shape.columns.get(name);
  if (!column) throw new Error(`the plan names a column ${name} that ${shape.table.name} does not store`);
  return column;
}

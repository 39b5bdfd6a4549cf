// The tables of a plan as SQLite knows them. In: plan.storage. Out: quoted names, the statements that make them, and
// which cause a violated index stands for. Design, section 6: real tables with typed columns named after the fields.

import type { Column, Table, UniqueIndex } from '../../plan/plan.ts';
import type { SqlType } from '../../sql/expression.ts';

export interface TableShape {
  readonly table: Table;
  /** As SQLite knows it, bare and quoted. */
  readonly name: string;
  readonly sql: string;
  /** The row key's column, quoted. */
  readonly key: string;
  readonly columns: ReadonlyMap<string, ColumnShape>;
  readonly unique: readonly UniqueShape[];
}

export interface ColumnShape {
  /** Quoted. */
  readonly sql: string;
  readonly type: SqlType;
  readonly nullable: boolean;
  /** May hold integers beyond 2^53. */
  readonly big: boolean;
}

export interface UniqueShape {
  readonly index: UniqueIndex;
  readonly create: string;
  /** What must differ from row to row, as SQL. */
  readonly terms: readonly string[];
  /** What SQLite says of a row that violates it. */
  readonly violation: string;
}

export type Schema = ReadonlyMap<string, TableShape>;

export const VERSION = '_version';

/** The fold that makes texts equal ignoring case; `functions.ts` gives it to every connection. */
const FOLD = 'ninefold_fold';

export function schemaOf(tables: readonly Table[]): Schema {
  const names = distinct(tables.map((table) => table.name));
  return new Map(tables.map((table, place) => [table.name, shapeOf(table, names[place] ?? table.name)]));
}

/** SQLite takes names that differ only in case for the same one: the later gets a number behind it. */
function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const legal = /^sqlite_/i.test(name) ? `_${name}` : name;
    let free = legal;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${legal}_${n}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function shapeOf(table: Table, name: string): TableShape {
  const fields = table.columns.filter((column) => column.name !== table.rowKey && column.name !== VERSION);
  const names = [table.rowKey, VERSION, ...fields.map((column) => column.name)];
  const physical = distinct(names);
  const columns = new Map<string, ColumnShape>();
  for (const [place, field] of names.entries()) {
    const column: Column = fields[place - 2] ?? { name: field, type: 'integer', nullable: false };
    const big = place >= 2 && (column.type === 'integer' || column.type === 'decimal');
    columns.set(field, { sql: quote(physical[place] ?? field), type: column.type, nullable: column.nullable, big });
  }
  const bare = new Map(names.map((field, place) => [field, physical[place] ?? field]));
  const unique = table.unique.map((index) => uniqueShape(index, name, bare));
  return { table, name, sql: quote(name), key: quote(physical[0] ?? table.rowKey), columns, unique };
}

function uniqueShape(index: UniqueIndex, table: string, bare: ReadonlyMap<string, string>): UniqueShape {
  const columns = index.columns.map((column) => bare.get(column) ?? column);
  const name = `${table} unique ${columns.join(', ')}${index.ignoringCase ? ' ignoring case' : ''}`;
  const terms = columns.map((column) => (index.ignoringCase ? `${FOLD}(${quote(column)})` : quote(column)));
  return {
    index,
    terms,
    create: `CREATE UNIQUE INDEX ${quote(name)} ON ${quote(table)} (${terms.join(', ')})`,
    violation: index.ignoringCase ? `index '${name}'` : columns.map((column) => `${table}.${column}`).join(', '),
  };
}

const TYPES: Readonly<Record<SqlType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  decimal: 'INTEGER',
  instant: 'TEXT',
  date: 'TEXT',
  json: 'TEXT',
};

export function columnDefinition(column: ColumnShape): string {
  return `${column.sql} ${TYPES[column.type]}${column.nullable ? '' : ' NOT NULL'}`;
}

/** The row key first, the version behind the fields. `name` (quoted) makes it under another name. */
export function createTable(shape: TableShape, name: string = shape.sql): string {
  const fields = [...shape.columns].filter(([field]) => field !== shape.table.rowKey && field !== VERSION);
  const version = shape.columns.get(VERSION)?.sql ?? quote(VERSION);
  const lines = [
    `${shape.key} INTEGER PRIMARY KEY AUTOINCREMENT`,
    ...fields.map(([, column]) => columnDefinition(column)),
    `${version} INTEGER NOT NULL DEFAULT 1`,
  ];
  return `CREATE TABLE ${name} (${lines.join(', ')}) STRICT`;
}

/** Indexes for look-ups and orders; those that the row key or a unique index already serves are left out. */
export function createIndexes(shape: TableShape): readonly string[] {
  const column = (field: string): string => shape.columns.get(field)?.sql ?? quote(field);
  const served = new Set([shape.table.rowKey]);
  for (const { index } of shape.unique) if (!index.ignoringCase) served.add(index.columns.join('\0'));
  const statements: string[] = [];
  for (const columns of shape.table.indexes) {
    const key = columns.join('\0');
    if (served.has(key)) continue;
    served.add(key);
    const name = quote(`${shape.name} by ${columns.map(column).join(', ')}`);
    statements.push(`CREATE INDEX ${name} ON ${shape.sql} (${columns.map(column).join(', ')})`);
  }
  return statements;
}

// Brings what is stored to the tables of the plan. In: an open database and the wanted schema. Out: additive changes are
// applied in one transaction; for anything else CannotOpen, with one sentence naming the tables, what differs and the
// rows at stake, and nothing is touched. Design, section 6; decision 0006. A table without rows has nothing at stake.

import type { DatabaseSync } from 'node:sqlite';
import type { Table } from '../../plan/plan.ts';
import { integer } from '../../sql/exact.ts';
import { CannotOpen } from '../store.ts';
import type { Fits, Stored } from '../store.ts';
import { changesOf } from './changes.ts';
import type { AtStake, Judging } from './changes.ts';
import { isUniqueViolation } from './faults.ts';
import { columnDefinition, createIndexes, createTable, quote, schemaOf } from './schema.ts';
import type { Schema, TableShape } from './schema.ts';
import { withUndecided } from './undecided.ts';

/** Raised when a file of this version could not be read by the one before. */
export const FORMAT = 1;

/** `9fld`: tells our files from other SQLite files. https://www.sqlite.org/pragma.html#pragma_application_id */
export const APPLICATION = 0x39666c64;

export function migrate(database: DatabaseSync, schema: Schema, fits: Fits | undefined): void {
  const known = storedBefore(database);
  const tables = withUndecided(
    [...schema.values()].map((shape) => shape.table),
    known?.tables ?? [],
  );
  if (known && JSON.stringify(known.tables) === JSON.stringify(tables)) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const judging = { fits, knowsReferences: known?.rules === true };
    const kept = known ? alter(database, schemaOf(known.tables), schemaOf(tables), judging) : create(database, schema);
    const stored: Stored = { tables: [...tables, ...kept], rules: true };
    database.prepare(`INSERT OR REPLACE INTO _ninefold VALUES ('stored', ?)`).run(JSON.stringify(stored));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Undefined: the file is new. */
function storedBefore(database: DatabaseSync): Stored | undefined {
  if (!database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '_ninefold'`).get()) return undefined;
  const row = database.prepare(`SELECT value FROM _ninefold WHERE key = 'stored'`).get();
  return JSON.parse(String(row?.['value'])) as Stored;
}

function create(database: DatabaseSync, schema: Schema): readonly Table[] {
  database.exec(`PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${FORMAT}`);
  database.exec('CREATE TABLE _ninefold (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  for (const shape of schema.values()) createAll(database, shape);
  return [];
}

function createAll(database: DatabaseSync, shape: TableShape): void {
  for (const statement of [createTable(shape), ...indexesOf(shape)]) database.exec(statement);
}

function indexesOf(shape: TableShape): readonly string[] {
  return [...shape.unique.map((unique) => unique.create), ...createIndexes(shape)];
}

/** Answers the tables that the document no longer names; they are empty, and stay for their keys' sake. */
function alter(database: DatabaseSync, before: Schema, after: Schema, judging: Judging): readonly Table[] {
  const kept: Table[] = [];
  const standing: string[] = [];
  const names = new Set([...after.values()].map((shape) => shape.name.toLowerCase()));
  for (const shape of before.values()) {
    if (after.has(shape.table.name)) continue;
    const rows = count(database, shape, '1');
    if (rows > 0) standing.push(said(shape, 'the document does not name it any more', rows));
    // SQLite takes it for the same name as one that the document has.
    else if (names.has(shape.name.toLowerCase())) database.exec(`DROP TABLE ${shape.sql}`);
    else kept.push(shape.table);
  }
  for (const shape of after.values()) {
    const was = before.get(shape.table.name);
    if (was) standing.push(...alterTable(database, was, shape, judging));
    else if (standing.length === 0) createAll(database, shape);
  }
  // Whatever was done until here is undone with the transaction.
  if (standing.length > 0)
    throw new CannotOpen(`The document does not fit the data that is stored (${standing.join('; ')}).`);
  return kept;
}

/** Answers what stands in the way; then nothing of this table is changed. */
function alterTable(database: DatabaseSync, was: TableShape, shape: TableShape, judging: Judging): readonly string[] {
  const { obstacles, added, rebuild, copied } = changesOf(was, shape, judging);
  const standing = obstacles.flatMap(({ what, rows }) => atStake(database, was, what, rows));
  if (standing.length > 0) return standing;
  const isEmpty = obstacles.some(({ rows }) => rows.kind === 'all');
  if (isEmpty || rebuild) copy(database, was, shape, isEmpty ? [] : copied);
  else for (const column of added) database.exec(`ALTER TABLE ${shape.sql} ADD COLUMN ${columnDefinition(column)}`);
  return reindex(database, shape);
}

function atStake(database: DatabaseSync, was: TableShape, what: string, rows: AtStake): readonly string[] {
  switch (rows.kind) {
    case 'all':
    case 'where': {
      const number = count(database, was, rows.kind === 'all' ? '1' : rows.condition);
      return number === 0 ? [] : [said(was, what, number)];
    }
    case 'values': {
      const { number, first } = broken(database, was, rows);
      return first === undefined ? [] : [`${said(was, what, number)}, the first ${nameOf(database, was, first)}`];
    }
  }
}

/** A row as the document identifies it; a reference in its identity would be a number that nobody knows. */
function nameOf(database: DatabaseSync, was: TableShape, key: bigint): string {
  const { rowKey, identity = [], columns } = was.table;
  const plain = identity.filter(
    (name) => name === rowKey || columns.some((column) => column.name === name && column.refers === undefined),
  );
  const shown = plain.length > 0 && plain.length === identity.length ? plain : [];
  if (shown.length === 0)
    return `is number ${count(database, was, `${was.key} <= ${key}`)} of its rows, in the order in which they were made`;
  const statement = database.prepare(
    `SELECT ${shown.map((name) => was.columns.get(name)!.sql).join(', ')} FROM ${was.sql} WHERE ${was.key} = ?`,
  );
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const values = statement.get(key) as unknown as readonly unknown[];
  return `with ${shown.map((name, place) => `${name} ${String(values[place])}`).join(' and ')}`;
}

/** How many rows, in the order of their keys, and the key of the first. */
function broken(
  database: DatabaseSync,
  was: TableShape,
  { column, breaks }: Extract<AtStake, { kind: 'values' }>,
): { readonly number: number; readonly first: bigint | undefined } {
  const statement = database.prepare(
    `SELECT ${was.key}, ${column.sql} FROM ${was.sql} WHERE ${column.sql} IS NOT NULL ORDER BY ${was.key}`,
  );
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  let number = 0;
  let first: bigint | undefined;
  for (const row of statement.iterate()) {
    const [key, value] = row as unknown as readonly [bigint, string | number | bigint];
    if (!breaks(typeof value === 'bigint' ? integer(value) : value)) continue;
    number++;
    first ??= key;
  }
  return { number, first };
}

/** Into a new table that takes the name; the last key given stays the last. `columns` is empty when there are no rows. */
function copy(
  database: DatabaseSync,
  was: TableShape,
  shape: TableShape,
  columns: readonly { readonly into: string; readonly from: string }[],
): void {
  const last = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(was.name)?.['seq'] ?? null;
  const fresh = quote(`_new ${shape.name}`);
  database.exec(createTable(shape, fresh));
  if (columns.length > 0) {
    const into = columns.map((each) => each.into).join(', ');
    database.exec(
      `INSERT INTO ${fresh} (${into}) SELECT ${columns.map((each) => each.from).join(', ')} FROM ${was.sql}`,
    );
  }
  database.exec(`DROP TABLE ${was.sql}`);
  database.exec(`ALTER TABLE ${fresh} RENAME TO ${shape.sql}`);
  database.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(shape.name);
  if (last !== null) database.prepare('INSERT INTO sqlite_sequence VALUES (?, ?)').run(shape.name, last);
}

/** Drops the indexes that nothing asks for any more, makes the new ones; answers what rows do not hold to. */
function reindex(database: DatabaseSync, shape: TableShape): readonly string[] {
  const find = database.prepare(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
  );
  const there = new Map(find.all(shape.name).map((row) => [String(row['sql']), String(row['name'])]));
  const wanted = new Set(indexesOf(shape));
  for (const [sql, name] of there) if (!wanted.has(sql)) database.exec(`DROP INDEX ${quote(name)}`);
  return [...wanted].flatMap((sql) => (there.has(sql) ? [] : index(database, shape, sql)));
}

function index(database: DatabaseSync, shape: TableShape, sql: string): readonly string[] {
  try {
    database.exec(sql);
    return [];
  } catch (error) {
    const unique = shape.unique.find((each) => each.create === sql);
    if (!unique || !isUniqueViolation(error)) throw error;
    const { columns, ignoringCase } = unique.index;
    const shared = `SELECT count(*) AS n FROM ${shape.sql} GROUP BY ${unique.terms.join(', ')} HAVING n > 1 AND ${unique.terms.map((term) => `${term} IS NOT NULL`).join(' AND ')}`;
    const row = database.prepare(`SELECT coalesce(sum(n), 0) AS n FROM (${shared})`).get();
    const what = `${columns.join(', ')} must be unique now${ignoringCase ? ', ignoring case,' : ''} and rows share a value`;
    return [said(shape, what, Number(row?.['n']))];
  }
}

function count(database: DatabaseSync, shape: TableShape, where: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${shape.sql} WHERE ${where}`).get()?.['n']);
}

function said(shape: TableShape, what: string, rows: number): string {
  return `${shape.table.name}: ${what}, ${rows} ${rows === 1 ? 'row is' : 'rows are'} at stake`;
}

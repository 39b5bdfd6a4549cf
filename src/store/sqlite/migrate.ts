// Brings what is stored to the tables of the plan. Input: an open database and the wanted schema. Output: additive changes are
// applied in one transaction; for anything else CannotOpen, with one sentence naming the tables, what differs and the rows at
// stake, and nothing is touched. Decision 0006. A table without rows has nothing at stake.

import type { DatabaseSync } from 'node:sqlite';
import type { Table } from '../../plan/plan.ts';
import type { Doable, MigrationChange, Wish } from '../migration.ts';
import { CannotOpen, DoesNotFit, FOLDING } from '../store.ts';
import type { Stored } from '../store.ts';
import { atStake, count, said, shared } from '../relational/at-stake.ts';
import { refuseTooLarge } from '../relational/capacity.ts';
import { changesOf } from '../relational/changes.ts';
import type { Judging, Obstacle } from '../relational/changes.ts';
import { alike, alikeNow, foldings, refuseAlike } from '../relational/folding.ts';
import type { Anew } from '../relational/folding.ts';
import { fill, forget } from '../relational/filling-tables.ts';
import { FILLED, sidesFor, withFilled } from '../relational/sides.ts';
import type { Side } from '../relational/sides.ts';
import { brokenRows, replacements, withLosses } from '../relational/losses.ts';
import { BEFORE_MEMBERS, membersIn } from '../relational/member-tables.ts';
import { migrationOf } from '../relational/migration.ts';
import { columnNames, renamed, renamesFor, settled } from '../relational/renames.ts';
import type { Renames } from '../relational/renames.ts';
import { copy, progressOver } from './rebuild.ts';
import type { Told } from './rebuild.ts';
import { isUniqueViolation } from './faults.ts';
import { keepMembers } from './member-tables.ts';
import { SQLITE } from './dialect.ts';
import { look } from './look.ts';
import { createIndexes } from '../relational/indexes.ts';
import { columnDefinition, createTable, quote, schemaOf } from '../relational/schema.ts';
import type { Schema, TableShape } from '../relational/schema.ts';
import { keptOf, withUndecided } from '../relational/undecided.ts';

/** Raised when a file of this version could not be read by the one before. */
export const FORMAT = 2;

/** `9fld`: marks our files among SQLite files. https://www.sqlite.org/pragma.html#pragma_application_id */
export const APPLICATION = 0x39666c64;

export function migrate(database: DatabaseSync, wished: Wish, allowed?: Doable): void {
  const wish = keptOf(wished);
  refuseTooLarge(wish.tables, SQLITE);
  const known = storedBefore(database);
  const settledNow = settled(wish.renames);
  // What was settled once stays so until the next migration: names that were swapped must not be swapped back.
  const renames = allowed ? settledNow : [...new Set([...(known?.renames ?? []), ...settledNow])];
  const isSettled = JSON.stringify(known?.renames ?? []) === JSON.stringify(renames);
  const isFolded = known?.folding === FOLDING;
  if (known && isSettled && isFolded && JSON.stringify(known.tables) === JSON.stringify(described(wish, known.tables)))
    return;
  try {
    const sides = known && allowed ? fillBefore(database, known, wish, allowed) : [];
    database.exec('BEGIN IMMEDIATE');
    const tables = known ? alter(database, known, wish, allowed, sides) : create(database, wish.tables);
    if (known && allowed) look(database, forget(SQLITE));
    const stored: Stored = { tables, rules: true, folding: FOLDING, ...(renames.length > 0 && { renames }) };
    database.exec(`PRAGMA user_version = ${FORMAT}`);
    database.prepare(`INSERT OR REPLACE INTO _ninefold VALUES ('stored', ?)`).run(JSON.stringify(stored));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    // What was made does not fit the rows: it is of no use to a later migration.
    if (allowed && error instanceof DoesNotFit) look(database, forget(SQLITE));
    throw error;
  }
}

/** What rules make for the rows that are there; when this has been done, only what is kept has to be changed. */
function fillBefore(database: DatabaseSync, known: Stored, wish: Wish, { progress }: Doable): readonly Side[] {
  const { tables, renames = [] } = known;
  const sides = sidesFor({ tables, renames }, wish, SQLITE);
  const found = look(
    database,
    fill(sides, ['BEGIN IMMEDIATE'], (part) => progress?.(FILLED * part)),
  );
  if (found.length > 0) throw new DoesNotFit(found);
  return sides;
}

function described({ tables }: Wish, stored: readonly Table[]): readonly Table[] {
  return withUndecided(tables, stored);
}

/** What a migration would do; only looks. Undefined: the file is new. */
export function considerMigration(database: DatabaseSync, wish: Wish): readonly MigrationChange[] | undefined {
  refuseTooLarge(wish.tables, SQLITE);
  const known = storedBefore(database);
  if (!known) return undefined;
  const { tables, rules, renames = [] } = known;
  const before = { tables, renames, knowsReferences: rules === true, leaves: false };
  const changes = look(database, migrationOf(before, wish, SQLITE));
  if (known.folding === FOLDING) return changes;
  return [...changes, ...look(database, alikeNow(foldings(tables, wish.tables, SQLITE), ANEW))];
}

/** By the function of this version, past the indexes that an earlier one has filled. */
const ANEW: Anew = { table: (sql) => `${sql} NOT INDEXED`, term: (sql) => sql };

/** As they are described, and kept. */
export function storedTables(database: DatabaseSync): readonly Table[] {
  return storedBefore(database)?.tables ?? [];
}

/** Undefined: the file is new. */
function storedBefore(database: DatabaseSync): Stored | undefined {
  if (!database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '_ninefold'`).get()) return undefined;
  const row = database.prepare(`SELECT value FROM _ninefold WHERE key = 'stored'`).get();
  if (row === undefined) throw new CannotOpen('The data is damaged: what it says of its tables is gone.');
  return JSON.parse(String(row['value'])) as Stored;
}

function create(database: DatabaseSync, tables: readonly Table[]): readonly Table[] {
  database.exec(`PRAGMA application_id = ${APPLICATION}`);
  database.exec('CREATE TABLE _ninefold (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
  const schema = schemaOf(tables, SQLITE);
  for (const shape of schema.values()) createAll(database, shape);
  keepMembers(database, schema);
  return tables;
}

function createAll(database: DatabaseSync, shape: TableShape): void {
  for (const statement of [createTable(shape), ...indexesOf(shape)]) database.exec(statement);
}

function indexesOf(shape: TableShape): readonly string[] {
  return [...shape.unique.map((unique) => unique.create), ...createIndexes(shape)];
}

/** Answers the tables as they are then; those that the document no longer names are empty, and stay for their keys' sake. */
function alter(
  database: DatabaseSync,
  known: Stored,
  wish: Wish,
  allowed: Doable | undefined,
  sides: readonly Side[],
): readonly Table[] {
  if (known.folding !== FOLDING) refold(database, known.tables, wish.tables);
  const { moves } = renamesFor(known.tables, wish.renames, known.renames ?? []);
  const moving = allowed ? [] : waiting(database, known.tables, moves);
  const before = allowed ? rename(database, known.tables, moves) : schemaOf(known.tables, SQLITE);
  const tables = described(
    wish,
    [...before.values()].map(({ table }) => table),
  );
  const after = schemaOf(tables, SQLITE);
  const judging = { fits: wish.fits, knowsReferences: known.rules === true };
  const kept: Table[] = [];
  const standing = moving.map(({ what }) => what);
  const names = new Set([...after.values()].map((shape) => shape.name.toLowerCase()));
  for (const shape of before.values()) {
    if (after.has(shape.table.name)) continue;
    if (allowed?.drop === true) database.exec(`DELETE FROM ${shape.sql}`);
    const rows = shape.table.ofStore ? 0 : look(database, count(shape, undefined));
    if (rows > 0) standing.push(said(shape, 'the document does not name it any more', rows));
    // SQLite takes it for the same name as one that the document has.
    else if (names.has(shape.name.toLowerCase())) database.exec(`DROP TABLE ${shape.sql}`);
    else kept.push(shape.table);
  }
  const staying = [...before.values()].filter(({ table }) => after.has(table.name));
  const [begun, end] = [sides.length > 0 ? FILLED : 0, membersIn(after).length > 0 ? BEFORE_MEMBERS : 1];
  const progress = progressOver(database, staying, (part) => allowed?.progress?.(begun + (end - begun) * part));
  for (const shape of after.values()) {
    const was = before.get(shape.table.name);
    if (moving.some(({ table }) => table === shape.table.name)) continue;
    if (was)
      standing.push(
        ...alterTable(database, was, shape, judging, {
          drop: allowed?.drop === true,
          told: progress(was),
          side: sides.find(({ filling }) => filling.shape.table.name === shape.table.name),
        }),
      );
    else if (standing.length === 0) createAll(database, shape);
  }
  // All that was done so far is undone with the transaction.
  if (standing.length > 0) throw new DoesNotFit(standing);
  keepMembers(database, after, allowed && ((part) => allowed.progress?.(end + (1 - end) * part)));
  return [...tables, ...kept];
}

function refold(database: DatabaseSync, stored: readonly Table[], wanted: readonly Table[]): void {
  const found: string[] = [];
  for (const { shape, unique, stays } of foldings(stored, wanted, SQLITE)) {
    database.exec(`DROP INDEX IF EXISTS ${quote(unique.name)}`);
    if (stays) found.push(...index(database, shape, unique.create, alike));
  }
  refuseAlike(found);
}

/** Fields with values under an older name: only `migrate` renames them. */
function waiting(
  database: DatabaseSync,
  tables: readonly Table[],
  moves: Renames['moves'],
): readonly { readonly table: string; readonly what: string }[] {
  return [...schemaOf(tables, SQLITE)].flatMap(([table, shape]) =>
    [...(moves.get(table) ?? [])].flatMap(([was, field]) => {
      const rows = look(database, count(shape, `${shape.columns.get(was)!.sql} IS NOT NULL`));
      return rows === 0 ? [] : [{ table, what: said(shape, `${field} was ${was}, and is still kept as ${was}`, rows) }];
    }),
  );
}

function rename(database: DatabaseSync, tables: readonly Table[], moves: Renames['moves']): Schema {
  const before = schemaOf(tables, SQLITE);
  const after = schemaOf(renamed(tables, moves), SQLITE);
  for (const [table, own] of moves)
    for (const [from, to] of columnNames(before.get(table)!, after.get(table)!, own))
      database.exec(`ALTER TABLE ${before.get(table)!.sql} RENAME COLUMN ${from} TO ${to}`);
  return after;
}

/** Returns what is in the way; then nothing of this table is changed. */
function alterTable(
  database: DatabaseSync,
  was: TableShape,
  shape: TableShape,
  judging: Judging,
  { drop, told, side }: { readonly drop: boolean; readonly told: Told; readonly side: Side | undefined },
): readonly string[] {
  const changes = changesOf(was, shape, judging);
  const { added, rebuild } = changes;
  const obstacles = changes.obstacles.filter(({ filled }) => !side || !filled);
  const copied = withFilled(changes.copied, side, was, shape);
  const isLost = ({ loss }: Obstacle): boolean => drop && loss !== undefined;
  const standing = obstacles.filter((each) => !isLost(each)).flatMap((each) => look(database, atStake(was, each)));
  if (standing.length > 0) return standing;
  const isEmpty = obstacles.some(({ rows }) => rows.kind === 'all');
  const lost = obstacles.filter(isLost);
  const broken = look(database, brokenRows(was, lost));
  // Values that are replaced may violate an existing index: a table that is copied has none yet.
  if (isEmpty || rebuild || broken.size > 0 || side)
    copy(database, was, shape, isEmpty ? [] : withLosses(copied, was, shape, lost), told);
  else for (const column of added) database.exec(`ALTER TABLE ${shape.sql} ADD COLUMN ${columnDefinition(column)}`);
  for (const statement of replacements(shape, broken)) database.exec(statement);
  const found = reindex(database, shape);
  told(1);
  return found;
}

/** Drops the indexes that nothing needs any more, makes the new ones; returns the rules that rows break. */
function reindex(database: DatabaseSync, shape: TableShape): readonly string[] {
  const find = database.prepare(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
  );
  const there = new Map(find.all(shape.name).map((row) => [String(row['sql']), String(row['name'])]));
  const wanted = new Set(indexesOf(shape));
  for (const [sql, name] of there) if (!wanted.has(sql)) database.exec(`DROP INDEX ${quote(name)}`);
  return [...wanted].flatMap((sql) => (there.has(sql) ? [] : index(database, shape, sql)));
}

function index(database: DatabaseSync, shape: TableShape, sql: string, found = shared): readonly string[] {
  try {
    database.exec(sql);
    return [];
  } catch (error) {
    const unique = shape.unique.find((each) => each.create === sql);
    if (!unique || !isUniqueViolation(error)) throw error;
    return [look(database, found(shape, unique))];
  }
}

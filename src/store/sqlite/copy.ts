// An embedded store as an end of a copy. Input: its directory. Output: its tables and rows; no process serves it meanwhile. A
// directory that may only be read is read as it is. Decision 0015.

import type { DatabaseSync } from 'node:sqlite';
import type { Table } from '../../plan/plan.ts';
import { integer } from '../../sql/exact.ts';
import type { SqlValue } from '../../sql/expression.ts';
import { PAGE } from '../copy.ts';
import type { CopyEnd, CopyTarget } from '../copy.ts';
import type { MigrationChange, Wish } from '../migration.ts';
import { schemaOf, VERSION } from '../relational/schema.ts';
import type { TableShape } from '../relational/schema.ts';
import { CannotOpen } from '../store.ts';
import type { Row } from '../store.ts';
import { SQLITE } from './dialect.ts';
import { faultOf } from './faults.ts';
import { lock, refuseLocked } from './lock.ts';
import { considerMigration, storedTables } from './migrate.ts';
import { acquire, cannotOpen } from './open.ts';
import { refuseLosses } from './traces.ts';
import { hasData, isWritable, noData, openForReading } from './reading.ts';

export interface SqliteSource extends CopyEnd {
  /** As they are stored, those of the document. */
  readonly tables: readonly Table[];
  /** The differences between what is stored and the document. */
  readonly changes: readonly MigrationChange[];
  close(): void;
}

export function sqliteSource(directory: string, wish: Wish): SqliteSource {
  if (!hasData(directory)) throw noData(directory);
  const ends: (() => void)[] = [];
  const close = (): void => {
    for (const end of ends.splice(0).toReversed()) end();
  };
  try {
    if (isWritable(directory)) {
      const held = lock(directory);
      ends.push(() => held.release());
      refuseLosses(directory, held.wasThere);
    } else refuseLocked(directory);
    const database = openForReading(directory);
    ends.push(() => database.close());
    const changes = considerMigration(database, wish);
    if (!changes) throw noData(directory);
    const names = new Set(wish.tables.map(({ name }) => name));
    const tables = storedTables(database).filter(({ name }) => names.has(name));
    return { ...endOf(database, tables, directory), tables, changes, close };
  } catch (error) {
    close();
    throw error instanceof CannotOpen ? error : new CannotOpen(cannotOpen(error, directory), { cause: error });
  }
}

export interface SqliteTarget extends CopyTarget {
  /** Keeps all of it; `close` without it keeps nothing. */
  commit(): void;
  close(): void;
}

export function sqliteTarget(directory: string, wish: Wish): SqliteTarget {
  const { database, lock: held } = acquire({ directory, ...wish }, () => 1);
  const tables = storedTables(database);
  const shapes = schemaOf(tables, SQLITE);
  database.exec('BEGIN IMMEDIATE');
  const own = asOwn(directory, 'written');
  return {
    ...endOf(database, tables, directory),
    place: directory,
    // oxlint-disable-next-line require-await -- this engine answers at once
    async insert(table, rows) {
      const shape = shapes.get(table)!;
      const columns = columnsOf(shape);
      const places = columns.map((_, place) => SQLITE.place(place + 1, 'text'));
      const names = columns.map((name) => shape.columns.get(name)!.sql);
      const insert = database.prepare(`INSERT INTO ${shape.sql} (${names.join(', ')}) VALUES (${places.join(', ')})`);
      own(() => {
        for (const row of rows) insert.run(...(row as (string | number | bigint | null)[]));
      });
    },
    // oxlint-disable-next-line require-await -- as above
    async setLast(table, key) {
      const { name } = shapes.get(table)!;
      own(() => {
        database.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
        database.prepare('INSERT INTO sqlite_sequence VALUES (?, ?)').run(name, BigInt(String(key)));
      });
    },
    commit: () => own(() => database.exec('COMMIT')),
    close() {
      database.close();
      held.release();
    },
  };
}

/** The other end is a database, and would take what fails here for a fault of its own. */
function asOwn(directory: string, done: 'read' | 'written'): <T>(run: () => T) => T {
  return (run) => {
    try {
      return run();
    } catch (error) {
      const reason = faultOf(error) ?? (error instanceof Error ? error.message : String(error));
      throw new CannotOpen(`The data in ${directory} cannot be ${done}: ${reason}.`, { cause: error });
    }
  };
}

export function columnsOf({ table, columns }: TableShape): readonly string[] {
  return [table.rowKey, VERSION, ...[...columns.keys()].filter((name) => name !== table.rowKey && name !== VERSION)];
}

function endOf(database: DatabaseSync, tables: readonly Table[], directory: string): CopyEnd {
  const shapes = schemaOf(tables, SQLITE);
  const own = asOwn(directory, 'read');
  const all = (sql: string, ...values: SqlValue[]): Row[] => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const rows = own(() => statement.all(...values)) as unknown as SqlValue[][];
    return rows.map((row) => row.map((value) => (typeof value === 'bigint' ? integer(value) : value)));
  };
  return {
    count: async (table) => Number(all(`SELECT count(*) FROM ${shapes.get(table)!.sql}`)[0]?.[0]),
    async page(table, behind) {
      const shape = shapes.get(table)!;
      const columns = columnsOf(shape).map((name) =>
        SQLITE.outOf(shape.columns.get(name)!.sql, shape.columns.get(name)!),
      );
      const where = `${shape.key} > ? ORDER BY ${shape.key} LIMIT ${PAGE}`;
      return all(`SELECT ${columns.join(', ')} FROM ${shape.sql} WHERE ${where}`, behind);
    },
    last: async (table) =>
      all('SELECT seq FROM sqlite_sequence WHERE name = ?', shapes.get(table)!.name)[0]?.[0] ?? null,
  };
}

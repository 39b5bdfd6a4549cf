// Engines that answer selects, for the differential tests. Input: tables and rows. Output: SQLite through its store, and PostgreSQL with
// nothing but the printed statements between; undefined where no PostgreSQL answers (see postgres.ts).

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import type { CustomTypesConfig } from 'pg';
import type { Table } from '../../src/plan/plan.ts';
import type { Select, SqlType, SqlValue } from '../../src/sql/expression.ts';
import { besideAll } from '../../src/store/postgres/beside-rows.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import { functions } from '../../src/store/postgres/functions.ts';
import { statementsOf } from '../../src/store/postgres/kept-tables.ts';
import { decode, encode, SETTINGS } from '../../src/store/postgres/values.ts';
import { output, scopeOf, shapeOfColumn, stored, tableOf } from '../../src/store/relational/print.ts';
import { selection } from '../../src/store/relational/selection.ts';
import type { Printed } from '../../src/store/relational/print.ts';
import { createIndexes } from '../../src/store/relational/indexes.ts';
import { createTable, schemaOf } from '../../src/store/relational/schema.ts';
import type { Schema } from '../../src/store/relational/schema.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Bindings, Row } from '../../src/store/store.ts';
import { temporaryDirectory } from '../store/fixtures.ts';
import { DATABASE, hasPostgres, sql } from '../store/postgres.ts';

/** Milliseconds: a database that is made or dropped waits until all others are on the disk. */
export const PATIENCE = 120_000;

export interface Engine {
  readonly name: string;
  select(select: Select, bindings: Bindings): Promise<readonly Row[]>;
  close(): Promise<void>;
}

type RowsByTable = Readonly<Record<string, readonly Readonly<Record<string, SqlValue>>[]>>;

function typeIn(tables: readonly Table[], table: string, column: string): SqlType {
  return tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.type ?? 'integer';
}

export async function sqliteEngine(tables: readonly Table[], rows: RowsByTable): Promise<Engine> {
  const directory = temporaryDirectory();
  const store = await openSqlite({ directory, tables });
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const values = Object.keys(row).map((name) => {
        const value = { kind: 'parameter', name, type: typeIn(tables, table, name) } as const;
        return { column: name, value };
      });
      const result = await store.prepare([{ kind: 'insert', table, values, answer: undefined, checks: [] }]).run(row);
      if (result.kind !== 'done') throw new Error(`SQLite answered ${result.kind}`);
    }
  }
  return {
    name: 'SQLite',
    async select(select, bindings) {
      const result = await store.prepare([{ kind: 'list', select, total: false }]).run(bindings);
      if (result.kind !== 'done') throw new Error(`SQLite answered ${result.kind}`);
      return result.rows;
    },
    async close() {
      await store.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export async function postgresEngine(tables: readonly Table[], rows: RowsByTable): Promise<Engine | undefined> {
  const on = await openPostgres(tables);
  if (!on) return undefined;
  const { schema } = on;
  for (const [table, all] of Object.entries(rows)) {
    const shape = tableOf(schema, table);
    for (const row of all) {
      const scope = scopeOf(schema, table, false);
      const names = Object.keys(row);
      const values = names.map((name) =>
        stored({ kind: 'parameter', name, type: typeIn(tables, table, name) }, shapeOfColumn(shape, name), scope),
      );
      const columns = names.map((name) => shapeOfColumn(shape, name).sql);
      const text = `INSERT INTO ${shape.sql} (${columns.join(', ')}) VALUES (${values.join(', ')})`;
      await on.run({ sql: text, args: scope.places.args }, row);
    }
  }
  return {
    name: 'PostgreSQL',
    select(select, bindings) {
      const scope = scopeOf(schema, select.table);
      const columns = select.columns.map(({ expr }) => output(expr, scope));
      const text = `SELECT ${columns.join(', ')} ${selection(select, scope)}`;
      return on.run({ sql: text, args: scope.places.args }, bindings);
    },
    close: () => on.close(),
  };
}

export interface OwnPostgres {
  readonly schema: Schema;
  run(printed: Printed, bindings: Bindings): Promise<readonly Row[]>;
  /** Other tables instead. */
  make(tables: readonly Table[]): Promise<Schema>;
  /** Undefined: it is taken; else why not. */
  prepares(sql: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Where texts have another order than that of their code points, if the server knows such an order. */
async function ownDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `ninefold_${randomBytes(6).toString('hex')}`;
  try {
    await sql(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' ENCODING 'UTF8'`);
  } catch (error) {
    throw new Error('no database of its own can be made with another order of texts', { cause: error });
  }
  const url = new URL(DATABASE);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await sql(`DROP DATABASE ${name}`)) };
}

/** The tables, empty, in a place of their own. */
export async function openPostgres(tables: readonly Table[]): Promise<OwnPostgres | undefined> {
  if (!hasPostgres) return undefined;
  const own = await ownDatabase();
  const client = new Client({
    connectionString: own.url,
    types: { getTypeParser: (type: number) => (text: string) => decode(text, type) } as CustomTypesConfig,
  });
  await client.connect();
  for (const [name, value] of Object.entries(SETTINGS)) await client.query(`SET ${name} = '${value}'`);
  for (const statement of functions()) await client.query(statement);
  const make = async (wanted: readonly Table[]): Promise<Schema> => {
    const schema = schemaOf(wanted, POSTGRES);
    const creations = [...schema.values()].flatMap((shape) => [
      createTable(shape),
      ...shape.unique.map(({ create }) => create),
      ...createIndexes(shape),
    ]);
    const beside = besideAll(schema)
      .map(statementsOf)
      .flatMap(({ before, after }) => [...before, ...after]);
    const place = ['DROP SCHEMA IF EXISTS made CASCADE', 'CREATE SCHEMA made', 'SET search_path = made, public'];
    for (const statement of [...place, ...creations, ...beside]) await client.query(statement);
    return schema;
  };
  const schema = await make(tables);
  // One after the other, as a connection takes them.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(act: () => Promise<T>): Promise<T> => {
    const before = last;
    const mine = before.then(act, act);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    schema,
    make,
    async run({ sql: text, args }, bindings) {
      const values = args.map((arg) => {
        const given = 'name' in arg ? bindings[arg.name] : arg.constant;
        if (given === undefined) throw new Error(`${JSON.stringify(arg)} is not bound`);
        return encode(given, arg.type);
      });
      return (await inTurn(() => client.query<SqlValue[]>({ text, values, rowMode: 'array' }))).rows;
    },
    async prepares(text) {
      try {
        await client.query(`PREPARE tried AS ${text}`);
        await client.query('DEALLOCATE tried');
        return undefined;
      } catch (error) {
        return String(error);
      }
    },
    async close() {
      await client.end();
      await own.drop();
    },
  };
}

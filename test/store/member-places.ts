// Places with indexes over members, and how they are looked into: entries, plans of statements. Both engines.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { RenamePlan, Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import type { Allowed } from '../../src/store/migration.ts';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import type { Dialect } from '../../src/store/relational/dialect.ts';
import { membersOf } from '../../src/store/relational/member-tables.ts';
import { scopeOf } from '../../src/store/relational/print.ts';
import { countOf } from '../../src/store/relational/lists.ts';
import { prepareRead } from '../../src/store/relational/reads.ts';
import { schemaOf } from '../../src/store/relational/schema.ts';
import type { Preparing } from '../../src/store/relational/statement.ts';
import { SQLITE } from '../../src/store/sqlite/dialect.ts';
import { defineFunctions } from '../../src/store/sqlite/functions.ts';
import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

/** Of an engine, a place that is one until `end`, and its tables as an SQL tool sees them. */
export interface Place {
  readonly dialect: Dialect;
  open(tables: readonly Table[]): Promise<Store>;
  migrate(tables: readonly Table[], allowed: Allowed, renames?: readonly RenamePlan[]): Promise<unknown>;
  ask(statement: string): Promise<readonly (readonly unknown[])[]>;
  readonly at: () => string;
  end(): Promise<void>;
}

export function inFile(): Place {
  const directory = temporaryDirectory();
  return {
    dialect: SQLITE,
    at: () => directory,
    open: (tables) => openSqlite({ directory, tables, fits: judgeKept }),
    migrate: (tables, allowed, renames = []) => migrateSqlite(directory, { tables, renames, fits: judgeKept }, allowed),
    async ask(statement) {
      const database = new DatabaseSync(join(directory, FILE));
      defineFunctions(database, () => 1);
      try {
        return database
          .prepare(statement)
          .all()
          .map((row) => Object.values(row));
      } finally {
        database.close();
      }
    },
    end: async () => rmSync(directory, { recursive: true }),
  };
}

export async function inDatabase(): Promise<Place> {
  const schema: OwnSchema = await ownSchema();
  const { url } = schema;
  return {
    dialect: POSTGRES,
    at: () => url,
    open: (tables) => openPostgres({ url, tables, fits: judgeKept }),
    migrate: (tables, allowed, renames = []) => migratePostgres(url, { tables, renames, fits: judgeKept }, allowed),
    ask: (statement) => sql(statement, url),
    end: () => schema.drop(),
  };
}

export const ENGINES: readonly (readonly [name: string, isThere: boolean, make: () => Place | Promise<Place>])[] = [
  ['SQLite', true, inFile],
  ['PostgreSQL', hasPostgres, inDatabase],
];

/** What the tables beside the rows have, and what they would have if they were made now. */
export async function entries(place: Place, tables: readonly Table[]): Promise<void> {
  for (const shape of schemaOf(tables, place.dialect).values())
    for (const members of membersOf(shape)) {
      const { from, value, fits } = place.dialect.members(
        place.dialect.outOf(`${shape.sql}.${shape.columns.get(members.index.column)!.sql}`, {
          type: 'json',
          scale: 0,
          bytes: 0,
        }),
        members.index.type,
        members.index.scale ?? 0,
      );
      const by = members.by.map((one) => `, ${shape.sql}.${one.from}`).join('');
      const now = `SELECT DISTINCT ${shape.sql}.${shape.key} AS k, ${value} AS m${by} FROM ${shape.sql}, ${from} WHERE ${fits}`;
      const there = `SELECT "row", "member"${members.by.map((one) => `, ${one.into}`).join('')} FROM ${members.sql}`;
      const kept = (await place.ask(there)).map((row) => JSON.stringify(row.map(shortened)));
      const wanted = (await place.ask(now)).map((row) => JSON.stringify(row.map(shortened)));
      expect(kept.sort(), members.name).toEqual(wanted.sort());
    }
}

/** A long text is kept as a key of it. */
function shortened(value: unknown): unknown {
  const isLong =
    typeof value === 'string' &&
    (value.length > 2000 || (value.startsWith('\u0001') && /^[0-9a-f]{64}$/.test(value.slice(1))));
  return isLong ? 'long' : value;
}

/** As the engine would run its statements: the page, then the total. */
export async function plansOf(
  place: Place,
  tables: readonly Table[],
  list: Extract<Step, { kind: 'list' }>,
): Promise<readonly string[]> {
  const schema = schemaOf(tables, place.dialect);
  const texts: string[] = [];
  const on: Preparing = {
    schema,
    returning: 'before',
    grow: () => undefined,
    prepare(printed) {
      texts.push(printed.sql);
      return { printed };
    },
  };
  prepareRead(on, { ...list, total: false }, { ticks: false });
  texts.push(`SELECT (${countOf({ ...list }, scopeOf(schema, list.select.table))})`);
  const of = texts.map((each) =>
    each
      .replaceAll(/\?\d+/g, "'n3'")
      .replaceAll(/\$\d+::text/g, "'n3'::text")
      .replaceAll(/\$\d+::timestamptz/g, "'2026-01-01T05:00:00Z'::timestamptz"),
  );
  return Promise.all(
    of.map(async (each) => {
      const bound = each
        .replaceAll(/\$\d+::bigint/g, '3::bigint')
        .replaceAll(/LIMIT coalesce\('n3'/g, 'LIMIT coalesce(3');
      const rows = await place.ask(
        place.dialect === SQLITE
          ? `EXPLAIN QUERY PLAN ${bound.replaceAll(/OFFSET coalesce\('n3'/g, 'OFFSET coalesce(3')}`
          : `EXPLAIN ${bound}`,
      );
      return rows.map((row) => String(row.at(-1))).join('\n');
    }),
  );
}

// The engines that migrations are tested on.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { temporaryDirectory } from './fixtures.ts';
import type { Engine } from './migration.ts';
import { ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

export function onSqlite(): Engine {
  let directory: string | undefined;
  const place = (): string => (directory ??= temporaryDirectory());
  return {
    name: 'SQLite',
    leaves: false,
    open: (wish) => openSqlite({ directory: place(), ...wish }),
    migrate: (wish, allowed) => migrateSqlite(place(), wish, allowed),
    async tables() {
      const database = new DatabaseSync(join(place(), FILE), { readOnly: true });
      const found = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
      database.close();
      return found.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'));
    },
    async end() {
      if (directory !== undefined) rmSync(directory, { recursive: true });
      directory = undefined;
    },
  };
}

/** `place`: the address of its schema. */
export function onPostgres(): Engine & { place(): Promise<string> } {
  let schema: OwnSchema | undefined;
  const place = async (): Promise<string> => (schema ??= await ownSchema()).url;
  return {
    name: 'PostgreSQL',
    leaves: true,
    place,
    open: async (wish) => openPostgres({ url: await place(), ...wish }),
    migrate: async (wish, allowed) => migratePostgres(await place(), wish, allowed),
    async tables() {
      const text = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`;
      return (await sql(text, await place())).map(([name]) => String(name));
    },
    async end() {
      await schema?.drop();
      schema = undefined;
    },
  };
}

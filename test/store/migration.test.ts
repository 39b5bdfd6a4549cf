// `migrate` on every engine.

import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { field, temporaryDirectory } from './fixtures.ts';
import { migrations } from './migration.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

const table = (name: string): Table => ({
  name: 'Task',
  rowKey: '_row',
  columns: [field(name, 'integer', true)],
  unique: [],
  indexes: [[name]],
});

describe('SQLite', () => {
  let directory: string | undefined;
  const place = (): string => (directory ??= temporaryDirectory());
  migrations({
    name: 'SQLite',
    leaves: false,
    open: (wish) => openSqlite({ directory: place(), ...wish }),
    migrate: (wish, allowed) => migrateSqlite(place(), wish, allowed),
    async end() {
      if (directory !== undefined) rmSync(directory, { recursive: true });
      directory = undefined;
    },
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let schema: OwnSchema | undefined;
  const place = async (): Promise<string> => (schema ??= await ownSchema()).url;
  migrations({
    name: 'PostgreSQL',
    leaves: true,
    open: async (wish) => openPostgres({ url: await place(), ...wish }),
    migrate: async (wish, allowed) => migratePostgres(await place(), wish, allowed),
    async end() {
      await schema?.drop();
      schema = undefined;
    },
  });

  test('an index of a renamed column bears its name, so that a later field of the old name gets its own', async () => {
    const url = await place();
    await (await openPostgres({ url, tables: [table('name')] })).close();
    const renames = [{ resource: 'Task', field: 'title', was: ['name'] }];
    await migratePostgres(url, { tables: [table('title')], renames }, { apply: true, drop: false });
    const indexes = await sql(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() AND indexname NOT LIKE '%pkey' AND tablename = 'Task'`,
      url,
    );
    expect(indexes.flat().map(String)).toEqual([
      expect.stringMatching(/^CREATE INDEX "Task by ""title""" .*\(title\)$/),
    ]);
  });
});

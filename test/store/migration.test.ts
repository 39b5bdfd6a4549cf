// `migrate` on every engine.

import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Migration, Wish } from '../../src/store/migration.ts';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { field } from './fixtures.ts';
import { migrations } from './migration.ts';
import { onPostgres, onSqlite } from './migration-engines.ts';
import { hasPostgres, sql } from './postgres.ts';

const table = (name: string): Table => ({
  name: 'Task',
  rowKey: '_row',
  columns: [field(name, 'integer', true)],
  unique: [],
  indexes: [[name]],
});

describe('SQLite', () => {
  migrations(onSqlite());
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  const engine = onPostgres();
  const { place } = engine;
  migrations(engine);

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

  /** While somebody else writes `INSERT …`, and commits when the migration waits. */
  const beside = async (insert: string, wish: Wish): Promise<Migration | undefined> => {
    const url = await place();
    const other = new Client({ connectionString: url });
    await other.connect();
    try {
      await other.query(`BEGIN; ${insert}`);
      const migrating = migratePostgres(url, wish, { apply: true, drop: true });
      migrating.catch(() => undefined);
      const waiting = `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = '"Task"'::regclass`;
      await expect.poll(async () => (await sql(waiting, url))[0], { timeout: 5_000 }).toEqual([1]);
      await other.query('COMMIT');
      return await migrating;
    } finally {
      await other.end();
    }
  };
  const begun = async (): Promise<string> => {
    const url = await place();
    await (await openPostgres({ url, tables: [table('name'), { ...table('a'), name: 'Gone' }] })).close();
    await sql('INSERT INTO "Task" (name) VALUES (1); INSERT INTO "Gone" (a) VALUES (1)', url);
    return url;
  };

  test('what is told to be lost is what was there when nobody could write any more', async () => {
    const url = await begun();
    const insert = 'INSERT INTO "Task" (name) VALUES (2), (3); INSERT INTO "Gone" (a) VALUES (4)';
    const other = { ...table('a'), columns: [field('a', 'integer', true, { fill: null })] };
    const { changes, applied } = (await beside(insert, { tables: [other], renames: [] }))!;
    expect(changes.map(({ does, resource, field: name = '', rows }) => `${does} ${resource} ${name} ${rows}`)).toEqual([
      'loses Gone  2',
      'loses Task name 3',
      'adds Task a 3',
    ]);
    expect(applied).toBe(true);
    expect(await sql('SELECT count(*)::int, count(a)::int FROM "Task"', url)).toEqual([[3, 0]]);
  });

  test('what came in between and has no answer stops it, and nothing is touched', async () => {
    const url = await begun();
    const unique = [{ columns: ['name'], ignoringCase: false, cause: 'taken' }];
    const wish = { tables: [{ ...table('name'), unique }], renames: [] };
    expect(await beside('INSERT INTO "Task" (name) VALUES (1)', wish)).toEqual({
      changes: [
        { does: 'loses', resource: 'Gone', what: 'the document does not name it any more', rows: 1 },
        {
          does: 'stops',
          resource: 'Task',
          field: 'name',
          what: 'name must be unique now, and rows share a value',
          rows: 2,
        },
      ],
      applied: false,
    });
    expect(await sql('SELECT (SELECT count(*) FROM "Task")::int, (SELECT count(*) FROM "Gone")::int', url)).toEqual([
      [2, 1],
    ]);
  });
});

// Data of the version that ignored case by lower case alone, opened by this one, on every engine.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Migration } from '../../src/store/migration.ts';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { migrateSqlite } from '../../src/store/sqlite/migration.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { CannotOpen } from '../../src/store/store.ts';
import type { Result, Store } from '../../src/store/store.ts';
import { field, literal, temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

interface Engine {
  open(tables: readonly Table[]): Promise<Store>;
  migrate(tables: readonly Table[], apply?: boolean): Promise<Migration | undefined>;
  /** The data as the earlier version kept it, and what it did there. */
  earlier(change?: string): Promise<void>;
  all(query: string): Promise<readonly (readonly unknown[])[]>;
  end(): Promise<void>;
}

const INDEX = '"Task unique title ignoring case"';
const TASK: Table = {
  name: 'Task',
  rowKey: '_row',
  identity: ['id'],
  columns: [field('id', 'integer'), field('title', 'text', true)],
  unique: [{ columns: ['title'], ignoringCase: true, cause: 'taken' }],
  indexes: [],
};
const FREE: Table = { ...TASK, unique: [] };
const OTHER: Table = { ...FREE, name: 'Other' };

const insert = (id: number, title: string): string => `INSERT INTO "Task" (id, title) VALUES (${id}, '${title}');`;
const withoutFolding = (stored: unknown): string => {
  const { folding: _, ...rest } = JSON.parse(String(stored)) as Record<string, unknown>;
  return JSON.stringify({ ...rest, ...('format' in rest && { format: 1, functions: 1 }) });
};

const REFUSED = { kind: 'refused', cause: 'taken' };

function contract(engine: Engine): void {
  afterEach(() => engine.end());

  const write = async (...rows: readonly (readonly [number, string])[]): Promise<readonly Result[]> => {
    const store = await engine.open([TASK]);
    const results: Result[] = [];
    for (const [id, title] of rows) {
      const values = Object.entries({ id, title }).map(([name, value]) => ({ column: name, value: literal(value) }));
      const step = { kind: 'insert', table: 'Task', values, answer: [], checks: [] } as const;
      results.push(await store.prepare([step]).run({}));
    }
    await store.close();
    return results;
  };
  const titles = async (): Promise<readonly unknown[]> =>
    (await engine.all('SELECT title FROM "Task" ORDER BY id')).flat();

  test('the keys of its rows are made anew, and the rows stay as they are', async () => {
    await write([1, 'Straße'], [2, 'plain']);
    await engine.earlier();
    const [first, second, third] = await write([3, 'STRASSE'], [4, 'PLAIN'], [5, 'other']);
    expect([first, second]).toMatchObject([REFUSED, REFUSED]);
    expect(third).toMatchObject({ kind: 'done' });
    expect(await titles()).toEqual(['Straße', 'plain', 'other']);
  });

  test('rows that are alike now are refused, with what to do, and lost in no way', async () => {
    await write([1, 'Straße'], [2, 'Cafe\u0301']);
    const more = insert(3, 'STRASSE') + insert(4, 'CAF\u00c9') + insert(5, 'straSSe!');
    await engine.earlier(more);
    const before = await titles();
    expect(before).toHaveLength(5);
    for (const open of [() => engine.open([TASK]), () => engine.open([TASK])]) {
      const refused = await open().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(CannotOpen);
      expect(String(refused)).toContain(
        '(Task: title must be unique, ignoring case, and rows share a value now, 4 rows are at stake, the first with id 1, another with id 3). Nothing was changed: start the earlier version, give these rows different values, then start this one; or leave `ignoring case` out of the document.',
      );
      expect(await titles()).toEqual(before);
    }
    for (const apply of [false, true]) {
      expect(await engine.migrate([TASK], apply)).toEqual({
        applied: false,
        changes: [
          {
            does: 'stops',
            resource: 'Task',
            field: 'title',
            what: 'title must be unique, ignoring case, and rows share a value in this version; the earlier one can change them',
            rows: 4,
            first: 'with id 1, another with id 3',
          },
        ],
      });
      expect(await titles()).toEqual(before);
    }
    await engine.earlier(`UPDATE "Task" SET title = 'one' WHERE id = 3; UPDATE "Task" SET title = 'two' WHERE id = 4;`);
    expect(await engine.migrate([TASK], false)).toEqual({ applied: false, changes: [] });
    expect(await write([6, 'STRAẞE'])).toMatchObject([REFUSED]);
    expect(await titles()).toEqual(['Straße', 'Cafe\u0301', 'one', 'two', 'straSSe!']);
  });

  test('a document that wants it no more leaves the rows alike', async () => {
    await write([1, 'Straße']);
    await engine.earlier(insert(2, 'STRASSE'));
    expect((await engine.migrate([FREE], false))?.changes.map(({ does }) => does)).toEqual(['adds']);
    expect(await engine.migrate([FREE])).toMatchObject({ applied: true });
    await (await engine.open([FREE])).close();
    expect(await titles()).toEqual(['Straße', 'STRASSE']);
  });
}

describe('SQLite', () => {
  let directory: string | undefined;
  const place = (): string => (directory ??= temporaryDirectory());
  const with_ = <T>(run: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(join(place(), FILE));
    try {
      database.function('ninefold_fold', { deterministic: true }, (text) => String(text).toLowerCase());
      return run(database);
    } finally {
      database.close();
    }
  };
  contract({
    open: (tables) => openSqlite({ directory: place(), tables }),
    migrate: (tables, apply = true) => migrateSqlite(place(), { tables, renames: [] }, { apply, drop: false }),
    async earlier(change = '') {
      with_((database) => {
        database.exec(`PRAGMA user_version = 1; DROP INDEX IF EXISTS ${INDEX}; ${change}`);
        database.exec(`CREATE UNIQUE INDEX ${INDEX} ON "Task" (ninefold_fold("title"))`);
        const stored = database.prepare(`SELECT value FROM _ninefold WHERE key = 'stored'`).get()!['value'];
        database.prepare(`UPDATE _ninefold SET value = ? WHERE key = 'stored'`).run(withoutFolding(stored));
      });
    },
    all: async (query) =>
      with_((database) =>
        database
          .prepare(query)
          .all()
          .map((row) => Object.values(row)),
      ),
    async end() {
      if (directory !== undefined) rmSync(directory, { recursive: true });
      directory = undefined;
    },
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let schema: OwnSchema | undefined;
  const place = async (): Promise<string> => (schema ??= await ownSchema()).url;
  const engine: Engine = {
    open: async (tables) => openPostgres({ url: await place(), tables }),
    migrate: async (tables, apply = true) =>
      migratePostgres(await place(), { tables, renames: [] }, { apply, drop: false }),
    async earlier(change = '') {
      const url = await place();
      const [row] = await sql(`SELECT value FROM _ninefold WHERE key = 'stored'`, url);
      await sql(
        `DROP INDEX IF EXISTS ${INDEX};
         CREATE OR REPLACE FUNCTION ninefold_fold(text) RETURNS text IMMUTABLE STRICT RETURN lower($1 COLLATE "C");
         ${change}
         CREATE UNIQUE INDEX ${INDEX} ON "Task" (ninefold_key(ninefold_fold(title), 2400));
         UPDATE _ninefold SET value = '${withoutFolding(row?.[0]).replaceAll("'", "''")}' WHERE key = 'stored'`,
        url,
      );
    },
    all: async (query) => sql(query, await place()),
    async end() {
      await schema?.drop();
      schema = undefined;
    },
  };
  contract(engine);

  test('beside a text, a field of another type is unique as it is', async () => {
    const unique = [{ columns: ['id', 'title'], ignoringCase: true, cause: 'taken' }];
    await (await engine.open([{ ...TASK, unique }])).close();
    await expect(sql(insert(1, 'a') + insert(2, 'A') + insert(1, 'A'), await place())).rejects.toThrow(
      'Task unique id',
    );
  });

  test('a table that the document does not name is made anew with the others: another process may serve it', async () => {
    await (await engine.open([TASK, OTHER])).close();
    await engine.earlier(insert(1, 'Straße') + insert(2, 'STRASSE'));
    await expect(engine.open([OTHER])).rejects.toThrow('the first with id 1, another with id 2');
    await engine.earlier('DELETE FROM "Task" WHERE id = 2;');
    await (await engine.open([OTHER])).close();
    await expect(sql(insert(3, 'STRASSE'), await place())).rejects.toThrow('Task unique title');
  });
});

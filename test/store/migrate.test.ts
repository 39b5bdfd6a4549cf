// The document changed under existing data: additive changes are applied, anything else is one sentence and no change.

import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Column, Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import type { SqlValue } from '../../src/sql/expression.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { CannotOpen } from '../../src/store/store.ts';
import type { Result, Row } from '../../src/store/store.ts';
import { column, field, literal, select, temporaryDirectory } from './fixtures.ts';

let directory: string;

beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true }));

const BASE: Table = {
  name: 'Task',
  rowKey: '_row',
  columns: [field('title', 'text'), field('due', 'date', true), field('price', 'decimal', true, { scale: 2 })],
  unique: [],
  indexes: [],
};

const withColumns = (...columns: readonly Column[]): Table => ({ ...BASE, columns: [...BASE.columns, ...columns] });
const replaced = (name: string, column: Column | undefined): Table => ({
  ...BASE,
  columns: BASE.columns.flatMap((each) => (each.name !== name ? [each] : column ? [column] : [])),
});

async function write(table: Table, rows: readonly Readonly<Record<string, SqlValue>>[]): Promise<readonly Result[]> {
  const store = await openSqlite({ directory, tables: [table] });
  const results: Result[] = [];
  for (const row of rows) {
    const values = Object.entries(row).map(([name, value]) => ({ column: name, value: literal(value) }));
    const answer = [{ name: 'key', expr: column(table.rowKey, 'integer') }];
    results.push(await store.prepare([{ kind: 'insert', table: table.name, values, answer, checks: [] }]).run({}));
  }
  await store.close();
  return results;
}

async function read(table: Table, ...columns: readonly string[]): Promise<readonly Row[]> {
  const store = await openSqlite({ directory, tables: [table] });
  const order = [{ expr: column(table.rowKey, 'integer'), descending: false }];
  const step: Step = {
    kind: 'list',
    select: select(
      table.name,
      columns.map((name) => column(name)),
      { order },
    ),
    total: false,
  };
  const result = await store.prepare([step]).run({});
  await store.close();
  return result.kind === 'done' ? result.rows : [];
}

/** All that is in the file, but for how it is laid out. */
function content(): string {
  const database = new DatabaseSync(join(directory, FILE), { readOnly: true });
  const schema = database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
  const rows = database.prepare('SELECT * FROM Task').all();
  const own = database.prepare('SELECT * FROM _ninefold').all();
  database.close();
  return createHash('sha256')
    .update(JSON.stringify([schema, rows, own]))
    .digest('hex');
}

async function refusal(tables: readonly Table[]): Promise<string> {
  const before = content();
  const error = await openSqlite({ directory, tables }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CannotOpen);
  expect(content()).toBe(before);
  return error instanceof CannotOpen ? error.message : '';
}

describe('an additive change is applied', () => {
  beforeEach(() => write(BASE, [{ title: 'a', due: '2026-01-01' }, { title: 'b' }]));

  test('a field that may be empty', async () => {
    expect(await read(withColumns(field('note', 'text', true)), 'title', 'note')).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('a field with a value for the rows that are there, and only for those', async () => {
    const table = withColumns(
      field('state', 'text', false, { fill: "it's new" }),
      field('rank', 'integer', true, { fill: 7 }),
    );
    expect(await read(table, 'title', 'state', 'rank')).toEqual([
      ['a', "it's new", 7],
      ['b', "it's new", 7],
    ]);
    await write(table, [{ title: 'c', state: 'x' }]);
    expect((await read(table, 'state', 'rank')).at(-1)).toEqual(['x', null]);
    await expect(write(table, [{ title: 'd' }])).rejects.toThrow('NOT NULL');
  });

  test('a field that need not have a value any more', async () => {
    const table = replaced('title', field('title', 'text', true));
    await write(table, [{ due: '2026-02-02' }]);
    expect(await read(table, 'title', '_version')).toEqual([
      ['a', 1],
      ['b', 1],
      [null, 1],
    ]);
  });

  test('a field that must have a value now, when all rows have one', async () => {
    const table = replaced('due', field('due', 'date'));
    expect(await refusal([table])).toBe(
      'The document does not fit the data that is stored (Task: due must have a value now, 1 row is at stake).',
    );
    const filled = new DatabaseSync(join(directory, FILE));
    filled.exec(`UPDATE Task SET due = '2026-03-03' WHERE due IS NULL`);
    filled.close();
    expect(await read(table, 'due')).toEqual([['2026-01-01'], ['2026-03-03']]);
  });

  test('a table, an index, and the loss of a unique index', async () => {
    const unique: Table = {
      ...BASE,
      unique: [{ columns: ['title'], ignoringCase: true, cause: 'taken' }],
      indexes: [['due', 'title']],
    };
    expect(await write(unique, [{ title: 'A' }])).toEqual([{ kind: 'refused', cause: 'taken' }]);
    expect(await write(BASE, [{ title: 'A' }])).toMatchObject([{ kind: 'done' }]);
    const store = await openSqlite({ directory, tables: [BASE, { ...BASE, name: 'Other' }] });
    await store.close();
    expect(await read(BASE, 'title')).toEqual([['a'], ['b'], ['A']]);
  });

  test('keys are not given again after the rows were copied', async () => {
    const database = new DatabaseSync(join(directory, FILE));
    database.exec('DELETE FROM Task WHERE _row = 2');
    database.close();
    const table = withColumns(field('state', 'text', false, { fill: 'open' }));
    expect(await write(table, [{ title: 'c', state: 'x' }])).toMatchObject([{ rows: [[3]] }]);
  });

  test('the same document again changes nothing', async () => {
    const before = content();
    await read(BASE, 'title');
    expect(content()).toBe(before);
  });
});

const say = (what: string, rows = '3 rows are'): string =>
  `The document does not fit the data that is stored (Task: ${what}, ${rows} at stake).`;

describe('anything else is one sentence and no change', () => {
  beforeEach(() => write(BASE, [{ title: 'a', price: 1 }, { title: 'b' }, { title: 'a', price: 2 }]));

  test('a field that is gone', async () => {
    expect(await refusal([replaced('due', undefined)])).toBe(say('due is gone'));
  });

  test('another type, another scale', async () => {
    expect(await refusal([replaced('due', field('due', 'instant', true))])).toBe(
      say('due was date and is now instant'),
    );
    const finer = replaced('price', field('price', 'decimal', true, { scale: 3 }));
    expect(await refusal([finer])).toBe(say('price was decimal(2) and is now decimal(3)'));
  });

  test('a new field without a value for the rows that are there', async () => {
    expect(await refusal([withColumns(field('owner', 'integer'))])).toBe(
      say('owner is new and has no value for the rows that are there'),
    );
  });

  test('a unique index that rows do not keep', async () => {
    const unique: Table = {
      ...withColumns(field('note', 'text', true)),
      unique: [{ columns: ['title'], ignoringCase: false, cause: 'x' }],
    };
    expect(await refusal([unique])).toBe(say('title must be unique now and rows share a value', '2 rows are'));
  });

  test('a table that the document does not name any more', async () => {
    expect(await refusal([{ ...BASE, name: 'Other' }])).toBe(say('the document does not name it any more'));
  });

  test('another key', async () => {
    const keyed: Table = { ...BASE, rowKey: 'id', columns: [field('id', 'integer'), ...BASE.columns] };
    expect(await refusal([keyed])).toContain('Task: the key was _row and is now id, 3 rows are at stake');
  });
});

test('a table without rows follows the document, and its keys go on', async () => {
  await write(BASE, [{ title: 'a' }]);
  const database = new DatabaseSync(join(directory, FILE));
  database.exec('DELETE FROM Task');
  database.close();
  const other: Table = { ...BASE, columns: [field('title', 'integer'), field('owner', 'integer')] };
  expect(await write(other, [{ title: 5, owner: 6 }])).toMatchObject([{ rows: [[2]] }]);
  expect(await read(other, 'title', 'owner')).toEqual([[5, 6]]);
});

test('names that differ only in case, or that SQLite keeps for itself, are different names', async () => {
  const table: Table = {
    ...BASE,
    name: 'Sqlite_things',
    columns: [field('name', 'text'), field('Name', 'text'), field('a"b', 'text'), field('rowid', 'text')],
    unique: [{ columns: ['Name'], ignoringCase: false, cause: 'Name taken' }],
  };
  const row = { name: 'a', Name: 'b', 'a"b': 'c', rowid: 'd' };
  expect(await write(table, [row, row])).toMatchObject([{ kind: 'done' }, { kind: 'refused', cause: 'Name taken' }]);
  expect(await read(table, 'Name', 'name', 'a"b', 'rowid', '_row')).toEqual([['b', 'a', 'c', 'd', 1]]);
  expect(readFileSync(join(directory, FILE)).subarray(0, 15).toString()).toBe('SQLite format 3');
});

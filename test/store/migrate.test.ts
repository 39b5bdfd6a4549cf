// The document changed under existing data: additive changes are applied, anything else is one sentence and no change.

import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Column, Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import type { SqlValue } from '../../src/sql/expression.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
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
  const store = await openSqlite({ directory, tables: [table], fits: judgeKept });
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
  const store = await openSqlite({ directory, tables: [table], fits: judgeKept });
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
  const error = await openSqlite({ directory, tables, fits: judgeKept }).then(
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

const without = (table: Table): Table => ({ ...table, columns: [], unique: [], indexes: [] });

describe('anything else is one sentence and no change', () => {
  beforeEach(() =>
    write(BASE, [{ title: 'a', price: 1 }, { title: 'b' }, { title: 'a', price: 2, due: '2026-01-01' }]),
  );

  test('a field that is gone, of the rows that have a value there', async () => {
    expect(await refusal([replaced('title', undefined)])).toBe(say('title is gone'));
    expect(await refusal([replaced('price', undefined)])).toBe(say('price is gone', '2 rows are'));
  });

  test('another type, another scale, another target', async () => {
    expect(await refusal([replaced('due', field('due', 'instant', true))])).toBe(
      say('due was date and is now instant', '1 row is'),
    );
    for (const scale of [1, 3])
      expect(await refusal([replaced('price', field('price', 'decimal', true, { scale }))])).toBe(
        say(`price was decimal(2) and is now decimal(${scale})`, '2 rows are'),
      );
  });

  test('several things of several tables, in one sentence', async () => {
    const other: Table = { ...BASE, name: 'Other' };
    const store = await openSqlite({ directory, tables: [BASE, other] });
    await store.close();
    const database = new DatabaseSync(join(directory, FILE));
    database.exec(`INSERT INTO Other (title) VALUES ('x')`);
    database.close();
    expect(await refusal([without(BASE), without(other)])).toBe(
      'The document does not fit the data that is stored (Task: title is gone, 3 rows are at stake; ' +
        'Task: due is gone, 1 row is at stake; Task: price is gone, 2 rows are at stake; Other: title is gone, 1 row is at stake).',
    );
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
    expect(await refusal([keyed])).toContain(
      'Task: the field that numbers its rows was none and is now id, 3 rows are at stake',
    );
  });
});

describe('a column in which no row has a value', () => {
  beforeEach(() => write(BASE, [{ title: 'a' }, { title: 'b' }]));

  test('goes, and the rows stay', async () => {
    expect(await read(replaced('due', undefined), 'title', 'price')).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('is kept in another way', async () => {
    const table = replaced('due', field('due', 'integer', true));
    expect(await write(table, [{ title: 'c', due: 5 }])).toMatchObject([{ kind: 'done' }]);
    expect(await read(table, 'title', 'due')).toEqual([
      ['a', null],
      ['b', null],
      ['c', 5],
    ]);
    expect(await refusal([replaced('due', field('due', 'date'))])).toBe(
      'The document does not fit the data that is stored (Task: due was integer and is now date, 1 row is at stake; ' +
        'Task: due must have a value now, 2 rows are at stake).',
    );
  });
});

const owned = (refers?: string): Table => withColumns(field('owner', 'integer', true, refers ? { refers } : {}));

describe('a column that refers to rows', () => {
  beforeEach(() => write(owned('User'), [{ title: 'a', owner: 7 }, { title: 'b' }]));

  test('refers to those of another table, or to none, only when no row has a value', async () => {
    expect(await refusal([owned('Team')])).toBe(say('owner was a row of User and is now a row of Team', '1 row is'));
    expect(await refusal([owned()])).toBe(say('owner was a row of User and is now integer', '1 row is'));
    const database = new DatabaseSync(join(directory, FILE));
    database.exec('UPDATE Task SET owner = NULL');
    database.close();
    expect(await read(owned('Team'), 'title', 'owner')).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('is taken as it is from a file that does not say what it refers to', async () => {
    const database = new DatabaseSync(join(directory, FILE));
    database.prepare(`UPDATE _ninefold SET value = ?`).run(JSON.stringify({ tables: [owned()] }));
    database.close();
    expect(await read(owned('Team'), 'owner')).toEqual([[7], [null]]);
    expect(await refusal([owned('User')])).toContain('owner was a row of Team and is now a row of User');
  });
});

const listed = (inside?: string): Table =>
  withColumns(field('tags', 'json', true, inside ? { inside: { '["each"]': inside } } : {}));

describe('a list that names rows', () => {
  test('names those of another resource only when no row has a list', async () => {
    await write(listed('Tag'), [{ title: 'a', tags: '[1]' }, { title: 'b' }]);
    expect(await refusal([listed('Person')])).toBe(
      say('tags named rows of Tag and would name rows of Person now', '1 row is'),
    );
    // The values stay what they are: nothing is taken for something else.
    expect(await read(listed(), 'title')).toEqual([['a'], ['b']]);
    expect(await read(listed('Person'), 'title')).toEqual([['a'], ['b']]);
  });
});

const shorter = (maxLength: number): Table =>
  replaced('title', field('title', 'text', false, { rule: { value: { type: 'text' }, schema: { maxLength } } }));
const keyed = (minimum: number): Table => ({
  ...shorter(9),
  keyRule: { value: { type: 'integer' }, schema: { minimum } },
});

describe('what the document allows', () => {
  beforeEach(() => write(shorter(9), [{ title: 'a' }, { title: 'abcd' }, { title: 'abcde' }]));

  test('starts when every row keeps to it', async () => {
    expect(await read(shorter(5), 'title')).toHaveLength(3);
  });

  test('names the first row that does not, by its key', async () => {
    expect(await refusal([shorter(4)])).toBe(
      say('title holds what the document does not allow any more', '1 row is').replace(
        ' at stake)',
        ' at stake, the first is number 3 of its rows, in the order in which they were made)',
      ),
    );
    expect(await refusal([shorter(3)])).toContain(
      '2 rows are at stake, the first is number 2 of its rows, in the order in which they were made)',
    );
  });

  test('does not count rows that broke what it said before', async () => {
    const database = new DatabaseSync(join(directory, FILE));
    database.exec(`UPDATE Task SET title = '0123456789' WHERE _row = 1`);
    database.close();
    expect(await refusal([shorter(4)])).toContain(
      ' 1 row is at stake, the first is number 3 of its rows, in the order in which they were made)',
    );
    expect(await read(shorter(5), 'title')).toHaveLength(3);
  });

  test('stands for itself where nobody can judge it', async () => {
    const error = await openSqlite({ directory, tables: [shorter(8)] }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(
      '3 rows are at stake, the first is number 1 of its rows, in the order in which they were made',
    );
    const store = await openSqlite({ directory, tables: [shorter(9)] });
    await store.close();
  });

  test('of keys too', async () => {
    expect(await read(keyed(1), 'title')).toHaveLength(3);
    expect(await refusal([keyed(3)])).toContain('_row holds what the document does not allow any more, 2 rows are');
  });
});

test('a table that is empty gives its name to one that SQLite takes for the same', async () => {
  await write(BASE, []);
  expect(await write({ ...BASE, name: 'TASK' }, [{ title: 'a' }])).toMatchObject([{ kind: 'done' }]);
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

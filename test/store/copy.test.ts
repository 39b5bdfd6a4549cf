// `copy`: rows of every type from one engine into the other and back are the same rows under the same keys.

import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { SqlType, SqlValue } from '../../src/sql/expression.ts';
import { copyFromPostgres, copyIntoPostgres } from '../../src/store/postgres/copy.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { sqliteSource, sqliteTarget } from '../../src/store/sqlite/copy.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Row, Store } from '../../src/store/store.ts';
import { Random } from '../laws/random.ts';
import { column, field, parameter, select, temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';
import { tap } from './wire-count.ts';

const TYPES: readonly (readonly [string, SqlType])[] = [
  ['text', 'text'],
  ['whole', 'integer'],
  ['real', 'real'],
  ['truth', 'boolean'],
  ['price', 'decimal'],
  ['at', 'instant'],
  ['day', 'date'],
  ['json', 'json'],
];

const EDGES: Readonly<Record<string, readonly SqlValue[]>> = {
  text: [
    '',
    '\0',
    'a\0b',
    '\u0001\u0002\u0003\u0004\u0005',
    "it's",
    '\\',
    '\u{1F600}',
    'é',
    'e\u0301',
    ' \n\t',
    'x'.repeat(9_000),
  ],
  whole: [0, -1, 9_007_199_254_740_991, 9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n],
  real: [0, 0.1, -1e308, 5e-324, 1e21, 5],
  truth: [0, 1],
  price: [0, 1, -1, 100, 9_223_372_036_854_775_807n, -105],
  at: ['2026-01-31T12:00:00.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  day: ['2024-02-29', '0000-01-01', '9999-12-31'],
  json: [
    '[]',
    '{"a":1.10,"b":100000000000000000000.10}',
    '"\\u0000"',
    '{"a":{"a":[null,true,"\\ud83d\\ude00"]}}',
    '1e400',
  ],
};

const KINDS: Table = {
  name: 'Kind',
  rowKey: 'id',
  identity: ['id'],
  columns: [
    ...TYPES.map(([name, type]) => field(name, type, true, type === 'decimal' ? { scale: 2 } : {})),
    field('sibling', 'integer', true, { refers: 'Kind' }),
    field('Äpfel.und "Birnen"', 'text', true),
  ],
  unique: [{ columns: ['text', 'whole'], ignoringCase: false, cause: 'taken' }],
  indexes: [['day']],
};
const OTHER: Table = { name: 'Other', rowKey: '_row', columns: [field('a', 'text', true)], unique: [], indexes: [] };
const WISH = { tables: [KINDS, OTHER], renames: [] };

const NAMES = KINDS.columns.map(({ name }) => name);

let directory: string;
let second: string;
let schema: OwnSchema;

async function write(store: Store, rows: readonly Readonly<Record<string, SqlValue>>[]): Promise<void> {
  const values = KINDS.columns.map(({ name, type }) => ({ column: name, value: parameter(name, type) }));
  const insert = store.prepare([{ kind: 'insert', table: 'Kind', values, answer: [], checks: [] }]);
  for (const row of rows) expect(await insert.run(row)).toMatchObject({ kind: 'done' });
}

async function read(store: Store): Promise<readonly Row[]> {
  const order = [{ expr: column('id', 'integer'), descending: false }];
  const columns = [
    column('id', 'integer'),
    column('_version', 'integer'),
    ...KINDS.columns.map(({ name, type }) => column(name, type)),
  ];
  const answer = await store
    .prepare([{ kind: 'list', select: select('Kind', columns, { order }), total: false }])
    .run({});
  if (answer.kind !== 'done') throw new Error(JSON.stringify(answer));
  return answer.rows;
}

function randomRows(count: number): readonly Readonly<Record<string, SqlValue>>[] {
  const random = new Random(15);
  return Array.from({ length: count }, (_, place) => {
    const own = TYPES.map(([name]) => [name, random.chance(0.2) ? null : random.pick([...EDGES[name]!])] as const);
    const text = place < EDGES['text']!.length ? EDGES['text']![place]! : `row ${place}\0`;
    return {
      ...Object.fromEntries(NAMES.map((name) => [name, null])),
      ...Object.fromEntries(own),
      text,
      sibling: random.chance(0.5) ? 1 : null,
      'Äpfel.und "Birnen"': `${place}`,
    };
  });
}

const noProgress = (): void => undefined;

async function forth(): Promise<unknown> {
  const from = sqliteSource(directory, WISH);
  try {
    return await copyIntoPostgres(schema.url, WISH, from, noProgress);
  } finally {
    from.close();
  }
}

describe.skipIf(!hasPostgres)('between SQLite and PostgreSQL', () => {
  beforeEach(async () => {
    directory = temporaryDirectory();
    second = temporaryDirectory();
    schema = await ownSchema();
  });
  afterEach(async () => {
    rmSync(directory, { recursive: true });
    rmSync(second, { recursive: true });
    await schema.drop();
  });

  test('rows of every type are the same there, and the same again when they are back', async () => {
    const embedded = await openSqlite({ directory, ...WISH });
    await write(embedded, randomRows(2_300));
    const before = await read(embedded);
    await embedded.close();
    expect(await forth()).toEqual([
      { table: 'Kind', rows: 2_300 },
      { table: 'Other', rows: 0 },
    ]);
    const database = await openPostgres({ url: schema.url, ...WISH });
    expect(await read(database)).toEqual(before);
    await database.close();
    await expect(forth()).rejects.toThrow(
      'has rows of Kind already: nothing is copied to where the document has rows.',
    );
    let target: ReturnType<typeof sqliteTarget> | undefined;
    const back = await copyFromPostgres(
      schema.url,
      WISH,
      (changes, tables) => {
        expect(changes).toEqual([]);
        return (target = sqliteTarget(second, { ...WISH, tables }));
      },
      noProgress,
    );
    target?.commit();
    target?.close();
    expect(back).toEqual([
      { table: 'Kind', rows: 2_300 },
      { table: 'Other', rows: 0 },
    ]);
    const again = await openSqlite({ directory: second, ...WISH });
    expect(await read(again)).toEqual(before);
    await again.close();
  });

  test('keys go on behind the highest that was ever given, though its row is gone', async () => {
    const embedded = await openSqlite({ directory, ...WISH });
    await write(embedded, randomRows(5));
    await embedded.close();
    const file = new DatabaseSync(`${directory}/data.sqlite`);
    file.exec('DELETE FROM Kind WHERE id > 3');
    file.close();
    await forth();
    const database = await openPostgres({ url: schema.url, ...WISH });
    await write(database, randomRows(7).slice(6));
    expect((await read(database)).map(([id]) => id)).toEqual([1, 2, 3, 6]);
    await database.close();
  });

  test('a value that came out otherwise keeps everything from being kept', async () => {
    const embedded = await openSqlite({ directory, ...WISH });
    await write(embedded, randomRows(20));
    await embedded.close();
    const database = await openPostgres({ url: schema.url, ...WISH });
    await database.close();
    await sql(
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.day := NULL; RETURN NEW; END $$;
      CREATE TRIGGER spoil BEFORE INSERT ON "Kind" FOR EACH ROW EXECUTE FUNCTION spoil()`,
      schema.url,
    );
    await expect(forth()).rejects.toThrow('as where they come from; nothing of the copy is kept.');
    expect(await sql('SELECT count(*) FROM "Kind"', schema.url)).toEqual([['0']]);
  });

  test('rows that somebody is just writing there stand in the way', async () => {
    const embedded = await openSqlite({ directory, ...WISH });
    await write(embedded, randomRows(3));
    await embedded.close();
    await (await openPostgres({ url: schema.url, ...WISH })).close();
    const other = new Client({ connectionString: schema.url });
    await other.connect();
    try {
      await other.query(`BEGIN; INSERT INTO "Other" (a) VALUES ('x')`);
      const copied = forth();
      copied.catch(() => undefined);
      const waiting = `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = '"Other"'::regclass`;
      await expect.poll(async () => (await sql(waiting, schema.url))[0], { timeout: 5_000 }).toEqual([1]);
      await other.query('COMMIT');
      await expect(copied).rejects.toThrow('has rows of Other already');
    } finally {
      await other.end();
    }
    expect(await sql('SELECT count(*) FROM "Kind"', schema.url)).toEqual([['0']]);
  });

  test('what is copied back is of one moment', async () => {
    const wire = await tap(schema.url);
    try {
      await (await openPostgres({ url: schema.url, ...WISH })).close();
      const into = sqliteTarget(second, WISH);
      await copyFromPostgres(wire.url, WISH, () => into, noProgress).finally(() => into.close());
      const sent = wire.taken();
      const begun = sent.indexOf('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      expect(begun).toBeGreaterThan(-1);
      expect(sent.findIndex((text) => text.includes('"Kind"'))).toBeGreaterThan(begun);
    } finally {
      wire.end();
    }
  });

  test('a directory that is served is refused', async () => {
    const embedded = await openSqlite({ directory, ...WISH });
    await expect(forth()).rejects.toThrow('is in use by another process');
    await embedded.close();
  });
});

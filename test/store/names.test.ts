// Names that a document may give, and an engine may not like: each field, key and state is itself, on both engines.

import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import type { Expr, SqlValue } from '../../src/sql/expression.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { namedOf, preparing } from '../../src/store/postgres/statement.ts';
import { schemaOf } from '../../src/store/relational/schema.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { answer, column, equal, field, literal, temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema } from './postgres.ts';

const ENGINES: readonly (readonly [string, boolean, () => Promise<{ open: Open; end: () => Promise<void> }>])[] = [
  [
    'SQLite',
    true,
    async () => {
      const directory = temporaryDirectory();
      return {
        open: (tables) => openSqlite({ directory, tables }),
        end: async () => rmSync(directory, { recursive: true, force: true }),
      };
    },
  ],
  [
    'PostgreSQL',
    hasPostgres,
    async () => {
      const { url, drop } = await ownSchema();
      return { open: (tables) => openPostgres({ url, tables }), end: drop };
    },
  ],
];
type Open = (tables: readonly Table[]) => Promise<Store>;

const table = (fields: readonly string[], more: Partial<Table>): Table => ({
  name: 'Thing',
  rowKey: 'id',
  columns: fields.map((name) => field(name, 'text', true)),
  unique: [],
  indexes: [],
  ...more,
});

const made = async (store: Store, values: Readonly<Record<string, string>>): Promise<unknown> => {
  const names = Object.keys(values);
  const step: Step = {
    kind: 'insert',
    table: 'Thing',
    values: names.map((name) => ({ column: name, value: literal(values[name]!) })),
    checks: [],
    answer: answer(...names.map((name) => column(name))),
  };
  const result = await store.prepare([step]).run({});
  return result.kind === 'done' ? result.rows[0] : result.kind === 'refused' ? result.cause : result;
};

/** A row of `R1`. */
const inserted = (key: SqlValue, up: SqlValue): Step => {
  const values = Object.entries({ key, up }).map(([name, value]) => ({
    column: name,
    value: literal(value, 'integer'),
  }));
  return { kind: 'insert', table: 'R1', values, checks: [], answer: undefined };
};

describe.each(ENGINES)('on %s', (_, isThere, begin) => {
  const withStore = async (tables: readonly Table[], use: (store: Store) => Promise<void>): Promise<void> => {
    const { open, end } = await begin();
    try {
      // The second time everything is there already.
      for (const _time of [1, 2]) {
        const store = await open(tables);
        await use(store).finally(() => store.close());
      }
    } finally {
      await end();
    }
  };

  test.skipIf(!isThere)('two keys whose names read alike are two', async () => {
    const unique = [['a, b'], ['a', 'b'], ['c ignoring case'], ['c']].map((columns) => ({
      columns,
      ignoringCase: columns[0] === 'c',
      cause: columns.join('+'),
    }));
    let round = 0;
    await withStore([table(['a', 'b', 'a, b', 'c', 'c ignoring case'], { unique })], async (store) => {
      const n = String(++round);
      const taken = async (values: Readonly<Record<string, string>>): Promise<unknown> => made(store, values);
      expect(await taken({ a: n, b: 'x', 'a, b': n, c: `k${n}`, 'c ignoring case': n })).toHaveLength(5);
      expect(await taken({ a: n, b: 'x' })).toBe('a+b');
      expect(await taken({ a: n, b: 'y', 'a, b': n })).toBe('a, b');
      expect(await taken({ c: `K${n}` })).toBe('c');
      expect(await taken({ 'c ignoring case': n })).toBe('c ignoring case');
      expect(await taken({ a: n, b: `z${n}`, 'a, b': `${n}!` })).toHaveLength(3);
    });
  });

  test.skipIf(!isThere)('a name may hold any character', async () => {
    const names = [
      'z\0q',
      'z\ufffdq',
      'it\'s "$1" \\ %s;--',
      '\u0001\u0003',
      `pg_${'x'.repeat(60)}`,
      `pg_${'x'.repeat(59)}y`,
    ];
    const values = Object.fromEntries(names.map((name, place) => [name, String(place)]));
    await withStore([table(names, { indexes: names.map((name) => [name]) })], async (store) => {
      expect(await made(store, values)).toEqual(Object.values(values));
    });
  });

  test.skipIf(!isThere)('a table may be called as the rows of a search are', async () => {
    const columns = [field('key', 'integer'), field('up', 'integer', true)];
    const named: Table = { name: 'R1', rowKey: '_row', columns, unique: [], indexes: [] };
    const below = equal(column('up', 'integer', 'r1'), column('key', 'integer'));
    const above = { kind: 'lookup', table: 'R1', alias: 'r1', match: 'key', value: column('up', 'integer') } as const;
    const shown = answer({ ...above, column: 'key', type: 'integer' });
    const where: Expr = { kind: 'exists', table: 'R1', alias: 'r1', where: below };
    const all: Step = { kind: 'list', select: { table: 'R1', columns: shown, where, order: [] }, total: false };
    const { open, end } = await begin();
    const store = await open([named]);
    try {
      await store.prepare([inserted(1, null), inserted(2, 1), inserted(3, 2)]).run({});
      expect(await store.prepare([all]).run({})).toMatchObject({ rows: [[null], [1]] });
    } finally {
      await store.close();
      await end();
    }
  });

  test.skipIf(!isThere)('a state of any name may leave a row out of a key', async () => {
    const gone = ['g\u0001\u0003', 'a\0b', "it's"];
    const key = { columns: ['key'], ignoringCase: false, cause: 'taken', except: [{ column: 'state', states: gone }] };
    let round = 0;
    await withStore([table(['key', 'state'], { unique: [key] })], async (store) => {
      const n = String(++round);
      for (const state of gone) {
        expect(await made(store, { key: n, state })).toEqual([n, state]);
        expect(await made(store, { key: n, state })).toEqual([n, state]);
      }
      expect(await made(store, { key: n, state: 'open' })).toHaveLength(2);
      expect(await made(store, { key: n, state: 'open' })).toBe('taken');
    });
  });
});

/** Of one process. */
const names = (texts: readonly string[]): readonly string[] => {
  const on = preparing(schemaOf([], POSTGRES));
  return texts.map((sql) => namedOf({ statement: on.prepare({ sql, args: [] }), bindings: {} }).name);
};

test('a prepared statement is called by its text alone, whoever prepares it and in whatever order', () => {
  const [one, two] = names(['SELECT 1', 'SELECT 2']);
  expect(names(['SELECT 2', 'SELECT 1', 'SELECT 2'])).toEqual([two, one, two]);
  expect(one).not.toBe(two);
});

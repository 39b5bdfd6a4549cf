// What PostgreSQL is given beside expressions: folds, merges, names, indexes, values at the edge.

import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  string,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Column, Table } from '../../src/plan/plan.ts';
import type { SqlType, SqlValue } from '../../src/sql/expression.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import { places, scopeOf, shapeOfColumn, stored, tableOf } from '../../src/store/relational/print.ts';
import type { Schema } from '../../src/store/relational/schema.ts';
import { openPostgres, PATIENCE } from './engines.ts';
import type { OwnPostgres } from './engines.ts';
import { hasPostgres } from '../store/postgres.ts';

let on: OwnPostgres;
beforeAll(async () => {
  const opened = await openPostgres([]);
  if (opened) on = opened;
}, PATIENCE);
afterAll(async () => {
  if (hasPostgres) await on.close();
}, PATIENCE);

const one = async (sql: string, values: readonly [SqlValue, SqlType][]): Promise<SqlValue> => {
  const args = values.map(([value, type]) => ({ constant: value, type }));
  return (await on.run({ sql, args }, {}))[0]?.[0] ?? null;
};

async function insert(schema: Schema, table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
  const shape = tableOf(schema, table);
  const scope = scopeOf(schema, table, false);
  const columns = Object.keys(row).map((name) => shapeOfColumn(shape, name));
  const values = Object.keys(row).map((name, place) =>
    stored({ kind: 'parameter', name, type: columns[place]?.type ?? 'text' }, columns[place]!, scope),
  );
  const into = columns.map(({ sql }) => sql).join(', ');
  await on.run(
    { sql: `INSERT INTO ${shape.sql} (${into}) VALUES (${values.join(', ')})`, args: scope.places.args },
    row,
  );
}

const MANY = Array.from({ length: 9_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join('');
const long = (last: string): string => `${MANY}${last}`;

const column = (name: string, type: SqlType = 'text', more: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: true,
  ...more,
});
const table = (name: string, columns: readonly Column[], more: Partial<Table> = {}): Table => ({
  name,
  rowKey: '_row',
  columns,
  unique: [],
  indexes: [],
  ...more,
});
const unique = (columns: readonly string[], ignoringCase = false): Table['unique'][number] => ({
  columns,
  ignoringCase,
  cause: columns.join(),
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  test('refuses two rows with the same values, of any length, and knows them by the index', async () => {
    const wide = { value: { type: 'text' }, schema: { maxLength: 80 } } as const;
    const bounded = { value: { type: 'text' }, schema: { maxLength: 9_001 } } as const;
    const columns = [
      column('a'),
      column('b', 'text', { rule: wide }),
      column('c'),
      column('n', 'integer'),
      column('d', 'text', { rule: bounded }),
    ];
    const schema = await on.make([
      table('Long', columns, {
        unique: [unique(['a']), unique(['b'], true), unique(['c', 'n']), unique(['d'])],
        indexes: [['a'], ['n', 'a'], ['a', 'n']],
      }),
    ]);
    const names = tableOf(schema, 'Long').unique.map(({ name }) => name);
    await insert(schema, 'Long', { a: long('1'), b: 'Éa', c: long('1'), n: 1, d: long('1') });
    await insert(schema, 'Long', { a: long('2'), b: 'Éb', c: long('1'), n: 2 });
    await insert(schema, 'Long', { a: null, b: null, c: long('1'), n: null });
    await insert(schema, 'Long', { a: null, b: null, c: long('1'), n: null });
    const row = { a: 'x', b: 'x', c: 'x', n: 9 };
    const met = [{ a: long('1') }, { b: 'éB' }, { c: long('1'), n: 2 }, { d: long('1') }];
    for (const [place, same] of met.entries())
      await expect(insert(schema, 'Long', { ...row, ...same })).rejects.toMatchObject({
        code: '23505',
        constraint: names[place],
      });
    await insert(schema, 'Long', row);
  });

  test('finds by an index what is compared with a column of its own type', async () => {
    const kinds: readonly SqlType[] = ['integer', 'decimal', 'instant', 'date', 'boolean', 'text'];
    const schema = await on.make([
      table(
        'Found',
        kinds.map((kind) => column(kind, kind, { scale: 2 })),
        { indexes: kinds.map((kind) => [kind]) },
      ),
    ]);
    const shape = tableOf(schema, 'Found');
    await on.run({ sql: 'SET enable_seqscan = off', args: [] }, {});
    for (const kind of kinds) {
      const scope = scopeOf(schema, 'Found');
      const given = stored({ kind: 'parameter', name: 'given', type: kind }, shapeOfColumn(shape, kind), scope);
      const found = `EXPLAIN SELECT 1 FROM ${shape.sql} WHERE ${shapeOfColumn(shape, kind).sql} = ${given}`;
      const value = { integer: 1, decimal: 1, instant: '2026-06-15T12:00:00.000Z', date: '2026-06-15', boolean: 1 };
      const rows = await on.run(
        { sql: found, args: scope.places.args },
        { given: value[kind as keyof typeof value] ?? 'a' },
      );
      expect(rows.join('\n'), kind).toMatch(/Index/);
    }
    await on.run({ sql: 'RESET enable_seqscan', args: [] }, {});
  });

  test('takes every name, however long, and whatever it differs by', async () => {
    const long = 'a_rather_long_name_that_goes_on_and_on_beyond_what_a_database_keeps_of_it';
    const fields = [
      'xmin',
      '_xmin',
      'ctid',
      'tableoid',
      'Title',
      'title',
      'a "b"',
      `${long}1`,
      `${long}2`,
      'ü'.repeat(40),
      '_row_2',
    ];
    const columns = fields.map((name) => column(name));
    const named = (name: string): Table =>
      table(name, columns, {
        unique: fields.map((field) => unique([field])),
        indexes: [[`${long}1`, `${long}2`], ['title']],
      });
    const tables = ['user', 'User', `${long}1`, `${long}2`, 'pg_class', 'select'].map(named);
    const schema = await on.make(tables);
    for (const { name } of tables) {
      await insert(schema, name, Object.fromEntries(fields.map((field) => [field, field])));
      const scope = scopeOf(schema, name);
      const shape = tableOf(schema, name);
      const sql = `SELECT ${fields.map((field) => shapeOfColumn(shape, field).sql).join(', ')} FROM ${shape.sql}`;
      expect(await on.run({ sql, args: scope.places.args }, {})).toEqual([fields]);
    }
  });

  test('keeps in a column what it is given, and gives it back without being told the type', async () => {
    const values: readonly (readonly [SqlType, readonly SqlValue[]])[] = [
      ['text', ['', '\0', '\u0001\u0002\u0003\u0004\u0005\u0006', 'a\0\u0003b', '😀']],
      ['integer', [0, -1, 2 ** 53 - 1, 2n ** 63n - 1n, -(2n ** 63n)]],
      ['real', [0, 0.1, 5e-324, -1.7976931348623157e308, 1e21, 1e23]],
      ['boolean', [0, 1]],
      ['decimal', [0, 5, -5, 100, 2n ** 63n - 1n, -(2n ** 63n)]],
      [
        'instant',
        [
          '0000-01-01T00:00:00.000Z',
          '0000-12-31T23:59:59.999Z',
          '0001-01-01T00:00:00.010Z',
          '0099-02-28T01:02:03.400Z',
          '9999-12-31T23:59:59.999Z',
        ],
      ],
      ['date', ['0000-02-29', '0001-01-01', '9999-12-31']],
      ['json', ['{"b":1,"a":1.50,"b":"\\u0000"}', '[1e400, 12345678901234567890]', 'null']],
    ];
    const schema = await on.make([
      table(
        'Kept',
        values.map(([type]) => column(type, type, { scale: 2 })),
      ),
    ]);
    const shape = tableOf(schema, 'Kept');
    for (const [type, all] of values) {
      for (const value of [...all, null]) {
        await on.run({ sql: `DELETE FROM ${shape.sql}`, args: [] }, {});
        await insert(schema, 'Kept', { [type]: value });
        const { sql, scale } = shapeOfColumn(shape, type);
        const both = `SELECT ${sql}, ${POSTGRES.outOf(sql, { type, scale, bytes: Infinity })} FROM ${shape.sql}`;
        expect(await on.run({ sql: both, args: [] }, {}), `${type} ${String(value)}`).toEqual([[value, value]]);
      }
    }
    expect(await one('SELECT $1::text', [['\ud800', 'text']])).toBe('\ufffd');
  });

  test('merges any document with any patch as RFC 7396 says', async () => {
    const print = places(POSTGRES);
    const target = POSTGRES.into(
      { sql: print.name('before', 'json'), type: 'json' },
      { type: 'json', scale: 0, bytes: Infinity },
    );
    const patch = POSTGRES.into(
      { sql: print.name('patch', 'json'), type: 'json' },
      { type: 'json', scale: 0, bytes: Infinity },
    );
    const sql = `SELECT ${POSTGRES.merge(target, patch)}`;
    const merged = async (before: string | null, change: string): Promise<SqlValue> =>
      (await on.run({ sql, args: print.args }, { before, patch: change }))[0]?.[0] ?? null;
    expect(
      await merged(
        '{"a":12345678901234567890,"b":{"c":1.50,"\\"":1e400}}',
        '{"b":{"d":-0.10},"\\u0000":null,"__proto__":{"e":1}}',
      ),
    ).toBe('{"a":12345678901234567890,"b":{"c":1.50,"\\"":1e400,"d":-0.10},"__proto__":{"e":1}}');
    expect(await merged(null, '{"a":1,"b":null}')).toBe('{"a":1}');
    const key = constantFrom('a', 'b', 'ä', '"', '\\', '\\u0000', '\n', '😀', '', '\u0001', '\0', '\u0001\u0003');
    const { json } = letrec<{ json: unknown }>((tie) => ({
      json: oneof(
        { depthSize: 'small' },
        constant(null),
        boolean(),
        integer(),
        string({ unit: 'grapheme' }),
        key,
        array(tie('json'), { maxLength: 3 }),
        dictionary(key, tie('json'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    await assert(
      asyncProperty(json, json, async (before, change) => {
        const after = await merged(JSON.stringify(before), JSON.stringify(change));
        // As text: V8's JSON.parse (13.6) misreads names of one escaped character.
        expect(String(after).replaceAll('\\u005c', '\\\\')).toBe(JSON.stringify(apply(before, change)));
      }),
      { numRuns: 1_000 },
    );
  });
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The pseudo-code of the RFC. */
function apply(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, apply(result.get(name), value));
  }
  return Object.fromEntries(result);
}

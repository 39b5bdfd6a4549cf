// Numbers of all rows that PostgreSQL keeps: for rows that are there, under other names, in tables that are made anew, where nobody needs them
// any more, after people's own statements, and when the process is killed; the lists say the same on both engines. Decision 0045.

import { afterEach, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import type { Store } from '../../src/store/store.ts';
import { tablesAsSql } from '../../src/store/tables.ts';
import { trials } from '../trials.ts';
import { column, equal, field, literal, parameter, select } from './fixtures.ts';
import { killed } from './killed.ts';
import { ENGINES, inDatabase, plansOf, type Place } from './member-places.ts';
import { hasPostgres } from './postgres.ts';

const NOTE: Table = {
  name: 'Note',
  rowKey: '_row',
  columns: [
    field('tags', 'json'),
    field('at', 'instant'),
    field('author', 'integer', true),
    field('closed', 'boolean'),
  ],
  unique: [],
  indexes: [],
  total: true,
};
const { total: _total, ...PLAIN } = NOTE;

const page = (where?: Select['where'], most?: number): Step => ({
  kind: 'list',
  select: select('Note', [column('_row', 'integer')], {
    where,
    order: [{ expr: column('_row', 'integer'), descending: true }],
    limit: literal(1, 'integer'),
  }),
  total: true,
  ...(most !== undefined && { most }),
});
type Select = Extract<Step, { kind: 'list' }>['select'];

let place: Place;
const stores: Store[] = [];
afterEach(async () => {
  await close();
  await place.end();
});

async function close(): Promise<void> {
  for (const store of stores.splice(0)) await store.close();
}

async function start(tables: readonly Table[]): Promise<Store> {
  const store = await place.open(tables);
  stores.push(store);
  return store;
}

const fill = async (many: number): Promise<unknown> =>
  place.ask(
    place.dialect === POSTGRES
      ? `INSERT INTO "Note" (tags, at, closed) SELECT '[]', now(), false FROM generate_series(1, ${many})`
      : `INSERT INTO Note (tags, at, closed) SELECT '[]', '2026-01-01T00:00:00.000Z', 0 FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many}) SELECT i FROM n)`,
  );

/** What the list says is what is there; answers it. */
async function exact(store: Store): Promise<number> {
  const [[there] = []] = await place.ask('SELECT count(*) FROM "Note"');
  const result = await store.prepare([page()]).run({});
  expect(result).toMatchObject({ kind: 'done', total: Number(there) });
  if (place.dialect === POSTGRES)
    expect((await place.ask('SELECT coalesce(sum(n), 0)::int FROM "_total Note"'))[0]).toEqual([Number(there)]);
  return Number(there);
}

/** Tables, functions and triggers that keep a total. */
const keepers = async (): Promise<readonly string[]> => {
  const rows = await place.ask(`
    SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname LIKE '\\_total %'
    UNION ALL SELECT regexp_replace(proname, '_[0-9a-f]+$', '') FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'ninefold\\_total%'
    UNION ALL SELECT tgname::text FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND tgname LIKE '\\_total %' ORDER BY 1`);
  return rows.map(([name]) => String(name));
};
const ALL = ['_total Note', '_total Note delete', '_total Note insert', '_total Note truncate', 'ninefold_total'];

describe.each(ENGINES)('on %s', (_, isThere, make) => {
  test.skipIf(!isThere)('rows that are there are counted, then each that comes and goes', async () => {
    place = await make();
    await start([PLAIN]);
    await fill(50);
    await close();
    const store = await start([NOTE]);
    expect(await exact(store)).toBe(50);
    await fill(7);
    expect(await exact(store)).toBe(57);
    await place.ask('DELETE FROM "Note" WHERE _row % 10 = 3');
    expect(await exact(store)).toBe(51);
    await place.ask('DELETE FROM "Note" WHERE _row < 0');
    await place.ask('UPDATE "Note" SET author = 1');
    expect(await exact(store)).toBe(51);
    const author = equal(column('author', 'integer'), parameter('author', 'integer'));
    expect(await store.prepare([page(author)]).run({ author: 2 })).toMatchObject({ total: 0 });
    // A bounded one needs no more than its bound.
    const bounded = await store.prepare([page(undefined, 5)]).run({});
    expect(bounded).toMatchObject({ total: place.dialect === POSTGRES ? 6 : 51 });
  });

  test.skipIf(!isThere)('kill -9 leaves the number of rows', async () => {
    place = await make();
    for (let round = 0; round < trials(2, 3); round++) {
      await killed(place.at(), [NOTE], round * 1_000_000);
      expect(await exact(await start([NOTE]))).toBeGreaterThan(0);
      await close();
    }
  });

  test.skipIf(!isThere)('a migration keeps it: a new field, another name, a field that is given up', async () => {
    place = await make();
    await start([NOTE]);
    await fill(20);
    await close();
    const wider: Table = { ...NOTE, columns: [...NOTE.columns, field('more', 'text', true)] };
    expect(await exact(await start([wider]))).toBe(20);
    await fill(2);
    await close();
    const renamed: Table = {
      ...wider,
      columns: wider.columns.map((each) => (each.name === 'more' ? { ...each, name: 'words' } : each)),
    };
    await place.migrate([renamed], { apply: true, drop: false }, [{ resource: 'Note', field: 'words', was: ['more'] }]);
    await fill(3);
    expect(await exact(await start([renamed]))).toBe(25);
    await close();
    await place.migrate([NOTE], { apply: true, drop: true });
    await fill(5);
    expect(await exact(await start([NOTE]))).toBe(30);
  });

  test.skipIf(!isThere)('a table that is made anew under another key is counted anew', async () => {
    place = await make();
    await start([NOTE]);
    await fill(4);
    await place.ask('DELETE FROM "Note"');
    await close();
    const keyed: Table = { ...NOTE, rowKey: 'number', columns: [field('number', 'integer'), ...NOTE.columns] };
    const store = await start([keyed]);
    await fill(6);
    const { total, rows } = (await store
      .prepare([
        {
          ...page(),
          select: { ...(page() as { select: Select }).select, columns: [], order: [] },
        } as Step,
      ])
      .run({})) as { total: number; rows: readonly unknown[] };
    expect([total, rows.length]).toEqual([6, 1]);
  });
});

describe.skipIf(!hasPostgres)('on PostgreSQL alone', () => {
  test('what nobody needs any more is gone, with its triggers', async () => {
    place = await inDatabase();
    await start([NOTE]);
    expect(await keepers()).toEqual(ALL);
    await close();
    await start([PLAIN]);
    expect(await keepers()).toEqual([]);
    await fill(3);
    await close();
    expect(await exact(await start([NOTE]))).toBe(3);
    expect(await keepers()).toEqual(ALL);
    await close();
    // The resource itself goes.
    await place.migrate([{ ...PLAIN, name: 'Other' }], { apply: true, drop: true });
    expect(await keepers()).toEqual([]);
  });

  test('another process that still serves finds it, and the rows of the new one in it', async () => {
    place = await inDatabase();
    const first = await start([NOTE]);
    await start([PLAIN]);
    await fill(4);
    expect(await exact(first)).toBe(4);
    expect(await keepers()).toEqual(ALL);
  });

  test('a trigger that someone dropped is made again, and the rows are counted anew', async () => {
    place = await inDatabase();
    await start([NOTE]);
    await fill(9);
    await close();
    await place.ask('DROP TRIGGER "_total Note delete" ON "Note"');
    await place.ask('DELETE FROM "Note" WHERE _row > 4');
    await start([{ ...NOTE, columns: [...NOTE.columns, field('more', 'text', true)] }]);
    expect(await exact(stores[0]!)).toBe(4);
  });

  test('TRUNCATE leaves none', async () => {
    place = await inDatabase();
    const store = await start([NOTE]);
    await fill(9);
    await place.ask('TRUNCATE "Note"');
    await fill(2);
    expect(await exact(store)).toBe(2);
  });

  test('the table is not read for it', async () => {
    place = await inDatabase();
    await start([NOTE]);
    await fill(300);
    await place.ask('ANALYZE');
    const counting = await plansOf(place, [NOTE], page() as Extract<Step, { kind: 'list' }>);
    expect(counting.at(-1)).toContain('"_total Note"');
    expect(counting.at(-1)).not.toMatch(/ on "Note"/);
    const plain = await plansOf(place, [PLAIN], page() as Extract<Step, { kind: 'list' }>);
    expect(plain.at(-1), 'the canary').toMatch(/ on "Note"|"Note_pkey"/);
  });

  test('what an export shows as SQL makes it', async () => {
    place = await inDatabase();
    const [, ofPostgres = ''] = tablesAsSql([NOTE]).split('-- PostgreSQL\n');
    expect(tablesAsSql([NOTE]).match(/CREATE TABLE "_total Note"/g)).toHaveLength(1);
    await place.ask(ofPostgres);
    await fill(3);
    expect((await place.ask('SELECT sum(n)::int FROM "_total Note"'))[0]).toEqual([3]);
  });
});

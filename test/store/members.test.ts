// "Has" a list a member: most lists are told apart by their JSON as a whole, and those that escape something are read. Both engines.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { column, field, literal, parameter, select, temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema } from './postgres.ts';

const NOTE: Table = {
  name: 'Note',
  rowKey: '_row',
  columns: [field('tags', 'json')],
  unique: [],
  indexes: [],
};

const LISTS = [
  '[]',
  '["plain"]',
  '["plainer", "more"]',
  String.raw`["pl\u0061in"]`,
  String.raw`["\\"]`,
  String.raw`["say \"it\"", "ä"]`,
  String.raw`["\u00e4"]`,
  String.raw`["a\nb"]`,
  '["", "plain"]',
  '[1, "1", null, {"in": "plain"}]',
];
const SOUGHT = ['plain', 'in', '', '"', '\\', 'say "it"', 'ä', 'a\nb', String.raw`a\nb`, '1', ', ', 'none'];

const insert = (list: string): Step => ({
  kind: 'insert',
  table: 'Note',
  values: [{ column: 'tags', value: literal(list, 'json') }],
  checks: [],
  answer: undefined,
});

const ENGINES = [
  ['SQLite', true],
  ['PostgreSQL', hasPostgres],
] as const;

describe.each(ENGINES)('on %s', (engine, isThere) => {
  let store: Store;
  let end: () => Promise<void>;
  beforeAll(async () => {
    if (!isThere) return;
    if (engine === 'SQLite') {
      const directory = temporaryDirectory();
      store = await openSqlite({ directory, tables: [NOTE] });
      end = async () => rmSync(directory, { recursive: true });
    } else {
      const own = await ownSchema();
      store = await openPostgres({ url: own.url, tables: [NOTE] });
      end = own.drop;
    }
    for (const list of LISTS) await store.prepare([insert(list)]).run({});
  });
  afterAll(async () => {
    if (!isThere) return;
    await store.close();
    await end();
  });

  test.skipIf(!isThere).each(SOUGHT)('%j', async (sought) => {
    const has = { kind: 'has', left: column('tags', 'json'), right: parameter('sought') } as const;
    const order = [{ expr: column('_row', 'integer'), descending: false }];
    const list: Step = {
      kind: 'list',
      select: select('Note', [column('tags', 'json')], { where: has, order }),
      total: false,
    };
    const result = await store.prepare([list]).run({ sought });
    const expected = LISTS.filter((each) => (JSON.parse(each) as unknown[]).includes(sought));
    expect(result).toMatchObject({ rows: expected.map((each) => [each]) });
  });

  test.skipIf(!isThere)('a page far behind', async () => {
    for (let made = 0; made < 130; made++) await store.prepare([insert('["many", "\\u00e4"]')]).run({});
    const list: Step = {
      kind: 'list',
      select: select('Note', [column('_row', 'integer')], {
        where: { kind: 'has', left: column('tags', 'json'), right: parameter('sought') },
        order: [{ expr: column('_row', 'integer'), descending: true }],
        limit: parameter('limit', 'integer'),
        offset: parameter('offset', 'integer'),
      }),
      total: true,
    };
    const page = store.prepare([list]);
    for (const offset of [99, 100, 101, 129]) {
      const last = LISTS.length + 130 - offset;
      const rows = [[last], [last - 1]].slice(0, 130 - offset);
      expect(await page.run({ sought: 'many', limit: 2, offset })).toMatchObject({ rows, total: 130 });
    }
  });
});

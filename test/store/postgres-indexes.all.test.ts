// Indexes on texts follow what the document says of their length: PostgreSQL has no room for a long text in an entry of
// most of them, and a row that it refuses for that is one that the document allows.

import { describe, expect, test } from 'vitest';
import type { Column, Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';

const RULED: Pick<Column, 'rule'> = { rule: { value: { type: 'text' }, schema: { maxLength: 80 } } };

function tables(more: Pick<Column, 'rule'>): readonly Table[] {
  const column = (name: string): Column => ({ name, type: 'text', nullable: true, ...more });
  return [
    {
      name: 'Note',
      rowKey: '_row',
      columns: [column('title'), column('slug'), column('state')],
      unique: [{ columns: ['slug'], ignoringCase: false, cause: 'taken' }],
      indexes: [['title'], ['state', 'title']],
    },
  ];
}

const INSERT: Step = {
  kind: 'insert',
  table: 'Note',
  values: ['title', 'slug', 'state'].map((column) => ({
    column,
    value: { kind: 'parameter', name: column, type: 'text' },
  })),
  checks: [],
  answer: undefined,
};

/** No two bytes of it repeat soon enough to be packed. */
const long = Array.from({ length: 9_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join('');

describe.skipIf(!hasPostgres)('with a database', () => {
  test('texts that may be longer than they were find room', async () => {
    const schema = await ownSchema();
    const run = async (tablesNow: readonly Table[], values: Record<string, string>): Promise<string> => {
      const store = await openPostgres({ url: schema.url, tables: tablesNow });
      const { kind } = await store.prepare([INSERT]).run(values);
      await store.close();
      return kind;
    };
    try {
      const store = await openPostgres({ url: schema.url, tables: tables(RULED) });
      await store.close();
      const all = { title: long, slug: long, state: long };
      expect(await run(tables({}), all)).toBe('done');
      expect(await run(tables({}), all)).toBe('refused');
      expect(await run(tables({}), { ...all, slug: 'a' })).toBe('done');
      const made = await sql(`SELECT indexdef FROM pg_indexes WHERE schemaname = '${schema.name}' ORDER BY indexname`);
      expect(made.flat().filter((each) => /USING hash/.test(String(each)))).toHaveLength(3);
    } finally {
      await schema.drop();
    }
  });

  test('what is only counted costs a write no entry; rows that change stay on their pages', async () => {
    const schema = await ownSchema();
    try {
      const counted: Table = { ...tables(RULED)[0]!, unique: [], indexes: [], counted: ['title'] };
      await (await openPostgres({ url: schema.url, tables: [counted] })).close();
      const made = await sql(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = '${schema.name}' AND tablename = 'Note'`,
      );
      expect(made.flat().map(String)).toEqual([expect.stringMatching(/UNIQUE INDEX "Note_pkey"/)]);
      const of = `relnamespace = '${schema.name}'::regnamespace AND relname = 'Note'`;
      expect(await sql(`SELECT reloptions::text FROM pg_class WHERE ${of}`)).toEqual([['{fillfactor=80}']]);
    } finally {
      await schema.drop();
    }
  });
});

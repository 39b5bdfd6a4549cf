// Lists as an index can serve them: filters that are not sent, rows found from the other end, and columns of a row that is joined. Each
// answers what it answered when it was asked of each row; both engines.

import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import type { Expr, SqlValue } from '../../src/sql/expression.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { joined } from '../../src/store/relational/joined.ts';
import { selection } from '../../src/store/relational/selection.ts';
import { keyed, oneOfFew } from '../../src/store/relational/keyed.ts';
import { scopeOf } from '../../src/store/relational/print.ts';
import { schemaOf } from '../../src/store/relational/schema.ts';
import { simpler } from '../../src/sql/sent.ts';
import { SQLITE } from '../../src/store/sqlite/dialect.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Bindings, Store } from '../../src/store/store.ts';
import { answer, column, equal, field, literal, parameter, select, temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema } from './postgres.ts';

const PERSON: Table = {
  name: 'Person',
  rowKey: '_row',
  columns: [field('name', 'text'), field('about', 'text', true)],
  unique: [{ columns: ['name'], ignoringCase: false, cause: 'Person.name taken' }],
  indexes: [],
};
const NOTE: Table = {
  name: 'Note',
  rowKey: '_row',
  columns: [field('title', 'text'), field('owner', 'integer', true, { refers: 'Person' })],
  unique: [],
  indexes: [['owner']],
};
const MARK: Table = {
  name: 'Mark',
  rowKey: '_row',
  columns: [
    field('by', 'integer', true, { refers: 'Person' }),
    field('note', 'integer', true, { refers: 'Note' }),
    field('whose', 'integer', true, { refers: 'Person' }),
  ],
  unique: [{ columns: ['by', 'note'], ignoringCase: false, cause: 'Mark taken' }],
  indexes: [['by'], ['note'], ['whose']],
};
const TABLES = [PERSON, NOTE, MARK];

/** `owner` 9 is nobody; so is the one of `lost`. */
const ROWS: readonly (readonly [string, Readonly<Record<string, SqlValue>>])[] = [
  ['Person', { name: 'ada', about: null }],
  ['Person', { name: 'bob', about: 'b' }],
  ['Note', { title: 'a1', owner: 1 }],
  ['Note', { title: 'b1', owner: 2 }],
  ['Note', { title: 'gone', owner: 9 }],
  ['Note', { title: 'lost', owner: null }],
  ['Note', { title: 'a2', owner: 1 }],
  ['Mark', { by: 2, note: 1, whose: 1 }],
  ['Mark', { by: 2, note: 4, whose: null }],
  ['Mark', { by: 1, note: 2, whose: 2 }],
  ['Mark', { by: 2, note: null, whose: 9 }],
];

const put = ([table, values]: (typeof ROWS)[number]): Step => ({
  kind: 'insert',
  table,
  values: Object.entries(values).map(([name, value]) => ({
    column: name,
    value: literal(value, typeof value === 'string' || name === 'about' ? 'text' : 'integer'),
  })),
  checks: [],
  answer: undefined,
});

let alias = 0;
const ofOwner = (name: string): Expr => ({
  kind: 'lookup',
  table: 'Person',
  alias: `r${++alias}`,
  match: '_row',
  value: column('owner', 'integer'),
  column: name,
  type: name === '_row' ? 'integer' : 'text',
});
const keyOf = (name: string): Expr => ({
  kind: 'lookup',
  table: 'Person',
  alias: `r${++alias}`,
  match: 'name',
  value: parameter(name),
  column: '_row',
  type: 'integer',
});
const unlessSent = (name: string, item: Expr): Expr => ({
  kind: 'or',
  items: [{ kind: 'not', item: { kind: 'is-set', operand: parameter(name) } }, item],
});
const marked = (own: string, theirs: string, by: Expr): Extract<Expr, { kind: 'exists' }> => {
  const source = `r${++alias}`;
  const pair = equal(column(theirs, 'integer', source), column(own, 'integer'));
  const items = [pair, equal(column('by', 'integer', source), by)];
  return { kind: 'exists', table: 'Mark', alias: source, where: { kind: 'and', items } };
};

const list = (total: boolean): Step => ({
  kind: 'list',
  select: select('Note', [], {
    columns: answer(column('title'), ofOwner('name'), ofOwner('about'), ofOwner('_row')),
    where: {
      kind: 'and',
      items: [
        unlessSent('owner', equal(ofOwner('name'), parameter('owner'))),
        unlessSent('marked', marked('_row', 'note', keyOf('marked'))),
        unlessSent('known', marked('owner', 'whose', keyOf('known'))),
        unlessSent('not', { kind: 'not', item: marked('owner', 'whose', keyOf('not')) }),
      ],
    },
    order: [{ expr: column('_row', 'integer'), descending: true }],
    limit: parameter('limit', 'integer'),
    offset: parameter('offset', 'integer'),
  }),
  total,
});

const isSet = (name: string): Expr => ({ kind: 'is-set', operand: parameter(name) });

const NONE: Bindings = { owner: null, marked: null, known: null, not: null, limit: null, offset: 0 };

const CASES: readonly (readonly [what: string, Bindings, rows: readonly SqlValue[][], total: number])[] = [
  [
    'nothing is sent',
    {},
    [
      ['a2', 'ada', null, 1],
      ['lost', null, null, null],
      ['gone', null, null, null],
      ['b1', 'bob', 'b', 2],
      ['a1', 'ada', null, 1],
    ],
    5,
  ],
  [
    'a page of all',
    { limit: 2, offset: 3 },
    [
      ['b1', 'bob', 'b', 2],
      ['a1', 'ada', null, 1],
    ],
    5,
  ],
  ['a page behind all', { limit: 2, offset: 7 }, [], 5],
  [
    'an owner',
    { owner: 'ada' },
    [
      ['a2', 'ada', null, 1],
      ['a1', 'ada', null, 1],
    ],
    2,
  ],
  ['an owner, a full page', { owner: 'ada', limit: 1 }, [['a2', 'ada', null, 1]], 2],
  ['an owner, a last page', { owner: 'ada', limit: 2, offset: 1 }, [['a1', 'ada', null, 1]], 2],
  ['an owner, no rows asked for', { owner: 'ada', limit: 0 }, [], 2],
  ['a page far behind', { limit: 2, offset: 500 }, [], 5],
  ['nobody', { owner: 'eve' }, [], 0],
  [
    'what bob marked',
    { marked: 'bob' },
    [
      ['lost', null, null, null],
      ['a1', 'ada', null, 1],
    ],
    2,
  ],
  ['what bob marked, of ada', { marked: 'bob', owner: 'ada' }, [['a1', 'ada', null, 1]], 1],
  [
    'of whom bob knows; a number of nobody is a number',
    { known: 'bob' },
    [
      ['a2', 'ada', null, 1],
      ['gone', null, null, null],
      ['a1', 'ada', null, 1],
    ],
    3,
  ],
  [
    'of whom bob does not know; nothing is not known',
    { not: 'bob' },
    [
      ['lost', null, null, null],
      ['b1', 'bob', 'b', 2],
    ],
    2,
  ],
];

const ENGINES = [
  ['SQLite', true],
  ['PostgreSQL', hasPostgres],
] as const;

describe.each(ENGINES)('%s', (engine, runs) => {
  let store: Store;
  let end: () => Promise<void>;
  beforeAll(async () => {
    if (!runs) return;
    if (engine === 'SQLite') {
      const directory = temporaryDirectory();
      store = await openSqlite({ directory, tables: TABLES });
      end = async () => rmSync(directory, { recursive: true });
    } else {
      const own = await ownSchema();
      store = await openPostgres({ url: own.url, tables: TABLES });
      end = own.drop;
    }
    for (const row of ROWS) await store.prepare([put(row)]).run({});
  });
  afterAll(async () => {
    if (!runs) return;
    await store.close();
    await end();
  });

  test.skipIf(!runs).for(CASES)('%s', async ([, sent, rows, total]) => {
    const found = { kind: 'done', outcome: 'found' };
    const bindings = { ...NONE, ...sent };
    // Prepared once, as for all requests.
    const [counted, plain] = [store.prepare([list(true)]), store.prepare([list(false)])];
    for (let again = 0; again < 2; again += 1) {
      expect(await counted.run(bindings)).toEqual({ ...found, rows, total });
      expect(await plain.run(bindings)).toEqual({ ...found, rows, total: undefined });
      expect(await counted.run(NONE)).toMatchObject({ total: 5 });
    }
  });
});

describe('conditions', () => {
  const sent = new Map([
    ['a', true],
    ['b', false],
  ]);
  const [yes, no] = [{ kind: 'true' }, { kind: 'false' }] as const;
  const open = equal(column('x'), parameter('a'));
  test.each<readonly [Expr, Expr]>([
    [isSet('a'), yes],
    [isSet('b'), no],
    [isSet('c'), isSet('c')],
    [{ kind: 'not', item: isSet('b') }, yes],
    [unlessSent('a', open), open],
    [unlessSent('b', open), yes],
    [{ kind: 'and', items: [unlessSent('b', open), unlessSent('a', open)] }, open],
    [{ kind: 'and', items: [isSet('b'), open] }, no],
    [{ kind: 'or', items: [isSet('b'), isSet('b')] }, no],
    [
      { kind: 'and', items: [open, { kind: 'and', items: [open, isSet('a')] }] },
      { kind: 'and', items: [open, open] },
    ],
  ])('%j', (given, simple) => expect(simpler(given, sent)).toEqual(simple));
});

const schema = schemaOf(TABLES, SQLITE);
const by = (left: Expr, right: Expr): unknown =>
  keyed({ kind: 'compare', operator: '=', left, right }, schema).left.kind;

describe('asked from the other end', () => {
  const [note, mark] = [schema.get('Note')!, schema.get('Mark')!];
  test('a name that only one has; not one that others may have, nor what differs from row to row', () => {
    expect(by(ofOwner('name'), parameter('p'))).toBe('column');
    expect(by(parameter('p'), ofOwner('name'))).toBe('column');
    expect(by(ofOwner('about'), parameter('p'))).toBe('lookup');
    expect(by(ofOwner('name'), column('title'))).toBe('lookup');
    expect(by(ofOwner('name'), parameter('p', 'integer'))).toBe('lookup');
  });
  test('what a few rows answer; not where it is about each row', () => {
    const mine = marked('_row', 'note', keyOf('p'));
    expect(oneOfFew(mine, note, mark, 'keys')).toMatchObject({ own: '_row', theirs: 'note' });
    const ofOwners = marked('owner', 'whose', keyOf('p'));
    expect(oneOfFew(ofOwners, note, mark, 'keys')).toBeUndefined();
    expect(oneOfFew(ofOwners, note, mark, 'any')).toMatchObject({ own: 'owner', theirs: 'whose' });
    expect(oneOfFew(marked('_row', 'note', column('owner', 'integer')), note, mark, 'any')).toBeUndefined();
  });
  test('rows that are skipped are not joined: keys are found first', () => {
    const { select: near } = list(false) as Extract<Step, { kind: 'list' }>;
    const own = scopeOf(schema, 'Note');
    expect(joined(near, own).text).toMatch(/^ LEFT JOIN "Person" AS "_r\d+" ON "_r\d+"."_row" = "Note"."owner"$/);
    const text = selection({ ...near, far: true }, own, ' LEFT JOIN "Person"');
    expect(text).toMatch(
      /^FROM "Note" LEFT JOIN "Person" WHERE "Note"."_row" IN \(SELECT "Note"."_row" FROM "Note" WHERE .* OFFSET [^()]*(\([^()]*\))?[^()]*\) ORDER BY /,
    );
  });
  test('no table is scanned for a page', async () => {
    const directory = temporaryDirectory();
    const asked: string[] = [];
    const prepare = DatabaseSync.prototype.prepare;
    DatabaseSync.prototype.prepare = function (sql, ...rest) {
      if (sql.includes('coalesce(?')) asked.push(sql);
      return prepare.call(this, sql, ...rest);
    };
    const store = await openSqlite({ directory, tables: TABLES });
    try {
      const program = store.prepare([list(false)]);
      for (const sent of [{ owner: 'ada' }, { marked: 'bob' }]) {
        asked.length = 0;
        await program.run({ ...NONE, ...sent });
        const database = new DatabaseSync(join(directory, 'data.sqlite'));
        database.function('ninefold_tick', () => 1);
        const plans = asked.flatMap((sql) => prepare.call(database, `EXPLAIN QUERY PLAN ${sql}`).all());
        database.close();
        expect(plans.length).toBeGreaterThan(0);
        expect(plans.map(({ detail }) => String(detail)).filter((said) => /SCAN|TEMP B-TREE/.test(said))).toEqual([]);
      }
    } finally {
      DatabaseSync.prototype.prepare = prepare;
      await store.close();
      rmSync(directory, { recursive: true });
    }
  });
});

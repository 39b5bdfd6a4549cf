// Reads together with what says who calls: one statement answers what the steps answer one by one. relational/at-once.ts

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Guard, Step } from '../../src/plan/steps.ts';
import type { Expr, SqlValue } from '../../src/sql/expression.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Bindings, Result, Store } from '../../src/store/store.ts';
import { column, equal, field, literal, parameter, select, temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema } from './postgres.ts';

const KEY: Table = {
  name: 'Key',
  rowKey: '_row',
  columns: [field('hash', 'text'), field('holder', 'integer'), field('until', 'integer')],
  unique: [{ columns: ['hash'], ignoringCase: false, cause: 'Key.hash taken' }],
  indexes: [],
};

const NOTE: Table = {
  name: 'Note',
  rowKey: '_row',
  columns: [field('name', 'text'), field('owner', 'integer'), field('size', 'integer')],
  unique: [{ columns: ['name'], ignoringCase: false, cause: 'Note.name taken' }],
  indexes: [],
};

const PERSON: Table = {
  name: 'Person',
  rowKey: '_row',
  columns: [field('number', 'integer'), field('role', 'text')],
  unique: [{ columns: ['number'], ignoringCase: false, cause: 'Person.number taken' }],
  indexes: [],
};

/** No double is this number. */
const CHIEF = 9_007_199_254_740_993n;
const CLERK = 9_007_199_254_740_992n;

const rows: readonly (readonly [string, Readonly<Record<string, SqlValue>>])[] = [
  ['Person', { number: CHIEF, role: 'chief' }],
  ['Person', { number: CLERK, role: 'clerk' }],
  ['Key', { hash: 'chief', holder: CHIEF, until: 9 }],
  ['Key', { hash: 'clerk', holder: CLERK, until: 9 }],
  ['Key', { hash: 'late chief', holder: CHIEF, until: 1 }],
  ['Key', { hash: 'late clerk', holder: CLERK, until: 1 }],
  ['Note', { name: 'a', owner: CHIEF, size: CHIEF }],
  ['Note', { name: 'b', owner: CLERK, size: CLERK }],
  ['Note', { name: 'c', owner: CHIEF, size: CHIEF }],
  ['Note', { name: 'd', owner: CHIEF, size: 1 }],
];

const insert = ([table, values]: (typeof rows)[number]): Step => ({
  kind: 'insert',
  table,
  values: Object.entries(values).map(([name, value]) => ({
    column: name,
    value: literal(value, typeof value === 'string' ? 'text' : 'integer'),
  })),
  checks: [],
  answer: undefined,
});

const HOLDER = parameter('holder', 'integer');
const UNTIL = parameter('until', 'integer');

const guard = (where: Expr, cause: string, check: Guard['check'] = 'authentication'): Guard => ({
  where,
  cause,
  check,
});

const knows: Step = {
  kind: 'bind',
  from: { table: 'Key', where: equal(column('hash'), parameter('sent')) },
  values: [
    { name: 'holder', expr: column('holder', 'integer') },
    { name: 'until', expr: column('until', 'integer') },
  ],
  guards: [
    guard({ kind: 'is-set', operand: HOLDER }, 'wrong'),
    guard({ kind: 'compare', operator: '<', left: literal(5, 'integer'), right: UNTIL }, 'expired'),
  ],
};

const isChief: Expr = {
  kind: 'exists',
  table: 'Person',
  alias: 'r1',
  where: {
    kind: 'and',
    items: [equal(column('number', 'integer', 'r1'), HOLDER), equal(column('role', 'text', 'r1'), literal('chief'))],
  },
};

const asksForChiefs: Step = { kind: 'bind', values: [], guards: [guard(isChief, 'no chief', 'permission')] };

const isOwn = equal(column('owner', 'integer'), HOLDER);
const SHOWN = [column('name'), column('size', 'integer')];
const byName = equal(column('name'), parameter('name'));
const order = [{ expr: column('name'), descending: true }];

/** What is read, of a caller who may be anybody and of chiefs alone; what each is told. */
const reads: Readonly<Record<string, readonly [Step, Readonly<Record<string, unknown>>]>> = {
  'a row': [
    {
      kind: 'find',
      select: select('Note', SHOWN, { where: byName }),
      absent: 'no note',
      guards: [guard(isOwn, 'of another', 'permission')],
    },
    { chief: [['a', CHIEF]], clerk: 'of another' },
  ],
  'no row': [
    { kind: 'find', select: select('Note', SHOWN, { where: equal(column('name'), literal('z')) }), absent: 'no note' },
    { chief: 'no note', clerk: 'no note' },
  ],
  'a page': [
    {
      kind: 'list',
      select: select('Note', SHOWN, {
        where: isOwn,
        order,
        limit: literal(2, 'integer'),
        offset: literal(1, 'integer'),
      }),
      total: false,
    },
    {
      chief: [
        ['c', CHIEF],
        ['a', CHIEF],
      ],
      clerk: [],
    },
  ],
  'the rows of all': [
    { kind: 'list', select: select('Note', [column('name')], { order }), total: false },
    { chief: [['d'], ['c'], ['b'], ['a']], clerk: [['d'], ['c'], ['b'], ['a']] },
  ],
  'rows with their number': [
    { kind: 'list', select: select('Note', [column('name')], { where: isOwn, order }), total: true },
    { chief: [['d'], ['c'], ['a']], clerk: [['b']] },
  ],
  'a page with the number of all': [
    {
      kind: 'list',
      select: select('Note', [column('name')], {
        where: isOwn,
        order,
        limit: literal(2, 'integer'),
        offset: literal(0, 'integer'),
      }),
      total: true,
    },
    { chief: [3, ['d'], ['c']], clerk: [1, ['b']] },
  ],
  'the last page with the number of all': [
    {
      kind: 'list',
      select: select('Note', [column('name')], {
        where: isOwn,
        order,
        limit: literal(2, 'integer'),
        offset: literal(1, 'integer'),
      }),
      total: true,
    },
    { chief: [3, ['c'], ['a']], clerk: [1] },
  ],
  'values, each once': [
    {
      kind: 'list',
      select: select('Note', [column('size', 'integer')], {
        where: isOwn,
        distinct: ['size'],
        order: [{ expr: column('size', 'integer'), descending: false }],
      }),
      total: false,
    },
    { chief: [[1], [CHIEF]], clerk: [[CLERK]] },
  ],
};

const callers = ['chief', 'clerk', 'late chief', 'late clerk', 'nobody'];

/** Something is looked for in between, so that each step is a statement. */
const between: Step = { kind: 'find', select: select('Person', [], { where: isChief }), absent: 'nobody is there' };

const ENGINES: readonly (readonly [string, boolean, () => Promise<{ store: Store; end: () => Promise<void> }>])[] = [
  [
    'SQLite',
    true,
    async () => {
      const directory = temporaryDirectory();
      const store = await openSqlite({ directory, tables: [KEY, NOTE, PERSON] });
      return { store, end: async () => rmSync(directory, { recursive: true, force: true }) };
    },
  ],
  [
    'PostgreSQL',
    hasPostgres,
    async () => {
      const { url, drop } = await ownSchema();
      return { store: await openPostgres({ url, tables: [KEY, NOTE, PERSON] }), end: drop };
    },
  ],
];

describe.each(ENGINES)('on %s', (_, isThere, begin) => {
  let store: Store;
  let end: () => Promise<void>;

  beforeAll(async () => {
    if (!isThere) return;
    ({ store, end } = await begin());
    await store.prepare(rows.map(insert)).run({});
  });
  afterAll(async () => {
    if (!isThere) return;
    await store.close();
    await end();
  });

  const told = async (steps: readonly Step[], sent: string): Promise<unknown> => {
    const bindings: Bindings = { sent, name: 'a' };
    return saidBy(await store.prepare(steps).run(bindings), steps.at(-1)!);
  };

  for (const [what, [read, expected]] of Object.entries(reads)) {
    test.skipIf(!isThere).each(callers)(`${what}: %s`, async (sent) => {
      const may = sent in expected ? expected[sent] : sent === 'nobody' ? 'wrong' : 'expired';
      expect(await told([knows, read], sent)).toEqual(may);
      const asked = sent === 'clerk' ? 'no chief' : may;
      expect(await told([knows, asksForChiefs, read], sent)).toEqual(asked);
    });
  }

  test.skipIf(!isThere)('what was found out is there for the answer', async () => {
    const [read] = reads['a row']!;
    const bindings: Bindings = { sent: 'chief', name: 'a' };
    const bound = { ...bindings, holder: CHIEF, until: 9 };
    expect(await store.prepare([knows, read]).run(bindings)).toMatchObject({ outcome: 'found', bound });
    expect(await store.prepare([knows, between, read]).run(bindings)).toMatchObject({ outcome: 'found', bound });
  });
});

/** The rows that are shown, of a page with the number of all before them, or the cause that there are none. */
function saidBy(result: Result, last: Step): unknown {
  if (result.kind !== 'done') return result.kind === 'refused' ? result.cause : result;
  const width = 'select' in last ? last.select.columns.length : 0;
  const shown = result.rows.map((row) => row.slice(0, width));
  if (last.kind !== 'list' || !last.total) return shown;
  if (last.select.limit) return [result.total, ...shown];
  expect(result.total).toBe(shown.length);
  return shown;
}

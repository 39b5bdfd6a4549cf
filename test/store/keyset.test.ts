// Pages that begin at a place: each row once and in order, forwards and backwards, in orders by chance, while other rows are made, deleted and
// moved over the place; and what an engine reads for them. Notation, part 4, Pages; decision 0050.

import { afterEach, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { compareText } from '../../src/base/text.ts';
import type { OrderTerm, SqlType, SqlValue } from '../../src/sql/expression.ts';
import { cursorValue, INCLUDED, SIDE } from '../../src/sql/keyset.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import type { Program, Store } from '../../src/store/store.ts';
import { trials } from '../trials.ts';
import { column, equal, field, literal, parameter } from './fixtures.ts';
import { ENGINES, plansOf, type Place } from './member-places.ts';

const TYPES: Readonly<Record<string, SqlType>> = {
  a: 'integer',
  b: 'text',
  c: 'instant',
  d: 'boolean',
  e: 'decimal',
  f: 'real',
};
const NULLABLE = new Set(['a', 'e', 'f']);

const THING: Table = {
  name: 'Thing',
  rowKey: '_row',
  columns: Object.entries(TYPES).map(([name, type]) =>
    field(name, type, NULLABLE.has(name), type === 'decimal' ? { scale: 2 } : {}),
  ),
  unique: [],
  indexes: [
    ['a', '_row'],
    ['c', '_row'],
    ['e', 'c', '_row'],
  ],
};
const NAMES = Object.keys(TYPES);
const KEY = column('_row', 'integer');

const insert: Step = {
  kind: 'insert',
  table: 'Thing',
  values: NAMES.map((name) => ({ column: name, value: parameter(name, TYPES[name]!) })),
  checks: [],
  answer: [{ name: '_row', expr: KEY }],
};
const where = equal(KEY, parameter('row', 'integer'));
const change: Step = {
  kind: 'update',
  table: 'Thing',
  where,
  guards: [],
  set: NAMES.map((name) => ({ column: name, value: parameter(name, TYPES[name]!) })),
  every: true,
  absent: '',
  outcome: 'updated',
  answer: undefined,
};
const remove: Step = {
  kind: 'delete',
  table: 'Thing',
  where,
  guards: [],
  every: true,
  ifThere: true,
  absent: '',
  cascade: [],
  answer: undefined,
};

type List = Extract<Step, { kind: 'list' }>;

function listOf(order: readonly OrderTerm[], limit: number): List {
  const columns = order.map(({ expr }, at) => ({ name: `place ${at}`, expr }));
  return {
    kind: 'list',
    keyset: true,
    total: false,
    select: { table: 'Thing', columns, where: undefined, order, limit: literal(limit, 'integer') },
  };
}

/** Numbers by chance that come again. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Values = Record<string, SqlValue>;

/** Few values, so that many are alike. */
function valuesBy(next: (below: number) => number): Values {
  const maybe = <T>(value: T): T | null => (next(4) === 0 ? null : value);
  return {
    a: maybe(next(3) === 0 ? 9_007_199_254_740_993n + BigInt(next(3)) : next(4) - 1),
    b: ['', 'a', 'B', 'ä', 'a b', '\u{1f600}', '\uffff'][next(7)]!,
    c: `2026-01-0${next(3) + 1}T00:00:00.00${next(3)}Z`,
    d: next(2),
    e: maybe(next(5) - 2),
    f: maybe([0.1, -2.5, 1e300, 0][next(4)]!),
  };
}

function orderBy(next: (below: number) => number): readonly OrderTerm[] {
  const names = NAMES.toSorted(() => next(3) - 1).slice(0, next(3) + 1);
  const terms = names.map((name): OrderTerm => ({ expr: column(name, TYPES[name]!), descending: next(2) === 0 }));
  return [...terms, { expr: KEY, descending: next(3) === 0 }];
}

function compared(one: SqlValue, other: SqlValue): number {
  if (typeof one === 'string') return compareText(one, String(other));
  const [a, b] = [one as number | bigint, other as number | bigint];
  return a < b ? -1 : a > b ? 1 : 0;
}

function sorted(rows: readonly (readonly SqlValue[])[], order: readonly OrderTerm[]): readonly (readonly SqlValue[])[] {
  return rows.toSorted((one, other) => {
    for (const [at, { descending }] of order.entries()) {
      const [a, b] = [one[at] ?? null, other[at] ?? null];
      if (a === null && b === null) continue;
      if (a === null || b === null) return a === null ? 1 : -1;
      const by = compared(a, b);
      if (by !== 0) return descending ? -by : by;
    }
    return 0;
  });
}

type Rows = readonly (readonly SqlValue[])[];

async function rowsOf(program: Program, bindings: Values): Promise<Rows> {
  const result = await program.run(bindings);
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return result.rows;
}

/** All pages in a direction; `meanwhile` runs beside each. */
async function walk(
  program: Program,
  back: boolean,
  last: readonly SqlValue[] | undefined,
  meanwhile: () => Promise<unknown>,
): Promise<Rows> {
  const all: (readonly SqlValue[])[] = [];
  let from = last;
  for (;;) {
    const place: Values = {
      [SIDE]: from ? (back ? 'before' : 'after') : null,
      [INCLUDED]: from === last && back ? 1 : 0,
    };
    for (let at = 0; at < 6; at += 1) place[cursorValue(at)] = from?.[at] ?? null;
    const [rows] = await Promise.all([rowsOf(program, place), meanwhile()]);
    if (rows.length === 0) return all;
    all.push(...rows);
    from = rows.at(-1);
  }
}

const keys = (rows: Rows): readonly SqlValue[] => rows.map((row) => row.at(-1)!);

describe.each(ENGINES)('on %s', (_, isThere, make) => {
  let place: Place;
  let store: Store;
  afterEach(async () => {
    await store.close();
    await place.end();
  });

  test.runIf(isThere)('each row is on one page, in order, while others come and go', { timeout: 120_000 }, async () => {
    place = await make();
    store = await place.open([THING]);
    const [making, changing, removing] = [insert, change, remove].map((step) => store.prepare([step])) as [
      Program,
      Program,
      Program,
    ];
    const next = chance(50);
    const stay = new Set<SqlValue>();
    for (let n = 0; n < 40; n += 1) stay.add((await rowsOf(making, valuesBy(next)))[0]![0]!);
    for (let trial = 0; trial < trials(12, 60); trial += 1) {
      const order = orderBy(next);
      const size = next(7) + 1;
      const program = store.prepare([listOf(order, size)]);
      const whole = store.prepare([{ ...listOf(order, 10_000), keyset: undefined } as unknown as Step]);
      const others: SqlValue[] = [];
      const meanwhile = async (): Promise<void> => {
        if (next(3) === 0) others.push((await rowsOf(making, valuesBy(next)))[0]![0]!);
        const row = others[next(others.length + 1)];
        if (row === undefined) return;
        if (next(3) > 0) await changing.run({ ...valuesBy(next), row });
        else await removing.run({ row });
      };
      const before = await rowsOf(whole, {});
      expect(before, JSON.stringify(order)).toEqual(sorted(before, order));
      const forwards = await walk(program, false, undefined, meanwhile);
      const inOrder = keys(before.filter((row) => stay.has(row.at(-1)!)));
      expect(
        keys(forwards).filter((key) => stay.has(key)),
        `${size} ${JSON.stringify(order)}`,
      ).toEqual(inOrder);
      const end = before.findLast((row) => stay.has(row.at(-1)!))!;
      const backwards = await walk(program, true, end, meanwhile);
      expect(
        keys(backwards)
          .filter((key) => stay.has(key))
          .toReversed(),
        `back, ${size} ${JSON.stringify(order)}`,
      ).toEqual(inOrder);
      for (const row of others) await removing.run({ row });
    }
  });

  test.runIf(isThere)('a page reads no more of an index than it shows', async () => {
    place = await make();
    store = await place.open([THING]);
    const isPostgres = place.dialect === POSTGRES;
    const fill = isPostgres
      ? `INSERT INTO "Thing" (a, b, c, d, e, f) SELECT n, 'b', timestamptz '2026-01-01' + n * interval '1 second', true, n % 1000, 0 FROM generate_series(1, 30000) AS n; ANALYZE`
      : undefined;
    if (fill) for (const each of fill.split('; ')) await place.ask(each);
    for (const [name, descending] of [
      ['c', false],
      ['a', false],
      ['a', true],
    ] as const) {
      const order: OrderTerm[] = [
        { expr: column(name, TYPES[name]!), descending },
        { expr: KEY, descending: false },
      ];
      const { keyset: _keyset, ...list } = listOf(order, 20);
      for (const side of ['after', 'before'] as const) {
        const from = { side, included: false, nulls: [false, false] };
        const [plan] = await plansOf(place, [THING], { ...list, select: { ...list.select, place: from } });
        expect(plan, `${name} ${side}`).toMatch(
          isPostgres ? /Index (?:Only )?Scan/ : /SEARCH Thing USING (?:COVERING )?INDEX/,
        );
        expect(plan, `${name} ${side}`).not.toMatch(isPostgres ? /Seq Scan/ : /SCAN Thing(?! USING)/);
      }
    }
  });
});

// Indexes over the members of lists: what lists answer by them after changes of every kind, what the engines read for it, what a migration
// makes of rows that are there, and what is left when the process is killed. Both engines. Decision 0043.

import { afterEach, describe, expect, test } from 'vitest';
import type { MemberIndex } from '../../src/plan/index-plan.ts';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import type { Expr, Select, SqlType } from '../../src/sql/expression.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import { memberSource } from '../../src/store/relational/member-source.ts';
import { scopeOf } from '../../src/store/relational/print.ts';
import { schemaOf } from '../../src/store/relational/schema.ts';
import { SQLITE } from '../../src/store/sqlite/dialect.ts';
import type { Store } from '../../src/store/store.ts';
import { trials } from '../trials.ts';
import { column, equal, field, literal, parameter, select } from './fixtures.ts';
import { killed } from './killed.ts';
import { ENGINES, entries, inDatabase, inFile, plansOf, type Place } from './member-places.ts';
import { hasPostgres } from './postgres.ts';

const text = (name: string, order: MemberIndex['order'] = []): MemberIndex => ({ column: name, type: 'text', order });

/** The next of numbers that only look like chance. */
function chance(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * most);
  };
}

const TAGS = `the "tags" of Ann's note; ${'ä'.repeat(40)}`;
const ODD: Table = {
  name: `Select "from" ${'where'.repeat(14)}`,
  rowKey: 'order',
  columns: [
    field(TAGS, 'json', true),
    field('group', 'instant', true),
    field('row', 'integer'),
    field('numbers', 'json'),
    field('prices', 'json'),
    field('weights', 'json'),
    field('flags', 'json'),
  ],
  unique: [],
  indexes: [],
  members: [
    text(TAGS),
    { ...text(TAGS, [{ column: 'group', descending: true }]), descending: true },
    text(TAGS, [{ column: 'row', descending: false }]),
    { column: 'numbers', type: 'integer', order: [] },
    { column: 'prices', type: 'decimal', scale: 2, order: [] },
    { column: 'weights', type: 'real', order: [] },
    { column: 'flags', type: 'boolean', order: [] },
  ],
};

const LONG = 'no two of these are alike: '.repeat(400);
const WORDS = [
  'plain',
  '',
  'say "it"',
  'ä',
  String.raw`back\slash`,
  'a\nb',
  '\u0000',
  '\u0001',
  `${LONG}1`,
  `${LONG}2`,
];

interface Kept {
  readonly key: number;
  readonly tags: readonly string[] | null;
  readonly group: string | null;
  readonly row: number;
  readonly numbers: readonly number[];
}

const set = (name: string, type: SqlType): { readonly column: string; readonly value: Expr } => ({
  column: name,
  value: parameter(name, type),
});
const VALUES = [
  set(TAGS, 'json'),
  set('group', 'instant'),
  set('row', 'integer'),
  ...['numbers', 'prices', 'weights', 'flags'].map((name) => set(name, 'json')),
];
const key = column('order', 'integer');
const INSERT: Step = {
  kind: 'insert',
  table: ODD.name,
  values: VALUES,
  checks: [],
  answer: [{ name: 'order', expr: key }],
};
const OF_KEY = equal(key, parameter('key', 'integer'));
const UPDATE: Step = {
  kind: 'update',
  table: ODD.name,
  where: OF_KEY,
  guards: [],
  set: VALUES,
  every: false,
  absent: 'absent',
  outcome: 'updated',
  answer: undefined,
};
const DELETE: Step = {
  kind: 'delete',
  table: ODD.name,
  where: OF_KEY,
  guards: [],
  every: false,
  ifThere: true,
  absent: 'absent',
  cascade: [],
  answer: undefined,
};

const has = (name: string, type: SqlType = 'text', scale?: number): Expr => ({
  kind: 'has',
  left: column(name, 'json'),
  right: parameter('sought', type),
  ...(scale !== undefined && { scale }),
});

function listOf(table: Table, where: Expr, more: Partial<Select> = {}): Extract<Step, { kind: 'list' }> {
  const rowKey = column(table.rowKey, 'integer');
  const order = [{ expr: rowKey, descending: true }];
  const page = { limit: parameter('limit', 'integer'), offset: parameter('offset', 'integer') };
  return { kind: 'list', select: select(table.name, [rowKey], { where, order, ...page, ...more }), total: true };
}

const ORDERS: readonly (readonly [string, Select['order'], (a: Kept, b: Kept) => number])[] = [
  ['the newest first', [{ expr: key, descending: true }], (a, b) => b.key - a.key],
  [
    'an instant that may lack, the latest first',
    [
      { expr: column('group', 'instant'), descending: true },
      { expr: key, descending: true },
    ],
    (a, b) => (a.group === b.group ? b.key - a.key : (a.group ?? '') < (b.group ?? '') ? 1 : -1),
  ],
  [
    'a number',
    [
      { expr: column('row', 'integer'), descending: false },
      { expr: key, descending: false },
    ],
    (a, b) => a.row - b.row || a.key - b.key,
  ],
];

async function changed(store: Store, many: number): Promise<readonly Kept[]> {
  const next = chance(43);
  const some = <T>(of: readonly T[]): T[] => Array.from({ length: next(4) }, () => of[next(of.length)]!);
  const kept = new Map<number, Kept>();
  const [insert, update, remove] = [INSERT, UPDATE, DELETE].map((step) => store.prepare([step]));
  for (let at = 0; at < many; at++) {
    const keys = [...kept.keys()];
    const old = keys[next(keys.length + 1)];
    const did = next(10);
    if (did < 3 && old !== undefined) {
      await remove!.run({ key: old });
      kept.delete(old);
      continue;
    }
    const one = {
      tags: next(9) === 0 ? null : some(WORDS),
      group: next(3) === 0 ? null : `2026-01-0${next(9) + 1}T00:00:00.000Z`,
      row: next(5),
      numbers: some([1, 2, 9_007_199_254_740_991]),
    };
    const values = {
      [TAGS]: one.tags && JSON.stringify(one.tags),
      group: one.group,
      row: one.row,
      numbers: JSON.stringify(one.numbers),
      prices: `[${one.numbers.map((each) => (each < 3 ? `${each}.50` : '0')).join(', ')}]`,
      weights: JSON.stringify(one.numbers.map((each) => each / 8)),
      flags: JSON.stringify(one.numbers.map((each) => each === 1)),
    };
    if (did < 5 && old !== undefined) {
      expect(await update!.run({ ...values, key: old })).toMatchObject({ kind: 'done' });
      kept.set(old, { key: old, ...one });
    } else {
      const result = await insert!.run(values);
      const made = result.kind === 'done' ? Number(result.rows[0]?.[0]) : fail(result);
      kept.set(made, { key: made, ...one });
    }
  }
  return [...kept.values()];
}

function fail(result: unknown): never {
  throw new Error(JSON.stringify(result));
}

let open: { readonly place: Place; readonly stores: Store[] } | undefined;
afterEach(async () => {
  for (const store of open?.stores ?? []) await store.close();
  await open?.place.end();
  open = undefined;
});

async function begin(
  make: () => Place | Promise<Place>,
): Promise<Place & { start(tables: readonly Table[]): Promise<Store> }> {
  const place = await make();
  const stores: Store[] = [];
  open = { place, stores };
  return {
    ...place,
    async start(tables) {
      for (const store of stores.splice(0)) await store.close();
      const store = await place.open(tables);
      stores.push(store);
      return store;
    },
  };
}

describe.each(ENGINES)('on %s', (_, isThere, make) => {
  test.skipIf(!isThere)(
    'lists answer what is there after changes of every kind, under names of every kind',
    async () => {
      const place = await begin(make);
      const store = await place.start([ODD]);
      const kept = await changed(store, trials(250, 800));
      await entries(place, [ODD]);
      for (const [what, order, compare] of ORDERS)
        for (const sought of [...WORDS, 'none'])
          for (const [limit, offset] of [
            [5, 0],
            [3, 2],
            [20, 100],
            [null, 0],
          ] as const) {
            const found = kept.filter(({ tags }) => tags?.includes(sought)).sort(compare);
            const rows = found.slice(offset, limit === null ? undefined : offset + limit).map((each) => [each.key]);
            const list = listOf(ODD, has(TAGS), { order });
            const result = await store.prepare([list]).run({ sought, limit, offset });
            expect(result, `${what}, ${sought.slice(0, 20)}, ${offset}`).toMatchObject({ rows, total: found.length });
          }
      for (const [name, type, scale, sought, number] of [
        ['numbers', 'integer', undefined, 9_007_199_254_740_991, 9_007_199_254_740_991],
        ['prices', 'decimal', 2, 150, 1],
        ['prices', 'decimal', 2, 1, undefined],
        ['weights', 'real', undefined, 0.25, 2],
        ['flags', 'boolean', undefined, 1, 1],
      ] as const) {
        const found = kept.filter(({ numbers }) => number !== undefined && numbers.includes(number));
        const list = listOf(ODD, has(name, type, scale));
        expect(memberSource(list.select, scopeOf(schemaOf([ODD], place.dialect), ODD.name)), name).toBeDefined();
        const rows = found.map((each) => [each.key]).sort(([a], [b]) => b! - a!);
        expect(await store.prepare([list]).run({ sought, limit: null, offset: 0 }), name).toMatchObject({ rows });
      }
    },
  );

  test.skipIf(!isThere)('no table is read whole for a page, for one far behind, and for the total', async () => {
    const place = await begin(make);
    const store = await place.start(NOTES);
    await fillNotes(place, store, trials(300, 3000));
    if (place.dialect === POSTGRES) await place.ask('ANALYZE');
    const far = { far: true } as const;
    const author = equal(column('author', 'integer'), parameter('author', 'integer'));
    const both: Expr = { kind: 'and', items: [has('tags'), author] };
    const closed: Expr = {
      kind: 'and',
      items: [has('tags'), equal(column('closed', 'boolean'), literal(1, 'boolean'))],
    };
    const at = {
      order: [
        { expr: column('at', 'instant'), descending: true },
        { expr: ROW, descending: true },
      ],
    };
    for (const [what, list] of [
      ['a page', listOf(NOTE, has('tags'))],
      ['far', listOf(NOTE, has('tags'), far)],
      ['in another order', listOf(NOTE, has('tags'), at)],
      ['far, in another order', listOf(NOTE, has('tags'), { ...at, ...far })],
      ['of an author', listOf(NOTE, both)],
      ['closed', listOf(NOTE, closed)],
    ] as const) {
      const plans = await plansOf(place, NOTES, list);
      expect(plans.join('\n'), what).not.toMatch(/^SCAN (?!CONSTANT|_page)|Seq Scan on "?(Note|_members)/m);
      // A plan that is made once for all members may not pay for those of a frequent one.
      if (!what.includes('author')) expect(plans[0], what).not.toMatch(/Merge|Hash (?:Semi )?Join/);
      // The rows of a page far behind are put in order once they are found.
      if (!/author|far/.test(what)) expect(plans[0], what).not.toMatch(/USE TEMP B-TREE FOR ORDER BY|^ *Sort/m);
      // The total of a tag alone looks at no row.
      if (what === 'a page') expect(plans.at(-1)).not.toMatch(/Note(?!\.tags|_)/);
    }
    const whole = await plansOf(place, [{ ...NOTE, members: [] }], listOf(NOTE, has('tags')));
    expect(whole.join('\n'), 'the canary: without it').toMatch(/^SCAN|Scan (Backward )?using "Note_pkey"|Seq Scan/m);
  });

  test.skipIf(!isThere)('together with other filters and with two members', async () => {
    const place = await begin(make);
    const store = await place.start(NOTES);
    const many = 400;
    await fillNotes(place, store, many);
    const numbers = Array.from({ length: many }, (__, at) => at);
    const author = equal(column('author', 'integer'), literal(3, 'integer'));
    const second: Expr = { kind: 'has', left: column('tags', 'json'), right: literal('third') };
    const either: Expr = { kind: 'or', items: [has('tags'), second] };
    for (const [where, matches] of [
      [{ kind: 'and', items: [has('tags'), author] }, (at: number) => at % 2 === 0 && at % 7 === 3],
      [{ kind: 'and', items: [has('tags'), second] }, (at: number) => at % 6 === 0],
      [
        { kind: 'and', items: [{ kind: 'not', item: second }, has('tags')] },
        (at: number) => at % 2 === 0 && at % 3 !== 0,
      ],
      [either, (at: number) => at % 2 === 0 || at % 3 === 0],
    ] as readonly (readonly [Expr, (at: number) => boolean])[]) {
      const all = numbers
        .filter(matches)
        .map((at) => [at + 1])
        .reverse();
      for (const offset of [0, 7])
        expect(await store.prepare([listOf(NOTE, where)]).run({ sought: 'second', limit: 10, offset })).toMatchObject({
          rows: all.slice(offset, offset + 10),
          total: all.length,
        });
    }
  });

  test.skipIf(!isThere)(
    'rows that are there get entries; renamed, changed and dropped lists keep them right',
    async () => {
      const place = await begin(make);
      const before: Table = { ...NOTE, members: [] };
      await fillNotes(place, await place.start([before, PERSON]), 50);
      const named = async (): Promise<number> => (await place.ask(TABLES_OF[place.dialect.engine]!)).length;
      expect(await named()).toBe(0);
      await place.start(NOTES);
      expect(await named()).toBe(2);
      await entries(place, NOTES);

      // A field beside it is new, then the list has another name.
      const wider: Table = { ...NOTE, columns: [...NOTE.columns, field('more', 'text', true)] };
      await fillNotes(place, await place.start([wider, PERSON]), 5);
      await entries(place, [wider, PERSON]);
      const words: Table = {
        ...wider,
        columns: wider.columns.map((each) => (each.name === 'tags' ? { ...each, name: 'words' } : each)),
        members: [text('words'), text('words', [{ column: 'at', descending: true }])],
      };
      await close();
      const told: number[] = [];
      const renames = [{ resource: 'Note', field: 'words', was: ['tags'] }];
      const progress = (done: number): void => void told.push(done);
      await place.migrate([words, PERSON], { apply: true, drop: false, progress }, renames);
      expect(told.every((part, at) => part >= (told[at - 1] ?? 0) && part <= 1)).toBe(true);
      expect(told.at(-1)).toBe(1);
      const store = await place.start([words, PERSON]);
      await entries(place, [words, PERSON]);
      expect(
        await store.prepare([listOf(words, has('words'))]).run({ sought: 'third', limit: 1, offset: 0 }),
      ).toMatchObject({
        rows: [[54]],
        total: 19,
      });

      // It is not filtered by any more.
      const plain: Table = { ...words, members: [] };
      await place.start([plain, PERSON]);
      expect(await named()).toBe(0);
      await place.start([words, PERSON]);
      await entries(place, [words, PERSON]);

      // The list goes with its values.
      const gone: Table = { ...plain, columns: plain.columns.filter(({ name }) => name !== 'words') };
      await close();
      await place.migrate([gone, PERSON], { apply: true, drop: true });
      expect(await named()).toBe(0);
      await place.start([gone, PERSON]);
    },
  );

  test.skipIf(!isThere)('lists that changed names are not taken for each other', async () => {
    const place = await begin(make);
    const pair: Table = {
      ...NOTE,
      columns: [...NOTE.columns, field('others', 'json', true)],
      members: [text('tags'), text('others')],
    };
    await fillNotes(place, await place.start([pair, PERSON]), 20);
    await close();
    const renames = [
      { resource: 'Note', field: 'tags', was: ['others'] },
      { resource: 'Note', field: 'others', was: ['tags'] },
    ];
    const swapped: Table = {
      ...pair,
      columns: pair.columns.map((each) =>
        ['tags', 'others'].includes(each.name) ? { ...each, nullable: true, fill: null } : each,
      ),
    };
    await place.migrate([swapped, PERSON], { apply: true, drop: false }, renames);
    await place.start([swapped, PERSON]);
    await entries(place, [swapped, PERSON]);
    expect((await place.ask(`SELECT count(*) FROM "_members Note.tags"`))[0]).toEqual([
      place.dialect === SQLITE ? 0 : '0',
    ]);
  });

  test.skipIf(!isThere)('kill -9 leaves each entry with its row', async () => {
    const place = await begin(make);
    for (let round = 0; round < trials(2, 3); round++) {
      await killed(place.at(), NOTES, round * 1_000_000);
      await (await place.open(NOTES)).close();
      await entries(place, NOTES);
    }
  });
});

test('a file whose tables an earlier version has copied gets its entries anew', async () => {
  const place = await begin(inFile);
  await fillNotes(place, await place.start(NOTES), 10);
  await close();
  const triggers = await place.ask(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`);
  expect(triggers).toHaveLength(6);
  for (const [name] of triggers) await place.ask(`DROP TRIGGER "${String(name).replaceAll('"', '""')}"`);
  await place.ask(`UPDATE Note SET tags = '["other"]'`);
  // As it describes them.
  await place.ask(`UPDATE _ninefold SET value = json_remove(value, '$.tables[0].members') WHERE key = 'stored'`);
  const store = await place.start(NOTES);
  await entries(place, NOTES);
  expect(await store.prepare([listOf(NOTE, has('tags'))]).run({ sought: 'other', limit: 1, offset: 0 })).toMatchObject({
    total: 10,
  });
});

test.skipIf(!hasPostgres)('what another process needs that still serves is left to it', async () => {
  const place = await begin(inDatabase);
  const first = await place.start(NOTES);
  const second = await place.open([{ ...NOTE, members: [] }, PERSON]);
  try {
    await fillNotes(place, second, 4);
    expect(
      await first.prepare([listOf(NOTE, has('tags'))]).run({ sought: 'second', limit: 9, offset: 0 }),
    ).toMatchObject({
      rows: [[3], [1]],
      total: 2,
    });
    await entries(place, NOTES);
  } finally {
    await second.close();
  }
});

const TABLES_OF: Readonly<Record<string, string>> = {
  [SQLITE.engine]: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '\\_members%' ESCAPE '\\'`,
  [POSTGRES.engine]: `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE '\\_members%'`,
};

async function close(): Promise<void> {
  for (const store of open?.stores.splice(0) ?? []) await store.close();
}

const ROW = column('_row', 'integer');
const PERSON: Table = { name: 'Person', rowKey: '_row', columns: [field('name', 'text')], unique: [], indexes: [] };
const NOTE: Table = {
  name: 'Note',
  rowKey: '_row',
  columns: [
    field('tags', 'json'),
    field('at', 'instant'),
    field('author', 'integer', true, { refers: 'Person' }),
    field('closed', 'boolean'),
  ],
  unique: [],
  indexes: [['author'], ['at']],
  members: [text('tags'), text('tags', [{ column: 'at', descending: false }])],
};
const NOTES = [NOTE, PERSON];

/** Each second one has a tag, each third one another. */
async function fillNotes(place: Place, store: Store, many: number): Promise<void> {
  const rows = Array.from({ length: many }, (_, at) => ({
    tags: JSON.stringify([...(at % 2 === 0 ? ['second'] : []), ...(at % 3 === 0 ? ['third', 'third'] : []), `n${at}`]),
    at: new Date(1_700_000_000_000 + ((at * 7919) % many) * 1000).toISOString(),
    author: at % 7,
    closed: at % 2,
  }));
  if (place.dialect === POSTGRES) {
    const values = rows.map(({ tags, at, author, closed }) => `('${tags}', '${at}', ${author}, ${closed === 1})`);
    await place.ask(`INSERT INTO "Note" (tags, at, author, closed) VALUES ${values.join(', ')}`);
    return;
  }
  const names = [set('tags', 'json'), set('at', 'instant'), set('author', 'integer'), set('closed', 'boolean')];
  const insert = store.prepare([{ kind: 'insert', table: 'Note', values: names, checks: [], answer: undefined }]);
  await Promise.all(rows.map(async (row) => insert.run(row)));
}

// Two processes' worth of connections on one database, at the same time: no guard of a document is outwitted, whatever
// comes between. Decision 0011 says which effects must be serializable.

import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Guard, Step } from '../../src/plan/steps.ts';
import type { Expr } from '../../src/sql/expression.ts';
import { mustBeSerializable, searchedBy } from '../../src/store/postgres/isolation.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { TURN_TAKEN } from '../../src/store/store.ts';
import type { Bindings, Program, Result, Store } from '../../src/store/store.ts';
import { BY_KEY, answer, column, equal, insertTask, literal, parameter, TABLES } from './fixtures.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

type Update = Extract<Step, { kind: 'update' }>;
type Delete = Extract<Step, { kind: 'delete' }>;
type Insert = Extract<Step, { kind: 'insert' }>;

const taskOfNote = equal(column('task', 'integer', 'n'), column('_row', 'integer'));
const notesOf = (task: Expr): Expr => equal(column('task', 'integer', 'n'), task);
const guard = (where: Expr, cause: string): Guard => ({ where, cause, check: 'state' });
const isOpenTask: Expr = {
  kind: 'exists',
  table: 'Task',
  alias: 't',
  where: {
    kind: 'and',
    items: [
      equal(column('_row', 'integer', 't'), parameter('task', 'integer')),
      equal(column('state', 'text', 't'), literal('open')),
    ],
  },
};

const insert = (more: Readonly<Record<string, Expr>> = {}): Insert => insertTask(more) as Insert;

const note = (checks: readonly Guard[]): Insert => ({
  kind: 'insert',
  table: 'Note',
  values: [
    { column: 'task', value: parameter('task', 'integer') },
    { column: 'text', value: literal('x') },
  ],
  answer: undefined,
  checks,
});

const change = (more: Partial<Update>): Update => ({
  kind: 'update',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  set: [],
  every: false,
  absent: 'no such Task',
  outcome: 'updated',
  answer: undefined,
  ...more,
});

const remove = (more: Partial<Delete>): Delete => ({
  kind: 'delete',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  every: false,
  ifThere: false,
  absent: 'no such Task',
  cascade: [],
  answer: undefined,
  ...more,
});

const fewNotes: Guard = guard(
  {
    kind: 'compare',
    operator: '<',
    left: { kind: 'count', table: 'Note', alias: 'n', where: notesOf(parameter('task', 'integer')) },
    right: literal(3, 'integer'),
  },
  'too many',
);
const noNotes: Guard = guard(
  { kind: 'not', item: { kind: 'exists', table: 'Note', alias: 'n', where: taskOfNote } },
  'there are notes',
);
const close = [{ column: 'state', value: literal('closed') }];
const ownGuard = guard(equal(column('state'), literal('open')), 'not open');

const STEPS = {
  create: insert(),
  few: note([fewNotes]),
  whileOpen: note([guard(isOpenTask, 'no such open Task')]),
  closeEmpty: change({ set: close, guards: [noNotes] }),
  closeAny: change({ set: close, guards: [ownGuard] }),
  price: change({ set: [{ column: 'price', value: parameter('price', 'decimal') }], guards: [ownGuard] }),
  removeEmpty: remove({ guards: [noNotes] }),
  removeAll: remove({
    cascade: [
      { table: 'Note', alias: 'c', where: equal(column('task', 'integer', 'c'), column('_row', 'integer', 'row')) },
    ],
  }),
  removeCounted: remove({ answer: answer({ kind: 'count', table: 'Task', alias: 't', where: { kind: 'true' } }) }),
  slug: {
    ...insert(),
    values: [...insert().values, { column: 'slug', value: parameter('slug'), slug: true }],
    answer: answer(column('slug')),
  } as Insert,
  put: {
    kind: 'put',
    update: change({
      where: equal(column('title'), parameter('title')),
      set: [{ column: 'count', value: parameter('count', 'integer') }],
      outcome: 'replaced',
    }),
    insert: insert({ count: parameter('count', 'integer') }),
  } as Step,
} as const;

const effects = Object.values(STEPS).map((step): readonly Step[] => [step]);

describe('what must be serializable', () => {
  const searched = searchedBy(effects);
  test.each([
    ['create', true],
    ['few', true],
    ['whileOpen', true],
    ['closeEmpty', true],
    ['closeAny', true],
    ['price', false],
    ['removeEmpty', true],
    ['removeAll', true],
    ['removeCounted', true],
    ['slug', true],
    ['put', true],
  ] as const)('%s: %s', (name, expected) => {
    expect(mustBeSerializable([STEPS[name]], searched)).toBe(expected);
  });

  test('nothing, where no program searches', () => {
    const alone: readonly Step[][] = [[STEPS.create], [STEPS.closeAny], [STEPS.price], [STEPS.put], [remove({})]];
    const none = searchedBy(alone);
    expect([...none.keys()]).toEqual([]);
    expect(alone.map((steps) => mustBeSerializable(steps, none))).toEqual(alone.map(() => false));
  });

  test('what is read without being written, changed as a whole, or looked up', () => {
    const find: Step = {
      kind: 'find',
      select: { table: 'Person', columns: [], where: undefined, order: [] },
      absent: 'x',
    };
    expect(mustBeSerializable([find, STEPS.price], new Map())).toBe(true);
    expect(mustBeSerializable([change({ every: true })], new Map())).toBe(true);
    expect(mustBeSerializable([remove({ every: true })], new Map())).toBe(true);
    const away = { table: 'Note', alias: 'c', where: equal(column('text', 'text', 'c'), literal('x')) };
    expect(searchedBy([[remove({ cascade: [away] })]])).toEqual(new Map([['Note', new Set(['*'])]]));

    const name: Expr = {
      kind: 'lookup',
      table: 'Person',
      alias: 'p',
      match: 'id',
      value: column('owner', 'integer'),
      column: 'name',
      type: 'text',
    };
    const looked = searchedBy([[change({ set: [{ column: 'title', value: name }] })]]);
    expect([...(looked.get('Person') ?? [])].toSorted()).toEqual(['id', 'name']);
    // An answer decides nothing.
    expect(mustBeSerializable([change({ answer: answer(name) })], new Map())).toBe(false);
    expect([...searchedBy([[find]]).keys()]).toEqual([]);
  });
});

const many = <T>(n: number, one: (n: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => one(i)));

describe.skipIf(!hasPostgres)('at the same time', () => {
  let schema: OwnSchema;
  let stores: readonly Store[];
  const programs = new Map<Step, readonly Program[]>();

  beforeAll(async () => {
    schema = await ownSchema();
    const open = (): Promise<Store> =>
      openPostgres({ url: schema.url, tables: TABLES, effects: [...effects], connections: 8 });
    stores = [await open(), await open()];
    for (const step of Object.values(STEPS))
      programs.set(
        step,
        stores.map((store) => store.prepare([step])),
      );
  });
  beforeEach(() => sql(`SET search_path = ${schema.name}; TRUNCATE "Task", "Note", "Person"`));
  afterAll(async () => {
    for (const store of stores ?? []) await store.close();
    await schema?.drop();
  });
  afterEach(() => expect(unavailable).toEqual([]));

  let unavailable: string[] = [];
  beforeEach(() => void (unavailable = []));

  let turn = 0;
  const run = async (step: Step, bindings: Bindings): Promise<Result> => {
    const result = await programs.get(step)![turn++ % 2]!.run(bindings);
    if (result.kind === 'unavailable') unavailable.push(result.reason);
    return result;
  };
  const created = async (title: string): Promise<number> => {
    const result = await run(STEPS.create, { title });
    return Number(result.kind === 'done' ? result.rows[0]?.[0] : Number.NaN);
  };
  const asked = async (text: string): Promise<readonly unknown[][]> =>
    sql(text.replaceAll(/"(Task|Note|Person)"/g, `${schema.name}."$1"`));

  test('a bound on the number of rows', async () => {
    for (let round = 0; round < 5; round++) {
      const task = await created(`t${round}`);
      const results = await many(24, () => run(STEPS.few, { task }));
      expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(3);
      expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(21);
    }
    expect(await asked('SELECT max(n) FROM (SELECT count(*) AS n FROM "Note" GROUP BY task) AS x')).toEqual([['3']]);
  });

  test('a row that others refer to goes only when none does, or with them', async () => {
    for (let round = 0; round < 15; round++) {
      const task = await created(`t${round}`);
      const gone = round % 2 === 0 ? STEPS.removeEmpty : STEPS.removeAll;
      const notes = many(4, () => run(STEPS.whileOpen, { task }));
      const [removed] = await Promise.all([run(gone, { key: task }), notes]);
      const there = await asked(`SELECT count(*)::int FROM "Task" WHERE _row = ${task}`);
      expect(there).toEqual([[removed.kind === 'done' ? 0 : 1]]);
    }
    expect(await asked('SELECT * FROM "Note" WHERE task NOT IN (SELECT _row FROM "Task")')).toEqual([]);
  });

  test('a state on which others rest does not change behind their backs', async () => {
    for (let round = 0; round < 15; round++) {
      const task = await created(`t${round}`);
      await Promise.all([
        run(STEPS.closeEmpty, { key: task }),
        run(STEPS.whileOpen, { task }),
        run(STEPS.price, { key: task, price: 1 }),
        run(STEPS.whileOpen, { task }),
      ]);
    }
    expect(await asked(`SELECT * FROM "Note" WHERE task IN (SELECT _row FROM "Task" WHERE state = 'closed')`)).toEqual(
      [],
    );
  });

  test('what another has the turn for is not done, and nobody waits', async () => {
    const key = await created('x');
    const program = stores[0]!.prepare([STEPS.price], 'Task');
    const once = async (): Promise<unknown> => program.run({ key, price: 5 });
    const other = new Client({ connectionString: schema.url });
    await other.connect();
    try {
      await other.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext(current_schema()), hashtext('turn Task'))`);
      expect(await once()).toEqual({ kind: 'refused', cause: TURN_TAKEN });
      expect(await asked('SELECT price FROM "Task"')).toEqual([[null]]);
    } finally {
      await other.end();
    }
    await expect.poll(once).toMatchObject({ kind: 'done' });
  });

  test('one row moves once', async () => {
    const task = await created('x');
    const results = await many(20, () => run(STEPS.closeAny, { key: task }));
    expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(results.filter((each) => each.kind === 'refused' && each.cause === 'not open')).toHaveLength(19);
  });

  test('one row goes once, also where its answer looks around', async () => {
    for (let round = 0; round < 3; round++) {
      const key = await created(`t${round}`);
      const results = await many(12, () => run(STEPS.removeCounted, { key }));
      expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1);
      expect(results.filter((each) => each.kind === 'refused' && each.cause === 'no such Task')).toHaveLength(11);
    }
  });

  test('slugs are made unique', async () => {
    const results = await many(20, (n) => run(STEPS.slug, { title: `t${n}`, slug: 'tea' }));
    const made = results.map((each) => (each.kind === 'done' ? String(each.rows[0]?.[0]) : each.kind));
    expect(new Set(made).size).toBe(20);
    expect(made.every((slug) => /^tea(-\d+)?$/.test(slug))).toBe(true);
  });

  test('one of those that put a new row creates it, and the others replace it', async () => {
    for (let round = 0; round < 10; round++) {
      const results = await many(12, (count) => run(STEPS.put, { title: `put ${round}`, count }));
      const outcomes = results.map((each) => (each.kind === 'done' ? each.outcome : JSON.stringify(each))).toSorted();
      expect(outcomes).toEqual(['created', ...Array.from({ length: 11 }, () => 'replaced')]);
    }
  });

  test('two that change each other’s rows, one after the other, both come through', async () => {
    const keys = [await created('a'), await created('b')];
    const both = stores.map((store) =>
      store.prepare([
        STEPS.price,
        { ...STEPS.price, where: equal(column('_row', 'integer'), parameter('other', 'integer')) },
      ]),
    );
    const results = await many(8, (n) =>
      Promise.resolve(both[n % 2]!.run({ key: keys[n % 2]!, other: keys[1 - (n % 2)]!, price: n })),
    );
    expect(results.map(({ kind }) => kind)).toEqual(results.map(() => 'done'));
  });
});

// A change and its events on PostgreSQL: one statement that commits by itself, and what it does while others change the same
// row. Decision 0013.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OUTBOX } from '../../src/plan/outbox.ts';
import type { Emit, Guard, Step } from '../../src/plan/steps.ts';
import { searchedBy, mustBeSerializable } from '../../src/store/postgres/isolation.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { Bindings, Result, Store } from '../../src/store/store.ts';
import type { Expr } from '../../src/sql/expression.ts';
import { answer, BY_KEY, column, equal, insertTask, literal, parameter, select, TABLES } from './fixtures.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';
import { tap } from './wire-count.ts';
import type { Tap } from './wire-count.ts';

type Update = Extract<Step, { kind: 'update' }>;
type Delete = Extract<Step, { kind: 'delete' }>;
type Insert = Extract<Step, { kind: 'insert' }>;

const NOW = '2026-11-22T01:00:00.000Z';
const emit = (event: string, when?: Expr): Emit => ({ event, by: 'POST /tasks', ...(when && { when }) });
const isOpen = equal(column('state'), literal('open'));
const isHeld = equal(column('state'), literal('held'));
const guard = (where: Expr): Guard => ({ where, cause: 'not now', check: 'state' });
const either: Expr = { kind: 'or', items: [isOpen, isHeld] };
const anyNote: Expr = { kind: 'exists', table: 'Note', alias: 'n', where: { kind: 'true' } };
const rows: Expr = { kind: 'count', table: 'Task', alias: 'r1', where: { kind: 'true' } };

const update = (more: Partial<Update> = {}): Update => ({
  kind: 'update',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  set: [{ column: 'state', value: literal('shut') }],
  every: false,
  absent: 'no such Task',
  outcome: 'moved',
  answer: answer(column('state'), column('count', 'integer')),
  ...more,
});

const remove = (more: Partial<Delete> = {}): Delete => ({
  kind: 'delete',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  every: false,
  ifThere: false,
  absent: 'no such Task',
  cascade: [],
  answer: answer(column('count', 'integer')),
  ...more,
});

const insert = insertTask() as Insert;
const asked = [emit('was_open', isOpen), emit('was_held', isHeld), emit('always')];

const STEPS = {
  plain: insert,
  make: { ...insert, emits: [emit('made'), emit('first', { kind: 'not', item: anyNote })] },
  unchecked: { ...insert, emits: [emit('made')], checks: [] },
  checked: {
    ...insert,
    emits: [emit('made')],
    checks: [guard(equal(parameter('n', 'integer'), literal(1, 'integer')))],
  },
  take: update({ guards: [guard(isOpen)], emits: [emit('taken', isOpen)] }),
  shut: update({ guards: [guard(either)], emits: asked }),
  quiet: update({ answer: undefined, emits: asked }),
  noted: update({ emits: [emit('noted', anyNote)] }),
  around: update({ answer: answer(rows), emits: asked }),
  drop: remove({ guards: [guard(either)], emits: asked }),
  dropAround: remove({ answer: answer(rows), emits: asked }),
} satisfies Readonly<Record<string, Step>>;
const effects = Object.values(STEPS).map((step): readonly Step[] => [step]);

test('an event alone makes no effect serializable', () => {
  const searched = searchedBy([[STEPS.take], [STEPS.drop]]);
  expect(mustBeSerializable([STEPS.take], searched)).toBe(false);
  expect(mustBeSerializable([STEPS.drop], searched)).toBe(false);
  expect(mustBeSerializable([STEPS.dropAround], searched)).toBe(true);
  expect(mustBeSerializable([STEPS.noted], searched)).toBe(true);
  // What an event asks of other rows is searched, whatever the change is.
  for (const step of [STEPS.noted, remove({ emits: [emit('noted', anyNote)] }), STEPS.make])
    expect([...searchedBy([[step]]).keys()]).toEqual(['Note']);
});

describe.skipIf(!hasPostgres)('with a database', () => {
  let schema: OwnSchema;
  let wire: Tap;
  let stores: readonly [Store, Store];
  /** Another session, as some other program has it. */
  let other: Client;

  beforeAll(async () => {
    schema = await ownSchema();
    wire = await tap(schema.url);
    const open = (steps: readonly (readonly Step[])[]): Promise<Store> =>
      openPostgres({ url: wire.url, tables: [...TABLES, OUTBOX], effects: steps, connections: 8 });
    stores = [await open(effects), await open(effects)];
    other = new Client({ connectionString: schema.url });
    await other.connect();
  });
  beforeEach(() => sql(`SET search_path = ${schema.name}; TRUNCATE "Task", "Note", "_outbox" RESTART IDENTITY`));
  afterEach(() => other.query('ROLLBACK'));
  afterAll(async () => {
    await other?.end();
    for (const store of stores ?? []) await store.close();
    wire?.end();
    await schema?.drop();
  });

  const run = async (name: keyof typeof STEPS, bindings: Bindings = {}, store = stores[0]): Promise<Result> =>
    store.prepare([STEPS[name]]).run({ now: NOW, ...bindings });
  const make = async (title = 'one'): Promise<number> => {
    const made = await run('plain', { title });
    return made.kind === 'done' ? Number(made.rows[0]![0]) : -1;
  };
  const outbox = async (): Promise<readonly string[]> =>
    (
      await sql(
        `SELECT event || ' ' || key || ' ' || (row ->> 'state') || ' ' || coalesce(row ->> 'count', '-') FROM ${schema.name}."_outbox" ORDER BY id`,
      )
    ).map(([text]) => String(text));
  /** What went over the wire for the second run: the first one of a connection says more. */
  const statements = async (once: (n: number) => Promise<Result>): Promise<readonly string[]> => {
    await once(1);
    wire.taken();
    expect(await once(2)).toMatchObject({ kind: 'done' });
    return wire.taken();
  };
  /** Holds the row in another session until the run waits for it. */
  const meanwhile = async (change: string, once: () => Promise<Result>): Promise<Result> => {
    await other.query(`BEGIN; ${change}`);
    const result = once();
    for (let tries = 0; ; tries++) {
      const waiting = await sql(
        `SELECT 1 FROM pg_stat_activity AS a WHERE ${Number((other as unknown as { processID: number }).processID)} = ANY (pg_blocking_pids(a.pid))`,
      );
      if (waiting.length > 0) break;
      if (tries > 500) throw new Error('nobody waits');
      await sleep(10);
    }
    await other.query('COMMIT');
    return result;
  };

  test.each(['take', 'shut', 'quiet'] as const)('%s writes its row and its events with one statement', async (name) => {
    const keys = [await make('one'), await make('two')];
    const sent = await statements((n) => run(name, { key: keys[n - 1]! }));
    expect(sent).toEqual([expect.stringMatching(/UPDATE .*INSERT INTO "_outbox"/s)]);
    // What the guard has made certain is not asked again.
    expect(sent[0]!.includes('FOR UPDATE')).toBe(name !== 'take');
    expect((await outbox()).length).toBe(name === 'take' ? 2 : 4);
  });

  test('a row that is made or that goes is one statement with its events', async () => {
    const keys = [await make('one'), await make('two')];
    expect(await statements((n) => run('drop', { key: keys[n - 1]! }))).toEqual([
      expect.stringMatching(/DELETE .*INSERT INTO "_outbox"/s),
    ]);
    expect(await statements((n) => run('unchecked', { title: `new ${n}` }))).toHaveLength(1);
    expect(await outbox()).toEqual(
      ['was_open 1', 'always 1', 'was_open 2', 'always 2', 'made 3', 'made 4'].map((text) => `${text} open -`),
    );
  });

  test('what looks at other rows is serializable, and begins and commits without waiting', async () => {
    const sent = await statements((n) => run('make', { title: `new ${n}` }));
    expect(sent).toEqual(['BEGIN ISOLATION LEVEL SERIALIZABLE', expect.stringMatching(/^WITH/), 'COMMIT']);
    expect(await outbox()).toEqual(['made 1 open -', 'first 1 open -', 'made 2 open -', 'first 2 open -']);
  });

  test('an answer that looks at the changed table shows it as it is then', async () => {
    const key = await make();
    expect(await run('around', { key })).toMatchObject({ kind: 'done', rows: [[1]] });
    expect(await run('dropAround', { key })).toMatchObject({ kind: 'done', rows: [[1]] });
    expect(await outbox()).toEqual(['was_open 1 shut -', 'always 1 shut -', 'always 1 shut -']);
  });

  test('what was rolled back because an event could not be written is told to nobody as done', async () => {
    const key = await make();
    await sql(`ALTER TABLE ${schema.name}."_outbox" ADD CONSTRAINT never CHECK (event <> 'always')`);
    try {
      await expect(run('around', { key })).rejects.toThrow('never');
      await expect(run('quiet', { key })).rejects.toThrow('never');
    } finally {
      await sql(`ALTER TABLE ${schema.name}."_outbox" DROP CONSTRAINT never`);
    }
    expect(await sql(`SELECT state FROM ${schema.name}."Task"`)).toEqual([['open']]);
    expect(await outbox()).toEqual([]);
  });

  test('a list and its total are of one moment', async () => {
    await Promise.all([make('one'), make('two')]);
    // A page that is full does not tell how many there are.
    const limit = literal(1, 'integer');
    const list: Step = { kind: 'list', select: select('Task', [column('title')], { limit }), total: true };
    const program = stores[0].prepare([list]);
    const sent = await statements(async () => program.run({}));
    // One statement has one snapshot.
    expect(sent).toEqual([expect.stringMatching(/^(?=.*"Task"\."title")(?=.*count\(\*\))/s)]);
  });

  test('the events of many rows are in the order of their keys', async () => {
    const keys = [await make('one'), await make('two'), await make('three')];
    // Now it stands behind the others.
    await sql(`UPDATE ${schema.name}."Task" SET count = 1 WHERE _row = ${keys[0]}`);
    const store = await openPostgres({ url: schema.url, tables: [...TABLES, OUTBOX] });
    const every = { every: true, where: { kind: 'true' } } as const;
    await store.prepare([update({ ...every, emits: [emit('one'), emit('other')] })]).run({ now: NOW });
    await store.prepare([remove({ ...every, emits: [emit('gone')] })]).run({ now: NOW });
    await store.close();
    const told = (await outbox()).map((text) => text.split(' ').slice(0, 2).join(' '));
    expect(told).toEqual([
      ...keys.flatMap((key) => [`one ${key}`, `other ${key}`]),
      ...keys.map((key) => `gone ${key}`),
    ]);
  });

  test('a refused change or new row sends nothing', async () => {
    const key = await make();
    await run('take', { key });
    expect(await run('take', { key })).toMatchObject({ kind: 'refused', cause: 'not now' });
    expect(await run('take', { key: 99 })).toMatchObject({ kind: 'refused', cause: 'no such Task' });
    expect(await run('checked', { title: 'two', n: 2 })).toMatchObject({ kind: 'refused', cause: 'not now' });
    expect(await run('unchecked', { title: 'ONE' })).toMatchObject({ kind: 'refused', cause: 'Task.title taken' });
    expect(await outbox()).toEqual(['taken 1 shut -']);
  });

  test.each(['shut', 'quiet', 'around'] as const)(
    '%s: who waited for the row asks of it what it is then',
    async (name) => {
      const key = await make();
      const change = `UPDATE "Task" SET state = 'held', count = 7 WHERE _row = ${key}`;
      expect(await meanwhile(change, () => run(name, { key }))).toMatchObject({ kind: 'done', outcome: 'moved' });
      expect(await outbox()).toEqual(['was_held 1 shut 7', 'always 1 shut 7']);
      expect(await sql(`SELECT state, count::int FROM ${schema.name}."Task"`)).toEqual([['shut', 7]]);
    },
  );

  test('who waited for the row is refused where it has moved on or has gone', async () => {
    const key = await make();
    for (const name of ['take', 'shut', 'drop'] as const) {
      await sql(`UPDATE ${schema.name}."Task" SET state = 'open'`);
      const change = `UPDATE "Task" SET state = 'elsewhere' WHERE _row = ${key}`;
      expect(await meanwhile(change, () => run(name, { key }))).toMatchObject({ kind: 'refused', cause: 'not now' });
    }
    await sql(`UPDATE ${schema.name}."Task" SET state = 'open'`);
    expect(await meanwhile(`DELETE FROM "Task"`, () => run('shut', { key }))).toMatchObject({
      kind: 'refused',
      cause: 'no such Task',
    });
    expect(await outbox()).toEqual([]);
  });

  test('a row that goes is told as it was when its turn came', async () => {
    const key = await make();
    const change = `UPDATE "Task" SET state = 'held', count = 7 WHERE _row = ${key}`;
    expect(await meanwhile(change, () => run('drop', { key }))).toMatchObject({ kind: 'done', rows: [[7]] });
    expect(await outbox()).toEqual(['was_held 1 held 7', 'always 1 held 7']);
  });

  test('of many that move one row at the same time one moves it, and its events are there once', async () => {
    for (const name of ['take', 'shut', 'drop'] as const) {
      const key = await make();
      await sql(`TRUNCATE ${schema.name}."_outbox"`);
      const results = await Promise.all(Array.from({ length: 16 }, (_, n) => run(name, { key }, stores[n % 2])));
      expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(15);
      expect((await outbox()).map((text) => text.split(' ')[0])).toEqual(
        name === 'take' ? ['taken'] : ['was_open', 'always'],
      );
      await sql(`TRUNCATE ${schema.name}."Task"`);
    }
  });
});

// The store contract suite: what every engine must do. Input: a way to open an engine over given tables.

import { Random } from '../laws/random.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DELIVERY_TABLES } from '../../src/plan/deliveries.ts';
import { OUTBOX } from '../../src/plan/outbox.ts';
import type { Table } from '../../src/plan/plan.ts';
import type { Guard, Step } from '../../src/plan/steps.ts';
import type { Expr } from '../../src/sql/expression.ts';
import { DEADLINE, type Bindings, type Judge, type Result, type Row, type Store } from '../../src/store/store.ts';
import { deliveries } from './contract-deliveries.ts';
import { events } from './contract-events.ts';
import { pages } from './contract-pages.ts';
import { answer, BY_KEY, column, equal, insertTask, literal, parameter, select, TABLES } from './fixtures.ts';

export interface Engine {
  readonly name: string;
  open(tables: readonly Table[]): Promise<Store>;
  /** Ends everything that `open` gave. */
  end(): Promise<void>;
}

let store: Store;

const run = async (steps: readonly Step[], bindings: Bindings = {}, judge?: Judge): Promise<Result> =>
  store.prepare(steps).run(bindings, judge);

const rows = async (steps: readonly Step[], bindings: Bindings = {}): Promise<readonly Row[]> => {
  const result = await run(steps, bindings);
  if (result.kind !== 'done') throw new Error(`expected done, got ${JSON.stringify(result)}`);
  return result.rows;
};

const titles = (more: Parameters<typeof select>[2] = {}): Promise<readonly Row[]> =>
  rows([
    {
      kind: 'list',
      select: select('Task', [column('title')], {
        order: [{ expr: column('_row', 'integer'), descending: false }],
        ...more,
      }),
      total: false,
    },
  ]);

const create = async (title: string, values: Readonly<Record<string, Expr>> = {}): Promise<number> =>
  Number((await rows([insertTask(values)], { title }))[0]?.[0]);

const updateStep = (more: Partial<Extract<Step, { kind: 'update' }>> = {}): Extract<Step, { kind: 'update' }> => ({
  kind: 'update',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  set: [{ column: 'title', value: parameter('title') }],
  every: false,
  absent: 'no such Task',
  outcome: 'updated',
  answer: answer(column('title'), column('_version', 'integer')),
  ...more,
});

const deleteStep = (more: Partial<Extract<Step, { kind: 'delete' }>> = {}): Extract<Step, { kind: 'delete' }> => ({
  kind: 'delete',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  every: false,
  ifThere: false,
  absent: 'no such Task',
  cascade: [],
  answer: answer(column('title')),
  ...more,
});

/** Takes 30 ms. */
const slow: Judge = () => {
  const until = performance.now() + 30;
  while (performance.now() < until);
  return undefined;
};

const isOpen: Guard = {
  where: equal(column('state'), literal('open')),
  cause: 'illegal move of Task.state',
  check: 'state',
};
const isCheap: Guard = {
  where: { kind: 'compare', operator: '<', left: column('price', 'decimal'), right: literal(1000, 'decimal') },
  cause: 'too dear',
  check: 'body',
};

export function contract(engine: Engine): void {
  describe(`the store contract on ${engine.name}`, () => {
    beforeEach(async () => {
      store = await engine.open([...TABLES, OUTBOX, ...DELIVERY_TABLES]);
    });
    afterEach(async () => {
      await store.close();
      await engine.end();
    });
    describe('insert', inserts);
    describe('find and list', reads);
    describe('update', updates);
    describe('delete', deletes);
    describe('put', puts);
    describe('a run of several steps', together);
    describe('pages', () => pages(() => store));
    describe('events', () => events(() => store));
    describe('deliveries', () => deliveries(() => store));
  });
}

function inserts(): void {
  test('answers the new row, its key and its first version', async () => {
    const result = await run([insertTask()], { title: 'first' });
    expect(result).toEqual({ kind: 'done', outcome: 'created', rows: [[1, 'first', 'open', 1]], total: undefined });
    expect(await create('second')).toBe(2);
  });

  test('never gives a key twice', async () => {
    const key = await create('goes');
    await run([deleteStep()], { key });
    expect(await create('stays')).toBe(key + 1);
  });

  test('gives keys that rise, whatever was refused, undone or deleted in between', async () => {
    const random = new Random(23);
    let highest = 0;
    const rest: (() => Promise<unknown>)[] = [
      () => run([insertTask()], { title: 'taken' }),
      () => run([insertTask(), deleteStep()], { title: 'kept nowhere', key: -1 }),
      () => run([insertTask()], { title: 'undone' }, () => 'a gap'),
      () =>
        run([insertTask()], { title: 'thrown' }, () => {
          throw new Error('the judge broke');
        }).catch(() => undefined),
      () => run([deleteStep()], { key: highest }),
    ];
    expect(await create('taken')).toBe(1);
    for (let i = 0; i < 60; i += 1) {
      for (let others = random.whole(0, 3); others > 0; others -= 1) await random.pick(rest)();
      const titles = Array.from({ length: random.pick([1, 1, 1, 4]) }, (_, place) => `${i} ${place}`);
      const keys = await Promise.all(titles.map((title) => create(title)));
      expect(new Set(keys).size).toBe(keys.length);
      expect(Math.min(...keys)).toBeGreaterThan(highest);
      highest = Math.max(...keys);
    }
  });

  test('names the cause of the unique index that the row meets, ignoring case where stated', async () => {
    await create('Straße Ä', { slug: literal('a') });
    expect(await run([insertTask()], { title: 'STRAßE ä' })).toEqual({ kind: 'refused', cause: 'Task.title taken' });
    expect(await run([insertTask({ slug: literal('A') })], { title: 'other' })).toMatchObject({ kind: 'done' });
    expect(await run([insertTask({ slug: literal('a') })], { title: 'another' })).toEqual({
      kind: 'refused',
      cause: 'Task.slug taken',
    });
    expect(await titles()).toEqual([['Straße Ä'], ['other']]);
  });

  test('names every unique index that the row meets', async () => {
    await create('one', { slug: literal('a') });
    await create('two', { slug: literal('b') });
    const result = await run([insertTask({ slug: literal('b') })], { title: 'ONE' });
    expect(result).toEqual({ kind: 'refused', cause: 'Task.title taken', also: ['Task.slug taken'] });
  });

  test('takes any number of rows without a value in a unique column', async () => {
    await create('one');
    await create('two');
    expect(await titles()).toHaveLength(2);
  });

  test('refuses for the first check that is not true, null included, and keeps nothing', async () => {
    const there: Guard = {
      where: {
        kind: 'exists',
        table: 'Person',
        alias: 'p',
        where: equal(column('name', 'text', 'p'), parameter('owner')),
      },
      cause: 'no such Person in owner',
      check: 'existence',
    };
    const unknown: Guard = { where: equal(literal(null), literal(null)), cause: 'never', check: 'body' };
    expect(await run([insertTask({}, [there])], { title: 'x', owner: 'Ada' })).toEqual({
      kind: 'refused',
      cause: 'no such Person in owner',
    });
    expect(await run([insertTask({}, [unknown])], { title: 'x' })).toEqual({ kind: 'refused', cause: 'never' });
    expect(await titles()).toEqual([]);
    await run([
      {
        kind: 'insert',
        table: 'Person',
        values: [{ column: 'name', value: literal('Ada') }],
        answer: undefined,
        checks: [],
      },
    ]);
    expect(await run([insertTask({}, [there])], { title: 'x', owner: 'Ada' })).toMatchObject({ kind: 'done' });
  });

  test('keeps values exactly: big integers, texts with NUL and beyond the basic plane, reals, empty text', async () => {
    const big = 2n ** 63n - 1n;
    const given = { title: 'a\0b 😀', count: big };
    const values = {
      count: parameter('count', 'integer'),
      price: literal(-(2n ** 53n) - 1n, 'decimal'),
      weight: literal(0.1, 'real'),
      'address.street': literal(''),
    };
    await run([insertTask(values)], given);
    const columns = [
      column('title'),
      column('count', 'integer'),
      column('price', 'decimal'),
      column('weight', 'real'),
      column('address.street'),
      column('due', 'instant'),
    ];
    const find: Step = {
      kind: 'find',
      select: select('Task', columns, { where: equal(column('count', 'integer'), parameter('count', 'integer')) }),
      absent: 'x',
    };
    expect(await rows([find], given)).toEqual([['a\0b 😀', big, -9_007_199_254_740_993n, 0.1, '', null]]);
  });

  test('makes a slug unique with the first number that is free', async () => {
    const step = insertTask();
    if (step.kind !== 'insert') throw new Error('an insert was expected');
    const slugged: Step = {
      ...step,
      values: [...step.values, { column: 'slug', value: parameter('slug'), slug: true }],
      answer: answer(column('slug')),
    };
    const made: unknown[] = [];
    for (let n = 0; n < 12; n++) made.push((await rows([slugged], { title: `t${n}`, slug: 'tea' }))[0]?.[0]);
    expect(made).toEqual(['tea', ...Array.from({ length: 11 }, (_, n) => `tea-${n + 2}`)]);
  });
}

function reads(): void {
  const find: Step = {
    kind: 'find',
    select: select('Task', [column('title'), column('done', 'boolean')], { where: BY_KEY }),
    absent: 'no such Task',
  };

  test('finds one row, or says that there is none', async () => {
    const key = await create('here');
    const program = store.prepare([find]);
    expect(program.reads).toBe(true);
    expect(await program.run({ key })).toEqual({
      kind: 'done',
      outcome: 'found',
      rows: [['here', 0]],
      total: undefined,
    });
    expect(await program.run({ key: 77 })).toEqual({ kind: 'refused', cause: 'no such Task' });
  });

  test('searches, counts and looks up in other tables', async () => {
    await run([
      {
        kind: 'insert',
        table: 'Person',
        values: [{ column: 'name', value: literal('Ada') }],
        answer: undefined,
        checks: [],
      },
    ]);
    const key = await create('owned', { owner: literal(1, 'integer') });
    await create('free');
    for (const text of ['x', 'y']) {
      await run([
        {
          kind: 'insert',
          table: 'Note',
          values: [
            { column: 'task', value: literal(key, 'integer') },
            { column: 'text', value: literal(text) },
          ],
          answer: undefined,
          checks: [],
        },
      ]);
    }
    const notes = equal(column('task', 'integer', 'n'), column('_row', 'integer'));
    const columns: Expr[] = [
      column('title'),
      { kind: 'count', table: 'Note', alias: 'n', where: notes },
      { kind: 'exists', table: 'Note', alias: 'n', where: notes },
      {
        kind: 'lookup',
        table: 'Person',
        alias: 'p',
        match: 'id',
        value: column('owner', 'integer'),
        column: 'name',
        type: 'text',
      },
    ];
    const order = [{ expr: column('_row', 'integer'), descending: false }];
    expect(await rows([{ kind: 'list', select: select('Task', columns, { order }), total: false }])).toEqual([
      ['owned', 2, 1, 'Ada'],
      ['free', 0, 0, null],
    ]);
  });

  test('lets a judge refuse what was read', async () => {
    const key = await create('here');
    expect(await run([find], { key }, (done) => (done.rows.length === 1 ? { gap: 'x' } : undefined))).toEqual({
      kind: 'undone',
      value: { gap: 'x' },
    });
  });
}

function updates(): void {
  test('changes the row and its version, and answers it as it is then', async () => {
    const key = await create('old');
    expect(await run([updateStep()], { key, title: 'new' })).toEqual({
      kind: 'done',
      outcome: 'updated',
      rows: [['new', 2]],
      total: undefined,
    });
    expect(await run([updateStep({ answer: undefined, outcome: 'moved' })], { key, title: 'newer' })).toMatchObject({
      outcome: 'moved',
      rows: [],
    });
    expect(await titles()).toEqual([['newer']]);
  });

  test('says absent first, then the first guard that fails, null as failing', async () => {
    const key = await create('x', { state: literal('closed') });
    const step = updateStep({ guards: [isOpen, isCheap] });
    expect(await run([step], { key: 99, title: 'y' })).toEqual({ kind: 'refused', cause: 'no such Task' });
    expect(await run([step], { key, title: 'y' })).toEqual({ kind: 'refused', cause: 'illegal move of Task.state' });
    const other = await create('z');
    expect(await run([step], { key: other, title: 'y' })).toEqual({ kind: 'refused', cause: 'too dear' });
    const cheap = await create('cheap', { price: literal(999, 'decimal') });
    expect(await run([step], { key: cheap, title: 'y' })).toMatchObject({ kind: 'done' });
  });

  test('meets unique indexes, but not with the row itself', async () => {
    const key = await create('one');
    await create('two');
    expect(await run([updateStep()], { key, title: 'TWO' })).toEqual({ kind: 'refused', cause: 'Task.title taken' });
    expect(await run([updateStep()], { key, title: 'ONE' })).toMatchObject({ kind: 'done', rows: [['ONE', 2]] });
  });

  test('changes every row that matches, none is no refusal, a guard that one of them fails refuses all', async () => {
    await create('a');
    await create('b');
    const set = [{ column: 'done', value: literal(1, 'boolean') }];
    const every = updateStep({ every: true, set, where: equal(column('done', 'boolean'), literal(0, 'boolean')) });
    expect(await run([every])).toMatchObject({
      kind: 'done',
      rows: [
        ['a', 2],
        ['b', 2],
      ],
    });
    expect(await run([every])).toMatchObject({ kind: 'done', outcome: 'updated', rows: [] });
    await create('c', { state: literal('closed') });
    await create('d');
    expect(await run([{ ...every, guards: [isOpen] }])).toEqual({
      kind: 'refused',
      cause: 'illegal move of Task.state',
    });
    expect(await titles({ where: equal(column('done', 'boolean'), literal(0, 'boolean')) })).toEqual([['c'], ['d']]);
  });

  test('answers what it sees around as it is after the whole effect', async () => {
    for (const title of ['a', 'b', 'c']) await create(title);
    const done = equal(column('done', 'boolean', 'o'), literal(1, 'boolean'));
    const counted = answer(column('title'), { kind: 'count', table: 'Task', alias: 'o', where: done });
    const set = [{ column: 'done', value: literal(1, 'boolean') }];
    const every = updateStep({ every: true, set, where: { kind: 'true' }, answer: counted });
    expect(await rows([every])).toEqual([
      ['a', 3],
      ['b', 3],
      ['c', 3],
    ]);
    expect(await rows([deleteStep({ answer: counted })], { key: 2 })).toEqual([['b', 3]]);
    const insert = insertTask({ done: literal(1, 'boolean') });
    expect(await rows([{ ...insert, answer: counted } as Step], { title: 'd' })).toEqual([['d', 3]]);
  });

  test('gives an instant that is later than the one that stands there', async () => {
    const key = await create('x', { due: literal('2026-12-31T23:59:59.999Z', 'instant') });
    const set = [{ column: 'due', value: { kind: 'later', column: 'due', now: parameter('now', 'instant') } as const }];
    const step = updateStep({ set, answer: answer(column('due', 'instant')) });
    expect(await rows([step], { key, now: '2026-01-01T00:00:00.000Z' })).toEqual([['2027-01-01T00:00:00.000Z']]);
    expect(await rows([step], { key, now: '2027-01-01T00:00:00.000Z' })).toEqual([['2027-01-01T00:00:00.001Z']]);
    expect(await rows([step], { key, now: '2028-01-01T00:00:00.000Z' })).toEqual([['2028-01-01T00:00:00.000Z']]);
    const empty = await create('y');
    expect(await rows([step], { key: empty, now: '2026-01-01T00:00:00.000Z' })).toEqual([['2026-01-01T00:00:00.000Z']]);
  });

  test('keeps its own slug, and steps aside for another', async () => {
    const first = await create('a', { slug: literal('tea') });
    const second = await create('b', { slug: literal('tea-2') });
    const step = updateStep({
      set: [{ column: 'slug', value: parameter('slug'), slug: true }],
      answer: answer(column('slug')),
    });
    expect(await rows([step], { key: second, slug: 'tea' })).toEqual([['tea-2']]);
    expect(await rows([step], { key: first, slug: 'tea' })).toEqual([['tea']]);
    expect(await rows([step], { key: first, slug: 'tea-2' })).toEqual([['tea-2-2']]);
    expect(await run([step], { key: 99, slug: 'tea' })).toEqual({ kind: 'refused', cause: 'no such Task' });
  });

  test('merges a patch into a json column by RFC 7396', async () => {
    const key = await create('x', { tags: literal('{"a":{"b":1,"c":[1]},"d":12345678901234567890}', 'json') });
    const step = updateStep({
      set: [{ column: 'tags', value: parameter('patch', 'json'), merge: true }],
      answer: answer(column('tags', 'json')),
    });
    const [[merged] = []] = await rows([step], { key, patch: '{"a":{"b":null,"c":{"e":{"f":null}}},"g":[null]}' });
    expect(merged).toBe('{"a":{"c":{"e":{}}},"d":12345678901234567890,"g":[null]}');
    const empty = await create('y');
    expect(await rows([step], { key: empty, patch: '{"a":null,"b":1}' })).toEqual([['{"b":1}']]);
  });
}

function deletes(): void {
  test('answers the row as it was, and it is gone', async () => {
    const key = await create('x');
    expect(await run([deleteStep()], { key })).toEqual({
      kind: 'done',
      outcome: 'deleted',
      rows: [['x']],
      total: undefined,
    });
    expect(await run([deleteStep()], { key })).toEqual({ kind: 'refused', cause: 'no such Task' });
    expect(await run([deleteStep({ ifThere: true })], { key })).toEqual({
      kind: 'done',
      outcome: 'unchanged',
      rows: [],
      total: undefined,
    });
  });

  test('refuses for the first guard that fails, also where the row need not be there', async () => {
    const key = await create('x', { state: literal('closed') });
    expect(await run([deleteStep({ guards: [isOpen], ifThere: true })], { key })).toEqual({
      kind: 'refused',
      cause: 'illegal move of Task.state',
    });
    expect(await titles()).toEqual([['x']]);
  });

  test('takes along what goes with the row, and shows it as it was before', async () => {
    const notes = equal(column('task', 'integer', 'n'), column('_row', 'integer'));
    const note = (task: number): Promise<Result> =>
      run([
        {
          kind: 'insert',
          table: 'Note',
          values: [
            { column: 'task', value: literal(task, 'integer') },
            { column: 'text', value: literal('t') },
          ],
          answer: undefined,
          checks: [],
        },
      ]);
    const key = await create('x');
    const other = await create('y');
    for (const task of [key, key, other]) await note(task);
    const cascade = [
      { table: 'Note', alias: 'c', where: equal(column('task', 'integer', 'c'), column('_row', 'integer', 'row')) },
    ];
    const step = deleteStep({
      cascade,
      answer: answer(column('title'), { kind: 'count', table: 'Note', alias: 'n', where: notes }),
    });
    expect(await run([step], { key })).toMatchObject({ kind: 'done', rows: [['x', 2]] });
    const left: Step = { kind: 'list', select: select('Note', [column('task', 'integer')]), total: true };
    expect(await run([left])).toMatchObject({ rows: [[other]], total: 1 });
    expect(await run([{ ...step, every: true, where: { kind: 'true' } }])).toMatchObject({
      kind: 'done',
      rows: [['y', 1]],
    });
    expect(await run([left])).toMatchObject({ total: 0 });
  });
}

function puts(): void {
  const insert = insertTask();
  if (insert.kind !== 'insert') throw new Error('an insert was expected');
  const step: Step = {
    kind: 'put',
    update: updateStep({
      where: equal(column('title'), parameter('title')),
      set: [{ column: 'count', value: parameter('count', 'integer') }],
      outcome: 'replaced',
      guards: [isOpen],
    }),
    insert: { ...insert, values: [...insert.values, { column: 'count', value: parameter('count', 'integer') }] },
  };

  test('creates, then replaces, and refuses by a guard without creating', async () => {
    expect(await run([step], { title: 'a', count: 1 })).toMatchObject({
      kind: 'done',
      outcome: 'created',
      rows: [[1, 'a', 'open', 1]],
    });
    expect(await run([step], { title: 'a', count: 2 })).toMatchObject({
      kind: 'done',
      outcome: 'replaced',
      rows: [['a', 2]],
    });
    await create('closed', { state: literal('closed') });
    expect(await run([step], { title: 'closed', count: 2 })).toEqual({
      kind: 'refused',
      cause: 'illegal move of Task.state',
    });
    expect(await run([step], { title: 'A', count: 2 })).toEqual({ kind: 'refused', cause: 'Task.title taken' });
    expect(await titles()).toEqual([['a'], ['closed']]);
  });
}

function together(): void {
  test('keeps nothing when a later step refuses', async () => {
    const result = await run([insertTask(), deleteStep()], { title: 'x', key: 99 });
    expect(result).toEqual({ kind: 'refused', cause: 'no such Task' });
    expect(await titles()).toEqual([]);
  });

  test('keeps nothing when the judge refuses, and hands back its value', async () => {
    const key = await create('old');
    expect(await run([updateStep()], { key, title: 'new' }, () => 'a gap')).toEqual({ kind: 'undone', value: 'a gap' });
    expect(await titles()).toEqual([['old']]);
    expect(await run([updateStep()], { key, title: 'new' }, () => undefined)).toMatchObject({ kind: 'done' });
    expect(await titles()).toEqual([['new']]);
  });

  test('keeps nothing of a request whose program throws, and all of its neighbours', async () => {
    const program = store.prepare([insertTask()]);
    const runs = ['a', 'b', 'c'].map((title) =>
      program.run({ title }, () => {
        if (title === 'b') throw new Error('the judge broke');
        return undefined;
      }),
    );
    const settled = await Promise.allSettled(runs);
    expect(settled.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await titles()).toEqual([['a'], ['c']]);
  });

  test('answers with the rows of the last step that answers and the outcome of the last that writes', async () => {
    const find: Step = {
      kind: 'find',
      select: select('Task', [column('title')], { where: equal(column('title'), parameter('title')) }),
      absent: 'x',
    };
    expect(await run([insertTask(), find], { title: 'x' })).toEqual({
      kind: 'done',
      outcome: 'created',
      rows: [['x']],
      total: undefined,
    });
  });

  test('runs what was asked at the same time one after the other', async () => {
    const key = await create('x', { count: literal(0, 'integer') });
    const count = column('count', 'integer');
    const plus: Expr = {
      kind: 'arithmetic',
      operator: '+',
      left: count,
      right: literal(1, 'integer'),
      type: 'integer',
    };
    const program = store.prepare([updateStep({ set: [{ column: 'count', value: plus }], answer: answer(count) })]);
    const answers = await Promise.all(Array.from({ length: 200 }, () => program.run({ key })));
    const seen = answers.map((each) => (each.kind === 'done' ? each.rows[0]?.[0] : undefined));
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  });

  test('does not keep what is not done by its deadline', async () => {
    const program = store.prepare([insertTask()]);
    expect(await program.run({ title: 'late', [DEADLINE]: performance.now() - 1 })).toMatchObject({
      kind: 'unavailable',
    });
    expect(await program.run({ title: 'slow', [DEADLINE]: performance.now() + 15 }, slow)).toMatchObject({
      kind: 'unavailable',
    });
    expect(await program.run({ title: 'in time', [DEADLINE]: performance.now() + 5_000 })).toMatchObject({
      kind: 'done',
    });
    expect(await titles()).toEqual([['in time']]);
  });
}

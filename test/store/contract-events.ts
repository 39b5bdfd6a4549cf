// The store contract, events: rows of the outbox are written with the effect and never without it; and what a refused move tells. Input:
// the store of a test.

import { expect, test } from 'vitest';
import { OUTBOX } from '../../src/plan/outbox.ts';
import type { Emit, Guard, Step } from '../../src/plan/steps.ts';
import type { Expr } from '../../src/sql/expression.ts';
import type { Bindings, Judge, Result, Row, Store } from '../../src/store/store.ts';
import { answer, BY_KEY, column, equal, insertTask, literal, parameter, select } from './fixtures.ts';

const NOW = '2026-11-22T01:00:00.000Z';
const emit = (event: string, when?: Expr): Emit => ({ event, by: 'POST /tasks', ...(when && { when }) });
const isOpen = equal(column('state'), literal('open'));
const isShut = equal(column('state'), literal('shut'));
const anyIsCalled = (title: string): Expr => ({
  kind: 'exists',
  table: 'Task',
  alias: 'r1',
  where: equal(column('title', 'text', 'r1'), literal(title)),
});

type Update = Extract<Step, { kind: 'update' }>;
type Insert = Extract<Step, { kind: 'insert' }>;

const shut = (more: Partial<Update> = {}): Update => ({
  kind: 'update',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  set: [{ column: 'state', value: literal('shut') }],
  every: false,
  absent: 'no such Task',
  outcome: 'moved',
  answer: answer(column('title'), column('state')),
  emits: [emit('was_open', isOpen), emit('was_shut', isShut), emit('always')],
  ...more,
});

const gone = (more: Partial<Extract<Step, { kind: 'delete' }>> = {}): Step => ({
  kind: 'delete',
  table: 'Task',
  where: BY_KEY,
  guards: [],
  every: false,
  ifThere: false,
  absent: 'no such Task',
  cascade: [],
  answer: answer(column('title')),
  emits: [emit('gone'), emit('gone_open', isOpen)],
  ...more,
});

const never: Guard = { where: isShut, cause: 'not now', check: 'state' };

export function events(open: () => Store): void {
  const run = async (steps: readonly Step[], bindings: Bindings = {}, judge?: Judge): Promise<Result> =>
    open()
      .prepare(steps)
      .run({ now: NOW, ...bindings }, judge);
  const make = async (title: string, values: Readonly<Record<string, Expr>> = {}): Promise<number> => {
    const made = await run([insertTask(values)], { title });
    return made.kind === 'done' ? Number(made.rows[0]![0]) : -1;
  };
  const list = async (...columns: readonly Expr[]): Promise<readonly Row[]> => {
    const order = [{ expr: column(OUTBOX.rowKey, 'integer'), descending: false }];
    const listed = await run([{ kind: 'list', select: select(OUTBOX.name, columns, { order }), total: false }]);
    return listed.kind === 'done' ? listed.rows : [];
  };
  const sent = async (): Promise<readonly unknown[]> =>
    (await list(column('event'), column('key', 'integer'))).map(([event, key]) => `${event} ${key}`);

  test('a new row is there as it is kept, with all digits, when and by whom it was made', async () => {
    const values = {
      slug: literal('quo"te\u0000\u2028'),
      count: literal(9007199254740993n, 'integer'),
      price: literal(1250, 'decimal'),
      weight: literal(0.1, 'real'),
      done: literal(1, 'boolean'),
      due: literal('2026-01-02T03:04:05.678Z', 'instant'),
      tags: literal('["a"]', 'json'),
    };
    const result = await run([{ ...(insertTask(values) as Insert), emits: [emit('made')] }], { title: 'one' });
    expect(result).toEqual({ kind: 'done', outcome: 'created', rows: [[1, 'one', 'open', 1]], total: undefined });
    const [row, ...others] = await list(
      ...(['event', 'resource', 'operation'] as const).map((name) => column(name)),
      column('key', 'integer'),
      column('at', 'instant'),
      column('row', 'json'),
    );
    expect(others).toEqual([]);
    expect(row!.slice(0, 5)).toEqual(['made', 'Task', 'POST /tasks', 1, NOW]);
    const text = String(row![5]);
    expect(text).toContain('9007199254740993');
    expect(text).toContain('12.50');
    expect(JSON.parse(text)).toEqual({
      title: 'one',
      slug: 'quo"te\u0000\u2028',
      state: 'open',
      count: 9007199254740992,
      price: 12.5,
      weight: 0.1,
      done: true,
      due: '2026-01-02T03:04:05.678Z',
      tags: ['a'],
      'address.street': null,
      owner: null,
    });
  });

  test('the key of a new row is known to the steps behind it, and its event is sent', async () => {
    const first: Insert = { ...(insertTask({}) as Insert), emits: [emit('made')], keyAs: 'made' };
    const where = equal(column('_row', 'integer'), parameter('made', 'integer'));
    const result = await run([first, shut({ emits: [], where })], { title: 'the second' });
    expect(result).toMatchObject({ kind: 'done', outcome: 'moved', rows: [['the second', 'shut']] });
    expect(await sent()).toEqual([expect.stringMatching(/^made \d+$/)]);
  });

  test('any text and any instant stands in it as it is, and as JSON', async () => {
    const texts = [
      '',
      'a"b',
      'a\\b',
      '\\u0000',
      '\u0000',
      '\u0001\u0002',
      '\u0003\u0004\u0005\u0006\n',
      '\\\u0000"',
      '\u007f\u2028é😀',
    ];
    const instants = ['0000-02-29T03:04:05.678Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', null];
    for (const [place, title] of texts.entries()) {
      const due = literal(instants[place % 4] ?? null, 'instant');
      await run([{ ...(insertTask({ due }) as Insert), emits: [emit('made')] }], { title });
    }
    const rows = (await list(column('row', 'json'))).map(([row]) => JSON.parse(String(row)) as Record<string, unknown>);
    expect(rows.map(({ title, due }) => [title, due])).toEqual(texts.map((text, place) => [text, instants[place % 4]]));
  });

  test('of a new row what is asked is asked before it is there', async () => {
    const emits = [emit('first', { kind: 'not', item: anyIsCalled('one') }), emit('again', anyIsCalled('one'))];
    const step = { ...(insertTask() as Insert), emits };
    await run([step], { title: 'one' });
    await run([step], { title: 'two' });
    expect(await sent()).toEqual(['first 1', 'again 2']);
  });

  test('of a changed row what is asked is asked of what it was; the row is shown as it is', async () => {
    const key = await make('one');
    const before = await run([shut()], { key });
    expect(before).toMatchObject({ kind: 'done', outcome: 'moved', rows: [['one', 'shut']] });
    await run([shut()], { key });
    expect(await sent()).toEqual(['was_open 1', 'always 1', 'was_shut 1', 'always 1']);
    const rows = await list(column('row', 'json'));
    expect(rows.map(([row]) => (JSON.parse(String(row)) as { state: string }).state)).toEqual(Array(4).fill('shut'));
  });

  test('what is refused, undone or not there sends nothing', async () => {
    const key = await make('one');
    expect(await run([shut({ guards: [never] })], { key })).toEqual({ kind: 'refused', cause: 'not now' });
    expect(await run([gone({ guards: [never] })], { key })).toEqual({ kind: 'refused', cause: 'not now' });
    expect(await run([shut()], { key: 9 })).toEqual({ kind: 'refused', cause: 'no such Task' });
    expect(await run([gone({ ifThere: true })], { key: 9 })).toMatchObject({ outcome: 'unchanged' });
    expect(await run([shut()], { key }, () => 'no')).toEqual({ kind: 'undone', value: 'no' });
    const taken = { ...(insertTask() as Insert), emits: [emit('made')] };
    expect(await run([taken], { title: 'ONE' })).toEqual({ kind: 'refused', cause: 'Task.title taken' });
    expect(await run([shut(), gone({ guards: [{ ...never, where: isOpen }] })], { key })).toMatchObject({
      kind: 'refused',
    });
    expect(await sent()).toEqual([]);
  });

  test('an event that cannot be written keeps the effect from being kept', async () => {
    const key = await make('one');
    await expect(run([shut()], { key, now: undefined as never })).rejects.toThrow();
    expect(await run([shut()], { key })).toMatchObject({ kind: 'done' });
    expect(await sent()).toEqual(['was_open 1', 'always 1']);
  });

  test('every row that is changed has its own', async () => {
    await make('one');
    await make('two', { state: literal('shut') });
    await make('three');
    const every = shut({ every: true, where: { kind: 'true' } });
    expect(await run([every])).toMatchObject({ kind: 'done', rows: expect.objectContaining({ length: 3 }) });
    expect((await sent()).toSorted()).toEqual([
      'always 1',
      'always 2',
      'always 3',
      'was_open 1',
      'was_open 3',
      'was_shut 2',
    ]);
    const looking = answer({ kind: 'count', table: 'Task', alias: 'r1', where: { kind: 'true' } });
    expect(await run([shut({ every: true, where: BY_KEY, answer: looking })], { key: 2 })).toMatchObject({
      rows: [[3]],
    });
    expect((await sent()).slice(6)).toEqual(['was_shut 2', 'always 2']);
  });

  test('a row that goes is there as it was, with those that go with it or without', async () => {
    await make('one');
    await make('two', { state: literal('shut') });
    const note = {
      table: 'Note',
      alias: 'r1',
      where: equal(column('task', 'integer', 'r1'), column('_row', 'integer', 'row')),
    };
    await run([gone({ cascade: [note] })], { key: 1 });
    await run([gone({ every: true, where: { kind: 'true' } })]);
    expect(await sent()).toEqual(['gone 1', 'gone_open 1', 'gone 2']);
    const rows = await list(column('row', 'json'));
    expect(rows.map(([row]) => (JSON.parse(String(row)) as { title: string }).title)).toEqual(['one', 'one', 'two']);
  });

  test('what replaces or inserts sends what the one or the other does', async () => {
    const insert = { ...(insertTask() as Insert), emits: [emit('made')] };
    const put: Step = { kind: 'put', update: shut({ where: equal(column('title'), parameter('title')) }), insert };
    await run([put], { title: 'one' });
    await run([put], { title: 'one' });
    expect(await sent()).toEqual(['made 1', 'was_open 1', 'always 1']);
  });

  test('a row whose slug is made unique has its events, too', async () => {
    await make('one', { slug: literal('a') });
    const key = await make('two');
    const set = [{ column: 'slug', value: literal('a'), slug: true as const }];
    expect(await run([shut({ set, answer: answer(column('slug')) })], { key })).toMatchObject({ rows: [['a-2']] });
    expect(await sent()).toEqual(['was_open 2', 'always 2']);
  });

  test('the number that waits is told without a scan of the rows', async () => {
    const count: Step = { kind: 'list', select: select(OUTBOX.name, []), total: true };
    expect(await run([count])).toMatchObject({ total: 0 });
    const key = await make('one');
    await run([shut()], { key });
    await run([shut()], { key }, () => 'no');
    await run([gone()], { key });
    expect(await run([count])).toMatchObject({ total: 3 });
  });

  test('a refused move tells which operations are legal, as the row is; another refusal does not', async () => {
    const key = await make('one', { count: literal(2, 'integer') });
    const moves = [
      { operation: 'POST /a', where: isOpen },
      { operation: 'POST /b', where: isShut },
      { operation: 'POST /c', where: equal(column('count', 'integer'), parameter('n', 'integer')) },
      { operation: 'POST /d', where: equal(column('due', 'instant'), parameter('now', 'instant')) },
    ];
    const told = { kind: 'refused', cause: 'not now', moves: ['POST /a', 'POST /c'] };
    const move = { ...never, move: true as const };
    expect(await run([shut({ guards: [move], moves })], { key, n: 2 })).toEqual(told);
    expect(await run([gone({ guards: [move], moves })], { key, n: 2 })).toEqual(told);
    expect(await run([shut({ guards: [never], moves })], { key, n: 2 })).toEqual({ kind: 'refused', cause: 'not now' });
    expect(await run([shut({ guards: [never, { ...move, cause: 'later' }], moves })], { key, n: 2 })).toEqual({
      kind: 'refused',
      cause: 'not now',
    });
    expect(await run([shut({ guards: [move], moves })], { key: 9, n: 2 })).toEqual({
      kind: 'refused',
      cause: 'no such Task',
    });
  });
}

// What `migrate` does where a rule is new to rows that are there, the same on every engine. Decision 0041.

import { afterEach, expect, test } from 'vitest';
import type { MadeRule } from '../../src/plan/made-rule.ts';
import type { Column, RenamePlan, Table } from '../../src/plan/plan.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import type { Step } from '../../src/plan/steps.ts';
import type { Expr, SqlValue } from '../../src/sql/expression.ts';
import type { Allowed, Migration, Wish } from '../../src/store/migration.ts';
import { DoesNotFit } from '../../src/store/store.ts';
import type { Row } from '../../src/store/store.ts';
import { column, equal, field, literal, select } from './fixtures.ts';
import type { Engine } from './migration.ts';

const LOOK: Allowed = { apply: false, drop: false };
const APPLY: Allowed = { apply: true, drop: false };

const wish = (columns: readonly Column[], more: Partial<Table> = {}, renames: readonly RenamePlan[] = []): Wish => ({
  tables: [{ name: 'Task', rowKey: '_row', columns, unique: [], indexes: [], ...more }],
  renames,
  fits: judgeKept,
});
const made = (name: string, rule: MadeRule, more: Partial<Column> = {}): Column => {
  const { type = 'text', nullable = false, ...rest } = more;
  return { name, type, nullable, made: rule, ...rest };
};
const short = (most: number): Partial<Column> => ({
  rule: { value: { type: 'text' }, schema: { type: 'string', maxLength: most } },
});
const SLUG: MadeRule = { said: 'slug of `title`', value: column('title'), slug: true };
const plus = (left: Expr, right: Expr): Expr => ({ kind: 'arithmetic', operator: '+', left, right, type: 'integer' });
const SUM: MadeRule = { said: '= `n` + 1 at create', value: plus(column('n', 'integer'), literal(1, 'integer')) };

const count = (name: string): Expr => column(name, 'integer');
const interrupt = (): never => {
  throw new Error('interrupted');
};

const TITLE = field('title', 'text');
const N = field('n', 'integer', true);
const SLUGGED = { unique: [{ columns: ['slug'], ignoringCase: false, cause: 'Task.slug taken' }] };
const BEFORE = wish([TITLE, N]);

function said(migration: Migration | undefined): readonly string[] {
  return (migration?.changes ?? []).map(
    ({ does, field: name = '', what, rows, first }) =>
      `${does} ${name}: ${what} (${rows}${first === undefined ? '' : `, the first ${first}`})`,
  );
}

interface Hands {
  run(wanted: Wish, steps: readonly Step[]): Promise<readonly Row[]>;
  write(wanted: Wish, rows: readonly Readonly<Record<string, SqlValue>>[]): Promise<void>;
  read(wanted: Wish, ...names: readonly string[]): Promise<readonly Row[]>;
  change(row: number, title: string): Promise<readonly Row[]>;
  /** Neither engine has anything left of what was not done. */
  isAsBefore(rows: readonly Row[]): Promise<void>;
}

function handsOn(engine: Engine): Hands {
  const run: Hands['run'] = async (wanted, steps) => {
    const store = await engine.open(wanted);
    try {
      const result = await store.prepare(steps).run({});
      if (result.kind !== 'done') throw new Error(JSON.stringify(result));
      return result.rows;
    } finally {
      await store.close();
    }
  };

  const write = async (wanted: Wish, rows: readonly Readonly<Record<string, SqlValue>>[]): Promise<void> => {
    const steps = rows.map((row) => {
      const values = Object.entries(row).map(([name, value]) => ({
        column: name,
        value: literal(value, typeof value === 'number' ? 'integer' : 'text'),
      }));
      return { kind: 'insert', table: 'Task', values, answer: undefined, checks: [] } as const;
    });
    await run(wanted, steps);
  };

  const read = (wanted: Wish, ...names: readonly string[]): Promise<readonly Row[]> => {
    const order = [{ expr: column('_row', 'integer'), descending: false }];
    const types = new Map(wanted.tables[0]!.columns.map(({ name, type }) => [name, type]));
    const named = names.map((name) => column(name, types.get(name) ?? 'integer'));
    return run(wanted, [{ kind: 'list', select: select('Task', named, { order }), total: false }]);
  };

  const change = (row: number, title: string): Promise<readonly Row[]> =>
    run(BEFORE, [
      {
        kind: 'update',
        table: 'Task',
        where: equal(column('_row', 'integer'), literal(row, 'integer')),
        guards: [],
        set: [{ column: 'title', value: literal(title) }],
        every: false,
        absent: 'none',
        outcome: 'updated',
        answer: undefined,
      },
    ]);

  const isAsBefore = async (rows: readonly Row[]): Promise<void> => {
    expect(await read(BEFORE, 'title', 'n')).toEqual(rows);
    expect(said(await engine.migrate(BEFORE, LOOK))).toEqual([]);
    expect((await engine.tables()).toSorted()).toEqual(['Task', '_ninefold']);
  };
  return { run, write, read, change, isAsBefore };
}

export function fillings(engine: Engine): void {
  afterEach(() => engine.end());
  const hands = handsOn(engine);
  results(engine, hands);
  origins(engine, hands);
}

/** What rows get, and what stops it. */
function results(engine: Engine, { write, read, isAsBefore }: Hands): void {
  test('it is said how many rows get a value by which rule, and done by --apply alone; rows stay as they are', async () => {
    await write(BEFORE, [
      { title: 'Über uns', n: 1 },
      { title: 'uber uns', n: 2 },
      { title: 'Über uns!', n: 3 },
      { title: 'x', n: 4 },
    ]);
    const after = wish([TITLE, N, made('slug', SLUG), made('sum', SUM, { type: 'integer' })], SLUGGED);
    const refused = await engine.open(after).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DoesNotFit);
    expect(String(refused)).toContain(
      'Task: slug is new and is yet to be filled by slug of `title`, 4 rows are at stake',
    );
    const plan = [
      'fills slug: is new; these rows get slug of `title` (4)',
      'fills sum: is new; these rows get = `n` + 1 at create (4)',
      'adds slug: slug must be unique now; no two rows share a value (0)',
    ];
    expect(said(await engine.migrate(after, LOOK))).toEqual(plan);
    await isAsBefore([
      ['Über uns', 1],
      ['uber uns', 2],
      ['Über uns!', 3],
      ['x', 4],
    ]);
    const applied = await engine.migrate(after, APPLY);
    expect([applied?.applied, said(applied)]).toEqual([true, plan]);
    expect(await read(after, '_row', '_version', 'slug', 'sum')).toEqual([
      [1, 1, 'uber-uns', 2],
      [2, 1, 'uber-uns-2', 3],
      [3, 1, 'uber-uns-3', 4],
      [4, 1, 'x', 5],
    ]);
    expect(said(await engine.migrate(after, LOOK))).toEqual([]);
    expect((await engine.tables()).toSorted()).toEqual(['Task', '_ninefold']);
  });

  test('a slug that a number makes is not given twice', async () => {
    await write(BEFORE, [{ title: 'a' }, { title: 'a 2' }, { title: 'a' }, { title: 'a' }, { title: 'a-3' }]);
    const after = wish([TITLE, N, made('slug', SLUG)], SLUGGED);
    await engine.migrate(after, APPLY);
    expect(await read(after, 'slug')).toEqual([['a'], ['a-2'], ['a-3'], ['a-4'], ['a-3-2']]);
  });

  test('many rows are filled in batches, and how far it is rises to the whole', async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => ({ title: i % 2 === 0 ? 'same' : `t ${i}`, n: i }));
    await write(BEFORE, many);
    const after = wish([TITLE, N, made('slug', SLUG), made('sum', SUM, { type: 'integer' })], SLUGGED);
    const told: number[] = [];
    await engine.migrate(after, { ...APPLY, progress: (done) => void told.push(done) });
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(told.at(-1)).toBe(1);
    const expected = many.map(({ n }) => [n % 2 === 1 ? `t-${n}` : n === 0 ? 'same' : `same-${n / 2 + 1}`, n + 1]);
    expect(await read(after, 'slug', 'sum')).toEqual(expected);
  });

  test('a row without a result stops it and is named, unless the field may be empty', async () => {
    await write(BEFORE, [{ title: 'a', n: 1 }, { title: 'b' }, { title: 'c' }]);
    const after = wish([TITLE, N, made('slug', SLUG), made('sum', SUM, { type: 'integer' })], SLUGGED);
    const refused = await engine.migrate(after, APPLY);
    expect([refused?.applied, said(refused)[2]]).toEqual([
      false,
      'stops sum: is new: = `n` + 1 at create has no result for these rows (2, the first is number 2 of its rows, in the order in which they were made)',
    ]);
    await isAsBefore([
      ['a', 1],
      ['b', null],
      ['c', null],
    ]);
    const optional = wish([TITLE, N, made('sum', SUM, { type: 'integer', nullable: true, fill: null })]);
    expect(said(await engine.migrate(optional, APPLY))[0]).toBe(
      'fills sum: is new; these rows get = `n` + 1 at create (1)',
    );
    expect(await read(optional, 'sum')).toEqual([[2], [null], [null]]);
  });

  test('a value that the document does not allow stops it, also where only its number is too much', async () => {
    await write(BEFORE, [{ title: 'abc' }, { title: 'abc' }, { title: 'd' }]);
    const two = await engine.migrate(wish([TITLE, N, made('slug', SLUG, short(2))], SLUGGED), APPLY);
    expect([two?.applied, said(two)[0]]).toEqual([
      false,
      'stops slug: is new: the document does not allow what slug of `title` gives these rows (2, the first is number 1 of its rows, in the order in which they were made)',
    ]);
    const three = await engine.migrate(wish([TITLE, N, made('slug', SLUG, short(3))], SLUGGED), APPLY).catch(String);
    expect(three).toContain(
      'Task: slug: the document does not allow what slug of `title` gives these rows, 1 row is at stake, the first is number 2 of its rows',
    );
    await isAsBefore([
      ['abc', null],
      ['abc', null],
      ['d', null],
    ]);
  });

  test('what is made and must be unique stops it where two rows would share it', async () => {
    await write(BEFORE, [
      { title: 'a', n: 1 },
      { title: 'b', n: 1 },
      { title: 'c', n: 2 },
    ]);
    const unique = [{ columns: ['sum'], ignoringCase: false, cause: 'Task.sum taken' }];
    const refused = await engine.migrate(wish([TITLE, N, made('sum', SUM, { type: 'integer' })], { unique }), APPLY);
    expect([refused?.applied, said(refused).find((line) => line.startsWith('stops'))]).toEqual([
      false,
      'stops : sum must be unique, and these rows would have a value that another has (1, the first is number 2 of its rows, in the order in which they were made)',
    ]);
    await isAsBefore([
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ]);
    const both = [{ columns: ['sum', 'title'], ignoringCase: false, cause: 'Task.sum taken' }];
    const after = wish([TITLE, N, made('sum', SUM, { type: 'integer' })], { unique: both });
    expect((await engine.migrate(after, APPLY))?.applied).toBe(true);
    expect(await read(after, 'sum')).toEqual([[2], [2], [3]]);
  });
}

/** What rules rest on. */
function origins(engine: Engine, { run, write, read, change, isAsBefore }: Hands): void {
  test('what may have been different when the row was made is known only of rows that never changed', async () => {
    await write(BEFORE, [{ title: 'a' }, { title: 'b' }]);
    const rule: MadeRule = { ...SLUG, said: 'slug of `title` at create', mayChange: ['title'] };
    const after = wish([TITLE, N, made('slug', rule)], SLUGGED);
    expect(said(await engine.migrate(after, LOOK))[0]).toBe(
      'fills slug: is new; these rows get slug of `title` at create (2)',
    );
    await change(2, 'changed');
    const refused = await engine.migrate(after, APPLY);
    expect([refused?.applied, said(refused)[1]]).toEqual([
      false,
      'stops slug: is new: `title` may have changed since these rows were made, and the value of then is not kept (1, the first is number 2 of its rows, in the order in which they were made)',
    ]);
    // The column of a slug may be without one, even where no row may.
    const must = wish([TITLE, N, made('slug', { ...rule, must: true }, { nullable: true })], SLUGGED);
    expect((await engine.migrate(must, APPLY))?.applied).toBe(false);
    await isAsBefore([
      ['a', null],
      ['changed', null],
    ]);
    const optional = wish([TITLE, N, made('slug', rule, { nullable: true, fill: null })], SLUGGED);
    await engine.migrate(optional, APPLY);
    expect(await read(optional, 'slug')).toEqual([['a'], [null]]);
  });

  test('nothing is made up: what no row can know stops it, or is left out where it may be', async () => {
    await write(BEFORE, [{ title: 'a' }]);
    const rule: MadeRule = { said: 'now at create', unknown: 'when these rows were made is not kept' };
    const refused = await engine.migrate(wish([TITLE, N, made('at', rule)]), { apply: true, drop: true });
    expect([refused?.applied, said(refused)]).toEqual([
      false,
      ['stops : at is new and has no value for the rows that are there: when these rows were made is not kept (1)'],
    ]);
    const optional = wish([TITLE, N, made('at', rule, { nullable: true, fill: null })]);
    expect(said(await engine.migrate(optional, APPLY))).toEqual([
      'adds at: is new; the rows that are there have none: when these rows were made is not kept (1)',
    ]);
    expect(await read(optional, 'at')).toEqual([[null]]);
  });

  test('a rule may rest on a field that is renamed, on one that is new with a default, and on another rule', async () => {
    await write(BEFORE, [
      { title: 'a', n: 1 },
      { title: 'b', n: 2 },
    ]);
    const after = wish(
      [
        TITLE,
        field('size', 'integer', true),
        made(
          'twice',
          { said: '= `once` + `size` at create', value: plus(count('once'), count('size')) },
          { type: 'integer' },
        ),
        made(
          'once',
          { said: '= `size` + `more` at create', value: plus(count('size'), count('more')) },
          { type: 'integer' },
        ),
        field('more', 'integer', false, { fill: 10 }),
      ],
      {},
      [{ resource: 'Task', field: 'size', was: ['n'] }],
    );
    expect((await engine.migrate(after, APPLY))?.applied).toBe(true);
    expect(await read(after, 'size', 'more', 'once', 'twice')).toEqual([
      [1, 10, 11, 12],
      [2, 10, 12, 14],
    ]);
  });

  test('a field that was there keeps what it has; rows that lack it and must not are filled', async () => {
    const before = wish([TITLE, field('slug', 'text', true)]);
    await write(before, [{ title: 'A', slug: 'b' }, { title: 'B' }, { title: 'b' }]);
    const after = wish([TITLE, made('slug', SLUG)], SLUGGED);
    expect(said(await engine.migrate(after, LOOK))[0]).toBe(
      'fills slug: must have a value now; these rows get slug of `title` (2)',
    );
    expect((await engine.migrate(after, APPLY))?.applied).toBe(true);
    expect(await read(after, 'slug')).toEqual([['b'], ['b-2'], ['b-3']]);
  });

  test('texts of any signs, dates, large and negative numbers arrive as they are', async () => {
    const texts = [`it's "q" \\ % ?1 $1`, 'a\0b\u0001\u0002', '', '😀', 'x'.repeat(5_000)];
    await write(
      BEFORE,
      texts.map((title, i) => ({ title, n: i === 0 ? -9_007_199_254_740_991 : i })),
    );
    const copy: MadeRule = { said: '= `title` at create', value: column('title') };
    const after = wish([TITLE, N, made('copy', copy), made('sum', SUM, { type: 'integer' })]);
    expect((await engine.migrate(after, APPLY))?.applied).toBe(true);
    expect(await read(after, 'copy')).toEqual(texts.map((text) => [text]));
    expect((await read(after, 'sum'))[0]).toEqual([-9_007_199_254_740_990]);
  });

  test('a migration that was interrupted goes on where it was, and what changed in between is made anew', async () => {
    await write(
      BEFORE,
      Array.from({ length: 2_200 }, (_, i) => ({ title: `t ${i}`, n: i })),
    );
    const after = wish([TITLE, N, made('slug', SLUG), made('sum', SUM, { type: 'integer' })], SLUGGED);
    await expect(engine.migrate(after, { ...APPLY, progress: interrupt })).rejects.toThrow('interrupted');
    // The old document is served meanwhile, the new one is not.
    await expect(engine.open(after)).rejects.toBeInstanceOf(DoesNotFit);
    await change(3, 'changed');
    await run(BEFORE, [
      {
        kind: 'delete',
        table: 'Task',
        where: equal(column('_row', 'integer'), literal(5, 'integer')),
        guards: [],
        every: false,
        ifThere: false,
        absent: 'none',
        cascade: [],
        answer: undefined,
      },
    ]);
    await write(BEFORE, [{ title: 't 4', n: 7 }]);
    let first: number | undefined;
    await engine.migrate(after, { ...APPLY, progress: (done) => void (first ??= done) });
    // The first batch is not made again: what is told first is further than that.
    expect(first).toBeGreaterThan(0.7 * (1_500 / 2_201));
    const rows = await read(after, '_row', 'slug', 'sum');
    expect(rows.length).toBe(2_200);
    expect([rows[2], rows[3], rows[4], rows.at(-1)]).toEqual([
      [3, 'changed', 3],
      [4, 't-3', 4],
      [6, 't-5', 6],
      [2_201, 't-4', 8],
    ]);
  });
}

// What `migrate` does to rows that are there, the same on every engine. Decision 0015.

import { afterEach, expect, test } from 'vitest';
import type { Column, RenamePlan, Table } from '../../src/plan/plan.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import type { SqlValue } from '../../src/sql/expression.ts';
import type { Allowed, Migration, Wish } from '../../src/store/migration.ts';
import { DoesNotFit } from '../../src/store/store.ts';
import type { Row, Store } from '../../src/store/store.ts';
import { column, field, literal, select } from './fixtures.ts';

export interface Engine {
  readonly name: string;
  /** What no document names stays on a database that several documents may use. */
  readonly leaves: boolean;
  /** Of one place until `end`. */
  open(wish: Wish): Promise<Store>;
  migrate(wish: Wish, allowed: Allowed): Promise<Migration | undefined>;
  end(): Promise<void>;
  /** Names of the tables that there are. */
  tables(): Promise<readonly string[]>;
}

const table = (...columns: readonly Column[]): Table => ({
  name: 'Task',
  rowKey: '_row',
  columns,
  unique: [],
  indexes: [],
});
const text = (name: string, more: Partial<Column> = {}): Column => field(name, 'text', true, { fill: null, ...more });
const number = (name: string): Column => field(name, 'integer', true, { fill: null });
const short = (most: number): Partial<Column> => ({
  rule: { value: { type: 'text' }, schema: { type: 'string', maxLength: most } },
});
const was = (name: string, ...older: readonly string[]): RenamePlan => ({ resource: 'Task', field: name, was: older });
const wish = (wanted: Table, ...renames: readonly RenamePlan[]): Wish => ({
  tables: [wanted],
  renames,
  fits: judgeKept,
});

const uniqueBy = (columns: readonly string[], ...fields: readonly Column[]): Wish =>
  wish({ ...table(...fields), unique: [{ columns, ignoringCase: false, cause: 'taken' }] });

const LOOK: Allowed = { apply: false, drop: false };
const APPLY: Allowed = { apply: true, drop: false };
const DROP: Allowed = { apply: true, drop: true };

function said(migration: Migration | undefined): readonly string[] {
  return (migration?.changes ?? []).map(
    ({ does, field: name = '', what, rows, first }) =>
      `${does} ${name}: ${what} (${rows}${first === undefined ? '' : `, first ${first}`})`,
  );
}

const numbered = (key: string): Table => ({ ...table(text('a')), rowKey: key, identity: [key] });

/** What `migrate` tells of how far it is. */
function progress(
  engine: Engine,
  write: (wanted: Wish, rows: readonly Readonly<Record<string, SqlValue>>[]) => Promise<void>,
  read: (wanted: Wish, ...names: readonly string[]) => Promise<readonly Row[]>,
): void {
  test('how far it is rises to the whole, and nothing is told where it is only looked', async () => {
    await write(wish(table(text('a'), text('b'))), [
      { a: 'x', b: 'y' },
      { a: 'z', b: 'y' },
    ]);
    const after = wish(table(text('a')));
    const told: number[] = [];
    const tell = (done: number): void => void told.push(done);
    await engine.migrate(after, { ...LOOK, progress: tell });
    expect(told).toEqual([]);
    expect(await engine.migrate(after, { ...DROP, progress: tell })).toMatchObject({ applied: true });
    expect(told.length).toBeGreaterThan(1);
    expect(told[0]).toBeGreaterThan(0);
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(await read(after, 'a')).toEqual([['x'], ['z']]);
  });
}

export function migrations(engine: Engine): void {
  afterEach(() => engine.end());

  const with_ = async <T>(wanted: Wish, run: (store: Store) => Promise<T>): Promise<T> => {
    const store = await engine.open(wanted);
    try {
      return await run(store);
    } finally {
      await store.close();
    }
  };

  const write = (wanted: Wish, rows: readonly Readonly<Record<string, SqlValue>>[]): Promise<void> =>
    with_(wanted, async (store) => {
      for (const row of rows) {
        const values = Object.entries(row).map(([name, value]) => ({ column: name, value: literal(value) }));
        const step = { kind: 'insert', table: 'Task', values, answer: [], checks: [] } as const;
        expect(await store.prepare([step]).run({})).toMatchObject({ kind: 'done' });
      }
    });

  const read = (wanted: Wish, ...names: readonly string[]): Promise<readonly Row[]> =>
    with_(wanted, async (store) => {
      const order = [{ expr: column('_row', 'integer'), descending: false }];
      const named = names.map((name) => {
        const type = wanted.tables[0]!.columns.find((each) => each.name === name)?.type ?? 'integer';
        return column(name, type);
      });
      const result = await store
        .prepare([{ kind: 'list', select: select('Task', named, { order }), total: false }])
        .run({});
      return result.kind === 'done' ? result.rows : [];
    });

  const fits = async (wanted: Wish): Promise<void> => {
    expect(said(await engine.migrate(wanted, LOOK))).toEqual([]);
  };

  test('where no data is yet there is nothing to migrate', async () => {
    expect(await engine.migrate(wish(table(text('a'))), DROP)).toBe(undefined);
  });

  test('a field under an older name waits for migrate, which keeps its rows as they are', async () => {
    const before = wish(table(text('name'), text('note')));
    await write(before, [{ name: 'a', note: 'x' }, { name: 'b' }]);
    const after = wish(table(text('title'), text('note')), was('title', 'name'));
    const refused = await engine.open(after).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DoesNotFit);
    expect(String(refused)).toContain('Task: title was name, and is still kept as name, 2 rows are at stake');
    expect(said(await engine.migrate(after, LOOK))).toEqual(['renames title: was name (2)']);
    expect(await read(before, 'name')).toEqual([['a'], ['b']]);
    expect(await engine.migrate(after, APPLY)).toMatchObject({ applied: true });
    expect(await read(after, '_row', '_version', 'title', 'note')).toEqual([
      [1, 1, 'a', 'x'],
      [2, 1, 'b', null],
    ]);
    await fits(after);
    await write(after, [{ title: 'c' }]);
    expect((await read(after, '_row', 'title')).at(-1)).toEqual([3, 'c']);
  });

  progress(engine, write, read);

  test('a chain leads back to the name that is stored; a name that never was asks for nothing', async () => {
    await write(wish(table(text('name'))), [{ name: 'a' }]);
    const after = wish(table(text('headline'), text('due')), was('headline', 'title', 'name'), was('due', 'until'));
    expect(said(await engine.migrate(after, APPLY))).toEqual([
      'renames headline: was name (1)',
      'adds due: is new; the rows that are there have none (1)',
    ]);
    expect(await read(after, 'headline', 'due')).toEqual([['a', null]]);
  });

  test('two names change places once, however often it is run, and again when it is stated anew', async () => {
    const plain = wish(table(text('left'), text('right')));
    await write(plain, [{ left: 'L', right: 'R' }]);
    const swapped = wish(plain.tables[0]!, was('left', 'right'), was('right', 'left'));
    expect(said(await engine.migrate(swapped, APPLY))).toEqual([
      'renames left: was right (1)',
      'renames right: was left (1)',
    ]);
    expect(await read(swapped, 'left', 'right')).toEqual([['R', 'L']]);
    await fits(swapped);
    await engine.migrate(swapped, APPLY);
    expect(await read(swapped, 'left', 'right')).toEqual([['R', 'L']]);
    // A start without the rows forgets nothing; a migration does.
    await read(plain, 'left');
    await fits(swapped);
    await engine.migrate(plain, APPLY);
    await engine.migrate(swapped, APPLY);
    expect(await read(swapped, 'left', 'right')).toEqual([['L', 'R']]);
  });

  test('an older name that is a field of its own now leaves its values to the new one', async () => {
    await write(wish(table(text('name'))), [{ name: 'a' }]);
    const after = wish(table(text('title'), text('name')), was('title', 'name'));
    expect(said(await engine.migrate(after, APPLY))).toEqual([
      'renames title: was name (1)',
      'adds name: is new; the rows that are there have none (1)',
    ]);
    expect(await read(after, 'title', 'name')).toEqual([['a', null]]);
  });

  test('what two fields claim, and what is stored under both names, stops it', async () => {
    const before = wish(table(text('name'), text('title')));
    await write(before, [{ name: 'a', title: 'b' }]);
    const both = wish(table(text('title')), was('title', 'name'));
    expect(said(await engine.migrate(both, DROP))[0]).toBe(
      'stops name: it cannot be told what is meant: title was name, and both are stored (1)',
    );
    const two = wish(table(text('title'), text('head'), text('tail')), was('head', 'name'), was('tail', 'name'));
    const answer = await engine.migrate(two, DROP);
    expect(said(answer)).toContain('stops name: it cannot be told what is meant: head and tail both were name (1)');
    expect(answer?.applied).toBe(false);
    expect(await read(before, 'name', 'title')).toEqual([['a', 'b']]);
  });

  test('a renamed field of another type loses its values, and only when it may', async () => {
    await write(wish(table(text('name'))), [{ name: 'a' }, {}]);
    const after = wish(table(field('size', 'integer', true, { fill: null })), was('size', 'name'));
    const plan = [
      'renames size: was name (1)',
      'loses size: size was text and is now integer; these rows have none then (1)',
    ];
    const refused = await engine.migrate(after, APPLY);
    expect([refused?.applied, said(refused)]).toEqual([false, plan]);
    expect((await engine.migrate(after, DROP))?.applied).toBe(true);
    expect(await read(after, '_row', 'size')).toEqual([
      [1, null],
      [2, null],
    ]);
    await fits(after);
  });

  test('values that break a narrowed rule are told with the first row, and give way to what a new field would get', async () => {
    const before = wish(table(text('name', short(9)), text('code', { nullable: false, ...short(9) })));
    await write(before, [
      { name: 'a', code: 'x' },
      { name: 'bbbb', code: 'yyyy' },
      { name: 'cccc', code: 'z' },
    ]);
    const after = wish(table(text('name', short(2)), text('code', { nullable: false, fill: '??', ...short(2) })));
    const plan = await engine.migrate(after, APPLY);
    expect(said(plan)).toEqual([
      'loses name: name holds what the document does not allow any more; these rows have none then (2, first is number 2 of its rows, in the order in which they were made)',
      'loses code: code holds what the document does not allow any more; these rows get ?? (1, first is number 2 of its rows, in the order in which they were made)',
    ]);
    expect(await read(before, 'name')).toEqual([['a'], ['bbbb'], ['cccc']]);
    await engine.migrate(after, DROP);
    expect(await read(after, '_row', 'name', 'code')).toEqual([
      [1, 'a', 'x'],
      [2, null, '??'],
      [3, null, 'z'],
    ]);
    await fits(after);
  });

  test('a value that must be there now is the default, and without one nothing is done', async () => {
    await write(wish(table(text('name'))), [{ name: 'a' }, {}]);
    const without: Wish = wish(table(field('name', 'text', false)));
    const stopped = await engine.migrate(without, DROP);
    expect([stopped?.applied, said(stopped)]).toEqual([false, ['stops : name must have a value now (1)']]);
    const after = wish(table(text('name', { nullable: false, fill: "it's" })));
    expect((await engine.migrate(after, APPLY))?.applied).toBe(false);
    await engine.migrate(after, DROP);
    expect(await read(after, 'name')).toEqual([['a'], ["it's"]]);
  });

  test('the Change row that would keep the values is named where one new field alone can be meant', async () => {
    const before = wish(table(text('name'), number('size')));
    await write(before, [{ name: 'a', size: 1 }]);
    const rows = async (...columns: readonly Column[]): Promise<readonly (string | undefined)[]> =>
      (await engine.migrate(wish(table(...columns)), LOOK))!.changes.flatMap(({ changeRow = [] }) => changeRow);
    expect(await rows(text('title'), number('size'))).toEqual(['`Task.title` was `name`']);
    expect(await rows(number('area'), text('title'))).toEqual(['`Task.title` was `name`', '`Task.area` was `size`']);
    // Two could be meant, another type, none that is new.
    expect(await rows(text('title'), text('label'), number('size'))).toEqual([]);
    expect(await rows(number('rank'), number('size'))).toEqual([]);
    expect(await rows(number('size'))).toEqual([]);
  });

  test('a field and a resource that are gone lose their values only when they may', async () => {
    const other: Table = { ...table(text('a')), name: 'Other' };
    const before: Wish = {
      ...wish(table(text('name'), text('note'))),
      tables: [table(text('name'), text('note')), other],
    };
    await write(before, [{ name: 'a', note: 'x' }]);
    await with_(before, async (store) => {
      const values = [{ column: 'a', value: literal('b') }];
      await store.prepare([{ kind: 'insert', table: 'Other', values, answer: [], checks: [] }]).run({});
    });
    const after = wish(table(text('name')));
    const does = engine.leaves ? 'leaves' : 'loses';
    const plan = [`${does} : the document does not name it any more (1)`, `${does} note: note is gone (1)`];
    const looked = await engine.migrate(after, APPLY);
    expect([looked?.applied, said(looked)]).toEqual([engine.leaves, plan]);
    expect(await read(before, 'name', 'note')).toEqual([['a', 'x']]);
    expect((await engine.migrate(after, DROP))?.applied).toBe(true);
    await fits(after);
    const again = await with_(before, async (store) => {
      const list = { kind: 'list', select: select('Other', [column('a')], {}), total: false } as const;
      return store.prepare([list]).run({});
    });
    expect(again).toMatchObject({ kind: 'done', rows: [] });
    expect(await read(before, 'name', 'note')).toEqual([['a', null]]);
  });

  test('rows that share what must be unique now stop it; so does what is renamed under it', async () => {
    await write(wish(table(text('name'))), [{ name: 'a' }, { name: 'A' }, { name: 'b' }]);
    const unique = (ignoringCase: boolean): Wish =>
      wish(
        { ...table(text('title')), unique: [{ columns: ['title'], ignoringCase, cause: 'Task.title taken' }] },
        was('title', 'name'),
      );
    const refused = await engine.migrate(unique(true), DROP);
    expect([refused?.applied, said(refused)]).toEqual([
      false,
      [
        'renames title: was name (3)',
        'stops title: title must be unique now, ignoring case, and rows share a value (2)',
      ],
    ]);
    expect((await engine.migrate(unique(false), APPLY))?.applied).toBe(true);
    await fits(unique(false));
    await with_(unique(false), async (store) => {
      const values = [{ column: 'title', value: literal('b') }];
      const answer = await store.prepare([{ kind: 'insert', table: 'Task', values, answer: [], checks: [] }]).run({});
      expect(answer).toEqual({ kind: 'refused', cause: 'Task.title taken' });
    });
  });

  test('what must be unique is judged by the values that rows have then', async () => {
    const before = wish(table(text('a'), text('b', short(9))));
    await write(before, [{ a: 'x', b: 'long 1' }, { a: 'x', b: 'long 1' }, { a: 'x' }]);
    const numbered = uniqueBy(['a', 'n'], text('a'), text('b', short(9)), field('n', 'integer', false, { fill: 1 }));
    expect(said(await engine.migrate(numbered, DROP))).toEqual([
      'adds n: is new; the rows that are there get 1 (3)',
      'stops : a, n must be unique now, and rows share a value (3)',
    ]);
    const defaulted = uniqueBy(['b'], text('a'), text('b', { nullable: false, fill: 'd', ...short(2) }));
    expect(said(await engine.migrate(defaulted, DROP)).at(-1)).toBe(
      'stops b: b must be unique now, and rows share a value (3)',
    );
    const emptied = uniqueBy(['b'], text('a'), text('b', short(2)));
    expect(said(await engine.migrate(emptied, DROP)).at(-1)).toBe(
      'adds b: b must be unique now; no two rows share a value (0)',
    );
    expect(await read(emptied, 'b')).toEqual([[null], [null], [null]]);
  });

  test('rows that would share a default where they must not stop it; where they need not any more, nothing does', async () => {
    const before = uniqueBy(['b'], text('b', short(9)));
    await write(before, [{ b: 'long 1' }, { b: 'long 2' }, { b: 'x' }]);
    const shorter = text('b', { nullable: false, fill: 'd', ...short(2) });
    const stopped = await engine.migrate(uniqueBy(['b'], shorter), DROP);
    expect([stopped?.applied, said(stopped).at(-1)]).toEqual([
      false,
      'stops b: b must be unique, and rows would share a value then (2)',
    ]);
    expect((await engine.migrate(wish(table(shorter)), DROP))?.applied).toBe(true);
    expect(await read(wish(table(shorter)), 'b')).toEqual([['d'], ['d'], ['x']]);
  });

  test('of another type only rows that had a value get the default, as many as are told, and it is told as it is shown', async () => {
    await write(wish(table(text('name'))), [{ name: 'a' }, {}, { name: 'c' }]);
    const after = wish(table(field('name', 'decimal', true, { scale: 2, fill: 750 })));
    expect(said(await engine.migrate(after, DROP))).toEqual([
      'loses name: name was text and is now decimal(2); these rows get 7.50 (2)',
    ]);
    expect(await read(after, 'name')).toEqual([[750], [null], [750]]);
    await fits(after);
  });

  test('the field that numbers the rows may get another name', async () => {
    await write(wish(numbered('id')), [{ a: 'x' }, { a: 'y' }]);
    const after = wish(numbered('number'), was('number', 'id'));
    expect(said(await engine.migrate(after, APPLY))).toEqual(['renames number: was id (2)']);
    await write(after, [{ a: 'z' }]);
    const rows = await with_(after, async (store) => {
      const order = [{ expr: column('number', 'integer'), descending: false }];
      const list = {
        kind: 'list',
        select: select('Task', [column('number', 'integer'), column('a')], { order }),
        total: false,
      } as const;
      return store.prepare([list]).run({});
    });
    expect(rows).toMatchObject({
      rows: [
        [1, 'x'],
        [2, 'y'],
        [3, 'z'],
      ],
    });
  });
}

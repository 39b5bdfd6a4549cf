// The store contract, pages: rows in order, a part of them, how many there are, and the start of long values. Input: the store of a test.

import { expect, test } from 'vitest';
import type { Step } from '../../src/plan/steps.ts';
import type { Expr, SqlType } from '../../src/sql/expression.ts';
import type { Bindings, Result, Row, Store } from '../../src/store/store.ts';
import { column, insertTask, literal, parameter, select } from './fixtures.ts';

const isOther: Expr = { kind: 'compare', operator: '!=', left: column('title'), right: literal('a') };
const counting = (most: number | undefined, where?: Expr): Step => ({
  kind: 'list',
  select: select('Task', [], { where, limit: literal(0, 'integer') }),
  total: true,
  ...(most !== undefined && { most }),
});
const of = (name: string, type: SqlType, most: number): Expr[] => [
  { kind: 'start', operand: column(name, type), most },
  { kind: 'octets', operand: column(name, type) },
];

const streets = (descending: boolean): Step => ({
  kind: 'list',
  select: select('Task', [column('address.street')], { order: [{ expr: column('address.street'), descending }] }),
  total: false,
});

export function pages(store: () => Store): void {
  const run = async (step: Step, bindings: Bindings = {}): Promise<Result> => store().prepare([step]).run(bindings);
  const rows = async (step: Step): Promise<readonly Row[]> => {
    const result = await run(step);
    if (result.kind !== 'done') throw new Error(`expected done, got ${JSON.stringify(result)}`);
    return result.rows;
  };
  const create = (title: string, values: Readonly<Record<string, Expr>> = {}): Promise<Result> =>
    run(insertTask(values), { title });

  const counted = async (most: number | undefined, where?: Expr): Promise<unknown> => {
    const result = await run(counting(most, where));
    return result.kind === 'done' && result.total;
  };

  test('lists in order, nulls last in either direction, text by code point', async () => {
    const given = ['b', '\uff5e', '😀', 'B', null, 'a'];
    for (const [n, street] of given.entries()) await create(`t${n}`, { 'address.street': literal(street) });
    expect((await rows(streets(false))).flat()).toEqual(['B', 'a', 'b', '\uff5e', '😀', null]);
    expect((await rows(streets(true))).flat()).toEqual(['😀', '\uff5e', 'b', 'a', 'B', null]);
  });

  test('answers a page and the total of all that match', async () => {
    for (const title of ['a', 'b', 'c', 'd']) await create(title);
    const page = select('Task', [column('title')], {
      where: { kind: 'compare', operator: '!=', left: column('title'), right: literal('a') },
      order: [{ expr: column('title'), descending: true }],
      limit: parameter('limit', 'integer'),
      offset: parameter('offset', 'integer'),
    });
    const step: Step = { kind: 'list', select: page, total: true };
    const found = { kind: 'done', outcome: 'found' };
    expect(await run(step, { limit: 2, offset: 1 })).toEqual({ ...found, rows: [['c'], ['b']], total: 3 });
    expect(await run(step, { limit: null, offset: null })).toMatchObject({ rows: [['d'], ['c'], ['b']], total: 3 });
    expect(await run(step, { limit: 0, offset: 0 })).toMatchObject({ rows: [], total: 3 });
  });

  test('counts no further than one beyond what is asked for, unless it knows', async () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) await create(title);
    expect(await counted(3)).toBe(4);
    expect(await counted(5)).toBe(5);
    expect(await counted(9)).toBe(5);
    expect(await counted(2, isOther)).toBe(3);
    expect(await counted(4, isOther)).toBe(4);
    expect(await counted(undefined)).toBe(5);
    // From here on an engine may know.
    await create('f');
    expect([4, 6]).toContain(await counted(3));
  });

  test('answers the start of a long text and of long JSON, and their octets', async () => {
    const long = `${'x'.repeat(100)}${'😀'.repeat(100_000)}`;
    const tags = `["${'é'.repeat(20)}"]`;
    const values = { 'address.street': literal(long), tags: parameter('tags', 'json'), slug: literal('ninechars') };
    expect(await run(insertTask(values), { title: 'a\0b', tags })).toMatchObject({ kind: 'done' });
    const columns: Expr[] = [
      ...of('address.street', 'text', 102),
      ...of('tags', 'json', 5),
      ...of('slug', 'text', 9),
      ...of('slug', 'text', 8),
      { kind: 'start', operand: column('title'), most: 10 },
    ];
    const [row] = await rows({ kind: 'list', select: select('Task', columns), total: false });
    expect(row!.slice(0, 2)).toEqual([`${'x'.repeat(100)}😀😀`, 400_100]);
    expect(row!.slice(2, 4)).toEqual(['["ééé', 44]);
    expect(row!.slice(4, 9)).toEqual(['ninechars', 9, 'ninechar', 9, 'a\0b']);
  });

  test('answers nothing as the start of nothing', async () => {
    await create('a');
    const columns: Expr[] = [
      { kind: 'start', operand: column('slug'), most: 3 },
      { kind: 'octets', operand: column('slug') },
      { kind: 'start', operand: column('tags', 'json'), most: 3 },
      { kind: 'octets', operand: column('tags', 'json') },
    ];
    expect(await rows({ kind: 'list', select: select('Task', columns), total: false })).toEqual([
      [null, null, null, null],
    ]);
  });
}

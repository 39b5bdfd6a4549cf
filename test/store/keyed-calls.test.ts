// Calls with a key, as both engines run them: what acts once, what is kept of it, and for how long.

import { afterEach, describe, expect, it } from 'vitest';
import { REPEATED } from '../../src/plan/repeats.ts';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { DEADLINE, type KeyedCall, type KeyedProgram, type Settled, type Store } from '../../src/store/store.ts';
import { discard, scratch } from '../examples/running.ts';
import { hasPostgres, ownSchema } from './postgres.ts';

const BOX: Table = {
  name: 'Box',
  rowKey: 'id',
  columns: [{ name: 'label', type: 'text', nullable: false }],
  unique: [{ columns: ['label'], ignoringCase: false, cause: 'taken' }],
  indexes: [],
};

const INSERT: Step = {
  kind: 'insert',
  table: 'Box',
  values: [{ column: 'label', value: { kind: 'parameter', name: 'label', type: 'text' } }],
  checks: [],
  answer: [{ name: 'id', expr: { kind: 'column', column: 'id', type: 'integer' } }],
};

const TABLES = [BOX, REPEATED];
const AT = '2026-01-01T00:00:00.000Z';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const engines: readonly (readonly [string, () => Promise<Store>])[] = [
  [
    'SQLite',
    async () => {
      const directory = scratch();
      ends.push(async () => discard(directory));
      return openSqlite({ directory, tables: TABLES });
    },
  ],
  ...(hasPostgres
    ? [
        [
          'PostgreSQL',
          async () => {
            const { url, drop } = await ownSchema();
            ends.push(drop);
            return openPostgres({ url, tables: TABLES, effects: [[INSERT]] });
          },
        ] as const,
      ]
    : []),
];

const kept: KeyedCall['settle'] = ({ rows }) => ({
  answer: { status: 201, headers: ['X-A', 'b'], body: JSON.stringify(rows) },
});

function call(key: string, what = 'same', settle = kept, now = AT, until: string | null = null): KeyedCall {
  return { name: () => ({ key, call: what }), now, until, settle };
}

const labels = async (store: Store): Promise<number> => {
  const list: Step = {
    kind: 'list',
    select: { table: 'Box', columns: [], where: undefined, order: [] },
    total: false,
  };
  const result = await store.prepare([list]).run({});
  return result.kind === 'done' ? result.rows.length : -1;
};

/** Takes 30 ms. */
const slow: KeyedCall['settle'] = (done) => {
  for (const until = performance.now() + 30; performance.now() < until;);
  return kept(done);
};

const undoes = (): Settled => ({ undone: 'why' });
const keepsNothing = (): Settled => ({ answer: undefined });

describe.each(engines)('on %s a call with a key', (_, open) => {
  async function opened(): Promise<{ readonly store: Store; readonly program: KeyedProgram }> {
    const store = await open();
    ends.push(() => store.close());
    return { store, program: store.prepareKeyed([INSERT], 0) };
  }
  it('that is late keeps nothing, neither its effect nor an answer, and may be made again', async () => {
    const store = await open();
    const program = store.prepareKeyed([INSERT], 0);
    const late = await program.run({ label: 'a', [DEADLINE]: performance.now() + 15 }, call('k', 'same', slow));
    expect(late).toMatchObject({ kind: 'unavailable', isLate: true });
    expect(await program.run({ label: 'a', [DEADLINE]: performance.now() - 1 }, call('k'))).toMatchObject({
      isLate: true,
    });
    expect(await labels(store)).toBe(0);
    expect(await program.run({ label: 'a', [DEADLINE]: performance.now() + 5_000 }, call('k'))).toMatchObject({
      kind: 'done',
    });
    expect(await program.run({ label: 'a' }, call('k'))).toMatchObject({ kind: 'repeated' });
    expect(await labels(store)).toBe(1);
    await store.close();
  });

  it('acts once, however many come at the same time', async () => {
    const { store, program } = await opened();
    const first = await Promise.all(Array.from({ length: 20 }, () => program.run({ label: 'one' }, call('a'))));
    expect(first.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(
      first.map(({ kind }) => kind).filter((kind) => !['done', 'repeated', 'still running'].includes(kind)),
    ).toEqual([]);
    expect(await labels(store)).toBe(1);
  });

  it('is answered by what is kept, however many come at the same time', async () => {
    const { program } = await opened();
    expect((await program.run({ label: 'one' }, call('a'))).kind).toBe('done');
    const again = await Promise.all(Array.from({ length: 20 }, () => program.run({ label: 'one' }, call('a'))));
    const answer = { status: 201, headers: ['X-A', 'b'], body: '[[1]]' };
    expect(again).toEqual(again.map(() => ({ kind: 'repeated', answer })));
    expect(await program.run({ label: 'two' }, call('a', 'other'))).toEqual({ kind: 'other call' });
  });

  it('keeps nothing where it is refused or undone, and the key stays free', async () => {
    const { store, program } = await opened();
    expect((await program.run({ label: 'one' }, call('a'))).kind).toBe('done');
    expect(await program.run({ label: 'one' }, call('b'))).toEqual({ kind: 'refused', cause: 'taken' });
    expect(await program.run({ label: 'two' }, call('b', 'same', undoes))).toEqual({ kind: 'undone', value: 'why' });
    expect(await labels(store)).toBe(1);
    expect((await program.run({ label: 'two' }, call('b', 'same', keepsNothing))).kind).toBe('done');
    expect((await program.run({ label: 'three' }, call('b', 'other'))).kind).toBe('done');
    expect(await labels(store)).toBe(3);
  });

  it('is free from the instant on at which its answer ends, and what has ended is taken out, so many at a time', async () => {
    const { store, program } = await opened();
    const end = '2026-01-01T00:00:01.000Z';
    for (const label of ['one', 'two', 'three'])
      expect((await program.run({ label }, call(label, 'same', kept, AT, end))).kind).toBe('done');
    const before = '2026-01-01T00:00:00.999Z';
    expect((await program.run({ label: 'x' }, call('one', 'same', kept, before, end))).kind).toBe('repeated');
    expect((await program.run({ label: 'x' }, call('one', 'other', kept, end, null))).kind).toBe('done');
    expect(await store.kept!.sweep(before, 10)).toBe(0);
    expect(await store.kept!.sweep(end, 1)).toBe(1);
    expect(await store.kept!.sweep(end, 10)).toBe(1);
    expect(await store.kept!.sweep('2126-01-01T00:00:00.000Z', 10)).toBe(0);
    expect((await program.run({ label: 'x' }, call('one', 'other', kept, end))).kind).toBe('repeated');
  });
});

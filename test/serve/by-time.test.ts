// Part 3 by time over HTTP, under a clock that the test moves: from the due instant every read, filter, count and guard
// is as if the move had been made, and it is written once.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { manualClock, type Clock } from '../../src/serve/clock.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { modelOf } from '../plan/plan-of.ts';
import { timedSource, type Written } from './timed-source.ts';
import { send, start, type Answer, type Running } from './running.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;
const MOVES = ['| `new` | `old` | after 15 minutes | none'];

let running: Running | undefined;
let clock: Clock;
afterEach(async () => {
  await running?.stop();
  expect(running?.logged ?? []).toEqual([]);
  running = undefined;
});

async function serving(written: Written): Promise<void> {
  clock = manualClock(START, { keep: () => Promise.resolve(true) });
  const plan = compile(modelOf(timedSource(written)));
  for (const operation of plan.operations) expect(operation.heldBy, operation.id).toEqual([]);
  running = await start(plan, { clock });
}

const at = (minutes: number): Promise<boolean> => clock.set!(START + minutes * MINUTE);
const instant = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString();
const call = (method: string, path: string, body?: unknown): Promise<Answer> => send(running!, method, path, body);

interface Thing {
  readonly id: number;
  readonly status: string;
  readonly changed: string;
  readonly n: number;
}
const made = async (body: unknown = {}): Promise<Thing> => (await call('POST', '/things', body)).json as Thing;
const read = async (id: number): Promise<Thing> => (await call('GET', `/things/${id}`)).json as Thing;
const listed = async (status: string): Promise<unknown> => {
  const { total, things } = (await call('GET', `/things?status=${status}`)).json as { total: number; things: Thing[] };
  return [total, things.map(({ id }) => id)];
};

describe('a clock that has stood later', () => {
  it('is no instant of a move that is due now', async () => {
    // The table is asked of other rows, so that all that is due is written instant by instant.
    const plan = compile(
      modelOf(timedSource({ moves: ['| `new` | `old` | after 15 minutes | there is no Thing (`status` = `shut`)'] })),
    );
    let stands = START + 60 * MINUTE;
    running = await start(plan, { clock: { now: () => stands } });
    await made();
    stands = START;
    const { id } = await made();
    stands = START + 20 * MINUTE;
    expect(await read(id)).toMatchObject({ status: 'old', changed: instant(15) });
    expect(await read(1)).toMatchObject({ status: 'new', changed: instant(60) });
  });
});

describe('a move after a time in the state', () => {
  it('is made from its due instant on, and not a millisecond before', async () => {
    await serving({
      moves: ['| `new` | `old` | after 15 minutes | none', '| `new` | `open` | `POST /things/{id}/go` | none'],
    });
    const { id } = await made();
    await clock.set!(START + 15 * MINUTE - 1);
    expect(await read(id)).toMatchObject({ status: 'new', changed: instant(0) });
    expect(await listed('new')).toEqual([1, [id]]);
    await at(15);
    expect(await listed('new')).toEqual([0, []]);
    expect(await listed('old')).toEqual([1, [id]]);
    expect(await read(id)).toMatchObject({ status: 'old', changed: instant(15) });
    expect(await call('POST', `/things/${id}/go`)).toMatchObject({ status: 409 });
  });

  it('says when it was due, however late somebody asks', async () => {
    await serving({
      moves: [
        '| `new` | `open` | after 1 minute | none',
        '| `open` | `shut` | after 1 hour | none',
        '| `shut` | `old` | after 1 day | none',
        '| `old` | `new` | `POST /things/{id}/go` | none',
      ],
    });
    const { id } = await made();
    await at(60);
    expect(await read(id)).toMatchObject({ status: 'open', changed: instant(1) });
    await at(100_000);
    expect(await read(id)).toMatchObject({ status: 'old', changed: instant(1 + 60 + 24 * 60) });
  });

  it('does not begin anew with a move to the same state', async () => {
    await serving({
      moves: ['| `new` | `old` | after 10 minutes | none', '| `new` | same | `POST /things/{id}/go` | none'],
    });
    const { id } = await made();
    await at(5);
    expect((await call('POST', `/things/${id}/go`)).json).toMatchObject({ status: 'new' });
    await at(10);
    expect(await read(id)).toMatchObject({ status: 'old' });
  });
});

describe('a move at an instant that a field names', () => {
  const moves = ['| `new` | `old` | at `due` | none', '| `old` | `new` | `POST /things/{id}/go` | `due` > now'];
  it('follows the field: earlier, later, nothing, past', async () => {
    await serving({ moves });
    const { id } = await made({ due: instant(10) });
    await call('PATCH', `/things/${id}`, { due: instant(30) });
    await at(20);
    expect(await read(id)).toMatchObject({ status: 'new' });
    await call('PATCH', `/things/${id}`, { due: null });
    await at(40);
    expect(await read(id)).toMatchObject({ status: 'new' });
    expect((await call('PATCH', `/things/${id}`, { due: instant(5) })).json).toMatchObject({ status: 'old' });
    expect(await read(id)).toMatchObject({ status: 'old' });
    expect(await made({ due: instant(1) })).toMatchObject({ status: 'old' });
  });
});

it('one change may make several moves due at once, whichever stands above: its answer shows the last', async () => {
  await serving({
    moves: [
      '| `shut` | `old` | at `due` | none',
      '| `open` | `shut` | at `due` | none',
      '| `new` | `open` | at `due` | none',
    ],
  });
  const { id } = await made();
  await at(10);
  const { json } = await call('PATCH', `/things/${id}`, { due: instant(1) });
  expect(json).toMatchObject({ status: 'old', changed: expect.stringContaining('00:10:00.00') });
});

describe('conditions of timed moves', () => {
  it('are judged at the due instant; a row that waits moves with the change that lets it', async () => {
    await serving({
      moves: ['| `new` | `old` | after 10 minutes | `n` > 3', '| `old` | `new` | `POST /things/{id}/go` | none'],
    });
    const { id } = await made({ n: 1 });
    await at(20);
    expect(await read(id)).toMatchObject({ status: 'new' });
    expect((await call('PATCH', `/things/${id}`, { n: 4 })).json).toMatchObject({
      status: 'old',
      changed: expect.stringContaining('00:20:00.00'),
    });
  });

  it('that look at other rows go from instant to instant', async () => {
    await serving({
      moves: [
        '| `new` | `old` | after 10 minutes | there is no Thing (`status` = `old`)',
        '| `old` | `new` | `POST /things/{id}/go` | none',
      ],
    });
    const first = await made();
    await at(1);
    const second = await made();
    await at(60);
    expect(await read(second.id)).toMatchObject({ status: 'new' });
    expect(await read(first.id)).toMatchObject({ status: 'old', changed: instant(10) });
    await call('POST', `/things/${first.id}/go`);
    expect(await read(second.id)).toMatchObject({ status: 'old' });
  });
});

describe('a row that waits for another which time moves', () => {
  it('moves with it, and not when it would have moved alone', async () => {
    await serving({
      moves: [
        '| `new` | `old` | after 2 minutes | there is no Thing (`status` = `shut`)',
        '| `shut` | `open` | after 10 minutes | none',
        '| `open`, `old` | `shut` | `POST /things/{id}/go` | none',
      ],
    });
    const first = await made();
    await at(2);
    await call('POST', `/things/${first.id}/go`);
    const second = await made();
    await at(60);
    expect(await read(first.id)).toMatchObject({ status: 'open', changed: instant(12) });
    expect(await read(second.id)).toMatchObject({ status: 'old', changed: instant(12) });
  });
});

const second = (rows: readonly string[]): Pick<Written, 'fields' | 'machines'> => ({
  fields: ['| `mood` | state | yes | service: state | any | none |'],
  machines: `### Thing.mood

| State | Kind |
|---|---|
| \`calm\` | initial |
| \`wild\` | any |
| \`mad\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${rows.map((row) => `${row} | none |`).join('\n')}

- Any other move: \`stage\``,
});

describe('a row with two machines that time moves', () => {
  it.each([
    ['after a time', '| `calm` | `wild` | after 5 minutes | `status` = `old`'],
    ['at an instant', '| `calm` | `wild` | at `due` | `status` = `old`'],
  ])('%s: what waits for the other machine moves with it, and the next move counts from there', async (_, waits) => {
    await serving({
      moves: ['| `new` | `old` | after 10 minutes | none', '| `old` | `shut` | after 1 minute | none'],
      ...second([waits, '| `wild` | `mad` | after 5 minutes | none']),
    });
    const { id } = await made({ due: instant(5) });
    await at(9);
    expect(await read(id)).toMatchObject({ status: 'new', mood: 'calm' });
    await clock.set!(START + 15 * MINUTE - 1);
    expect(await read(id)).toMatchObject({ status: 'shut', mood: 'wild' });
    await at(15);
    expect(await read(id)).toMatchObject({ mood: 'mad', changed: instant(15) });
    const late = await made({ due: instant(20) });
    await at(100);
    expect(await read(late.id)).toMatchObject({ status: 'shut', mood: 'mad', changed: instant(30) });
  });

  it('goes its own way where neither asks for the other', async () => {
    await serving({
      moves: ['| `new` | `old` | after 10 minutes | none'],
      ...second([
        '| `calm` | `wild` | after 5 minutes | `n` = `0`',
        '| `wild` | `mad` | after 2 minutes | none',
        '| `mad` | `calm` | after 1 day | none',
      ]),
    });
    const { id } = await made();
    await at(7);
    expect(await read(id)).toMatchObject({ status: 'new', mood: 'mad', changed: instant(7) });
    await at(60);
    expect(await read(id)).toMatchObject({ status: 'old', mood: 'mad', changed: instant(10) });
  });
});

describe('the sweeper', () => {
  it('writes ten thousand rows that are due at once, each once, within two seconds, and lets requests in', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ninefold-sweep-'));
    try {
      const plan = compile(modelOf(timedSource({ moves: MOVES })));
      const store = await openSqlite({ directory, tables: plan.storage });
      await store.close();
      const database = new DatabaseSync(join(directory, FILE));
      database.exec(`
        WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 10000)
        INSERT INTO Thing (id, n, status, changed, "_status since")
        SELECT n, 0, 'new', '${instant(0)}', '${instant(0)}' FROM row`);
      database.close();
      clock = manualClock(START, { keep: () => Promise.resolve(true) });
      running = await start(plan, { clock, store: await openSqlite({ directory, tables: plan.storage }) });
      expect(await listed('old')).toEqual([0, []]);
      await at(15);
      const began = performance.now();
      await fetch(new URL('/livez', running.operatorUrl));
      expect(((await call('GET', '/things?status=old')).json as { total: number }).total).toBe(10_000);
      expect(performance.now() - began).toBeLessThan(2000);
      await running.stop();
      running = undefined;
      const after = new DatabaseSync(join(directory, FILE), { readOnly: true });
      const counted = after
        .prepare('SELECT status, _version, changed, count(*) AS n FROM Thing GROUP BY 1, 2, 3')
        .all();
      expect(counted.map((row) => ({ ...row }))).toEqual([
        { status: 'old', _version: 2, changed: instant(15), n: 10_000 },
      ]);
      after.close();
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }, 30_000);

  it('writes what nobody asks for, also what became due while nothing ran', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ninefold-sweep-'));
    try {
      const plan = compile(modelOf(timedSource({ moves: MOVES })));
      clock = manualClock(START, { keep: () => Promise.resolve(true) });
      running = await start(plan, { clock, store: await openSqlite({ directory, tables: plan.storage }) });
      await made();
      await running.stop();
      clock = manualClock(START + 20 * MINUTE, { keep: () => Promise.resolve(true) });
      running = await start(plan, { clock, store: await openSqlite({ directory, tables: plan.storage }) });
      const reading = new DatabaseSync(join(directory, FILE), { readOnly: true });
      await expect
        .poll(() => reading.prepare('SELECT status, changed FROM Thing').get())
        .toMatchObject({ status: 'old', changed: instant(15) });
      reading.close();
      await running.stop();
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});

describe('rows that were there before their machine was timed', () => {
  it('count from the start of the new document, and their version stays', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ninefold-begin-'));
    try {
      const call15 = '| `new` | `old` | `POST /things/{id}/go` | none';
      const untimed = compile(modelOf(timedSource({ moves: [call15] })));
      const timed = compile(modelOf(timedSource({ moves: [call15, ...MOVES] })));
      clock = manualClock(START, { keep: () => Promise.resolve(true) });
      running = await start(untimed, { clock, store: await openSqlite({ directory, tables: untimed.storage }) });
      const { id } = await made();
      await running.stop();
      clock = manualClock(START + 60 * MINUTE, { keep: () => Promise.resolve(true) });
      running = await start(timed, { clock, store: await openSqlite({ directory, tables: timed.storage }) });
      expect(await read(id)).toMatchObject({ status: 'new', changed: instant(0) });
      await at(74);
      expect(await read(id)).toMatchObject({ status: 'new' });
      await at(75);
      expect(await read(id)).toMatchObject({ status: 'old', changed: instant(75) });
      await running.stop();
      // And back: the column goes without a loss.
      running = await start(untimed, { clock, store: await openSqlite({ directory, tables: untimed.storage }) });
      expect(await read(id)).toMatchObject({ status: 'old' });
      await running.stop();
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});

it('what is due is made before a move from outside is judged', async () => {
  await serving({
    moves: ['| `new` | `old` | after 15 minutes | none', '| `new` | `open` | outside: `the office` | none'],
  });
  const { id } = await made();
  const moved = async (): Promise<unknown> => {
    const body = JSON.stringify({ resource: 'Thing', field: 'status', id, to: 'open' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${running!.operatorUrl}/moves`, { method: 'POST', headers, body });
    return [answer.status, ((await answer.json()) as { state: string }).state];
  };
  await at(15);
  expect(await moved()).toEqual([409, 'old']);
  expect(await read(id)).toMatchObject({ status: 'old', changed: instant(15) });
});

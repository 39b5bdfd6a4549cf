// Moves by time while nobody asks, across restarts and changes of the document. Over HTTP: test/parts/states/moves-by-time.http.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { manualClock, type Clock } from '../../src/serve/clock.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { modelOf } from '../plan/plan-of.ts';
import { timedSource } from './timed-source.ts';
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

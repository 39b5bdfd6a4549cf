// The database fails, or the way to it: nobody is acknowledged who should not be, nothing is run twice that may have been
// kept, and the store goes on when the database is back.

import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OUTBOX } from '../../src/plan/outbox.ts';
import type { Step } from '../../src/plan/steps.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { PostgresOptions } from '../../src/store/postgres/open.ts';
import type { Program, Store } from '../../src/store/store.ts';
import { column, insertTask, literal, select, TABLES } from './fixtures.ts';
import { DATABASE, hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

const list: Step = { kind: 'list', select: select('Task', [column('title')]), total: false };
const insert = insertTask();

/** Between the store and the database; ends a connection behind the message in which `cut` stands, `times` times. */
interface Way {
  readonly url: (url: string) => string;
  cut: string | undefined;
  times: number;
  /** Before the message is passed on, or behind it? */
  passes: boolean;
  isOpen: boolean;
  /** Takes what is sent, and passes nothing on. */
  isSilent: boolean;
  endAll(): void;
  close(): Promise<void>;
}

async function wayTo(): Promise<Way> {
  const { hostname, port } = new URL(DATABASE);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (!way.isOpen) return void near.destroy();
    const far = connect(Number(port) || 5432, hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (data) => {
      if (way.isSilent) return;
      if (way.cut === undefined || way.times === 0 || !data.includes(way.cut)) return void far.write(data);
      way.times--;
      if (way.passes) far.write(data, () => setTimeout(() => far.destroy(), 100));
      else far.destroy();
      far.unpipe(near);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  const way: Way = {
    url: (url) => url.replace(/@[^/]+\//, `@127.0.0.1:${own}/`),
    cut: undefined,
    times: 1,
    passes: true,
    isOpen: true,
    isSilent: false,
    endAll: () => [...open].forEach((socket) => socket.destroy()),
    close: () => new Promise((resolve) => (way.endAll(), server.close(() => resolve()))),
  };
  return way;
}

const run = async (program: Program, title: string, judge?: () => unknown): Promise<unknown> => {
  const result = await program.run({ title, now: '2026-11-22T01:00:00.000Z' }, judge);
  return result.kind === 'unavailable' ? result.reason : result.kind;
};

const broken = (): never => {
  throw new Error('the judge broke');
};

describe.skipIf(!hasPostgres)('when it fails', () => {
  let schema: OwnSchema;
  let way: Way;
  let store: Store | undefined;
  beforeEach(async () => {
    schema = await ownSchema();
    way = await wayTo();
  });
  afterEach(async () => {
    await store?.close();
    await way.close();
    await schema.drop();
    store = undefined;
  });

  const start = async (more: Partial<PostgresOptions> = {}): Promise<Store> =>
    (store = await openPostgres({
      url: way.url(schema.url),
      tables: TABLES,
      effects: [],
      connections: 2,
      connectTimeout: 1_000,
      ...more,
    }));
  const kept = async (): Promise<readonly unknown[]> =>
    (await sql('SELECT title FROM "Task" ORDER BY title', schema.url)).flat();
  const UNKNOWN = 'the connection to the database was lost, and nobody knows whether this was kept';

  test.each([
    ['a statement of its own', undefined, 'during'],
    ['a statement with its event', 'event', 'during'],
    ['COMMIT', () => undefined, 'COMMIT\0'],
  ])(
    'nobody is told that it was kept, and it is not run again, when the connection ends behind %s',
    async (_, how, cut) => {
      const judge = typeof how === 'function' ? how : undefined;
      const step = how === 'event' ? { ...insert, emits: [{ event: 'made', by: 'POST /tasks' }] } : insert;
      const program = (await start({ tables: [...TABLES, OUTBOX] })).prepare([step as Step]);
      expect(await run(program, 'before', judge)).toBe('done');
      way.cut = cut;
      expect(await run(program, 'during', judge)).toBe(UNKNOWN);
      expect(await run(program, 'after', judge)).toBe('done');
      await expect.poll(kept).toEqual(['after', 'before', 'during']);
    },
  );

  test('a write is run again where nothing of it can have been kept', async () => {
    const program = (await start()).prepare([insert]);
    expect(await run(program, 'before', () => undefined)).toBe('done');
    way.cut = 'during';
    expect(await run(program, 'during', () => undefined)).toBe('done');
    expect(await kept()).toEqual(['before', 'during']);
    way.cut = 'twice';
    way.times = 2;
    expect(await run(program, 'twice', () => undefined)).toBe('the connection to the database was lost');
    expect(await kept()).toEqual(['before', 'during']);
  });

  test('a read is run again once', async () => {
    const program = (await start()).prepare([list]);
    expect(await run(program, '')).toBe('done');
    way.endAll();
    expect(await run(program, '')).toBe('done');
    way.cut = '"Task"';
    way.passes = false;
    way.times = 2;
    way.endAll();
    expect(await run(program, '')).toBe('the connection to the database was lost');
    expect(await run(program, '')).toBe('done');
  });

  test('connections that nobody uses may end, and the database may be away for a while', async () => {
    const opened = await start();
    const program = opened.prepare([insert]);
    expect(await run(program, 'a')).toBe('done');
    expect(await opened.ready()).toBe(true);
    way.isOpen = false;
    way.endAll();
    await expect.poll(() => opened.ready()).toBe(false);
    expect(await run(program, 'b')).toBe('the connection to the database was lost');
    way.isOpen = true;
    expect(await run(program, 'c')).toBe('done');
    expect(await opened.ready()).toBe(true);
    expect(await kept()).toEqual(['a', 'c']);
  });

  test('its operator may end every session', async () => {
    const opened = await start();
    const program = opened.prepare([insert]);
    await Promise.all(['a', 'b'].map((title) => run(program, title)));
    const ended = await sql(
      `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity AS a, _ninefold AS n WHERE n.key = 'stored' AND a.application_name = n.value::json->'served'->0->>'mark'`,
      schema.url,
    );
    expect(ended.length).toBeGreaterThan(0);
    await expect.poll(() => run(program, `c${Math.random()}`)).toBe('done');
  });

  test('a statement that waits too long, and a request for which there is no connection, are unavailable', async () => {
    const opened = await start({ statementTimeout: 600, connectTimeout: 200 });
    const program = opened.prepare([insert]);
    expect(await run(program, 'a')).toBe('done');
    const held = sql(`BEGIN; LOCK TABLE "Task"; SELECT pg_sleep(1.5); COMMIT`, schema.url);
    await expect
      .poll(
        async () =>
          (
            await sql(
              `SELECT count(*)::int FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = '${schema.name}."Task"'::regclass AND granted`,
            )
          )[0],
      )
      .toEqual([1]);
    const several = opened.prepare([insert, insert]);
    const reasons = await Promise.all([run(program, 'b'), run(several, 'c'), run(several, 'd')]);
    expect(new Set(reasons)).toEqual(
      new Set([
        expect.stringMatching(
          /^(a statement took longer than is allowed|another transaction holds the rows for too long)$/,
        ),
        'every connection to the database is busy',
      ]),
    );
    await held;
    expect(await kept()).toEqual(['a']);
    expect(await run(program, 'f')).toBe('done');
  });

  test('who waits for a row stands in nobody’s way for long', async () => {
    const opened = await start({ connections: 4 });
    const program = opened.prepare([insert]);
    expect(await run(program, 'first')).toBe('done');
    const other = sql(
      `BEGIN; INSERT INTO "Task" (title, state, done) VALUES ('held', '', false); SELECT pg_sleep(1.5); ROLLBACK`,
      schema.url,
    );
    await expect
      .poll(() =>
        sql(`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%''held''%pg_sleep(1.5)%' AND pid <> pg_backend_pid()`),
      )
      .toHaveLength(1);
    let isThrough = false;
    const waits = run(program, 'held').finally(() => (isThrough = true));
    await sleep(200);
    const others = Array.from({ length: 20 }, (_, i) => run(program, `other ${i}`));
    expect(new Set(await Promise.all(others))).toEqual(new Set(['done']));
    expect(isThrough).toBe(false);
    expect(await waits).toBe('done');
    await other;
  });

  test.each([
    ['a statement of its own', undefined, UNKNOWN],
    ['a transaction', () => undefined, 'the database does not answer in time'],
  ])('a database that does not answer at all is given up by %s', async (_, judge, reason) => {
    const opened = await start({ statementTimeout: 400, connectTimeout: 200 });
    const program = opened.prepare([insert]);
    expect(await run(program, 'a', judge)).toBe('done');
    way.isSilent = true;
    expect(await run(program, 'b', judge)).toBe(reason);
    way.isSilent = false;
    expect(await run(program, 'd', judge)).toBe('done');
    expect(await kept()).toEqual(['a', 'd']);
  });

  test('an error of the program is thrown, and leaves no connection behind', async () => {
    const opened = await start({ connections: 1 });
    const wrong = opened.prepare([insertTask({ count: literal('many') })]);
    for (let n = 0; n < 5; n++)
      await expect(wrong.run({ title: 'x' }, () => undefined)).rejects.toThrow('invalid input syntax');
    const judged = opened.prepare([insert]);
    for (let n = 0; n < 5; n++) {
      await expect(judged.run({ title: 'x' }, broken)).rejects.toThrow('the judge broke');
    }
    expect(await run(judged, 'y')).toBe('done');
    expect(await kept()).toEqual(['y']);
  });

  test('a store that closes finishes what runs, and takes no more', async () => {
    const opened = await start();
    const program = opened.prepare([insert]);
    // Those that are judged wait for a connection, and then for each answer.
    const runs = ['a', 'b', 'c', 'd'].map((title, place) =>
      run(program, title, place > 0 ? () => undefined : undefined),
    );
    await Promise.all([opened.close(), opened.close()]);
    expect(await Promise.all(runs)).toEqual(['done', 'done', 'done', 'done']);
    expect(await run(program, 'e')).toBe('the store is closed');
    expect(await opened.ready()).toBe(false);
    expect(await kept()).toEqual(['a', 'b', 'c', 'd']);
  });
});

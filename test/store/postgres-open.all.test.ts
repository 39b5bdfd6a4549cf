// Opening a database: what is created, altered, left alone and refused, by one process or several at once.

import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { functions } from '../../src/store/postgres/functions.ts';
import { FUNCTIONS } from '../../src/store/postgres/migrate.ts';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { CannotOpen } from '../../src/store/store.ts';
import type { Store } from '../../src/store/store.ts';
import { column, field, insertTask, literal, NOTE, parameter, PERSON, select, TABLES, TASK } from './fixtures.ts';
import { DATABASE, hasPostgres, inSchema, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

test('whoever changes the functions raises their number, or databases that are there keep the old ones', () => {
  const hash = createHash('sha256').update(functions().join(';')).digest('hex').slice(0, 16);
  expect([FUNCTIONS, hash]).toEqual([3, 'd8a382156ede0bbd']);
});

/** A part of the protocol: the database asks for a password by SCRAM. https://www.postgresql.org/docs/current/sasl-authentication.html */
function authentication(kind: number, text: string): Buffer {
  const message = Buffer.from(`R\0\0\0\0\0\0\0${String.fromCharCode(kind)}${text}`, 'latin1');
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

test('a database that asks for a password where none is given is told as that', async () => {
  vi.stubEnv('PGPASSWORD', undefined);
  vi.stubEnv('PGPASSFILE', '/no/such/file');
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(authentication(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', () => socket.write(authentication(11, 'r=x,s=eA==,i=4096')));
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `postgres://ada@127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  try {
    await expect(openPostgres({ url, tables: TABLES, connectTimeout: 2_000 })).rejects.toThrow(
      /it asks for a password and none is given; PGPASSWORD is the place for it\.$/,
    );
  } finally {
    vi.unstubAllEnvs();
    server.close();
  }
});

const add = async (store: Store, title: string): Promise<void> => {
  expect(await store.prepare([insertTask()]).run({ title })).toMatchObject({ kind: 'done' });
};

const counting = (count?: number): Step =>
  insertTask({ ...(count === undefined ? {} : { count: literal(count, 'integer') }), state: parameter('state') });

const task = (...columns: Table['columns']): readonly Table[] => [
  { ...TASK, columns: [...TASK.columns, ...columns] },
  PERSON,
  NOTE,
];

describe.skipIf(!hasPostgres)('opening', () => {
  let schema: OwnSchema;
  let open: Store[];
  beforeEach(async () => {
    schema = await ownSchema();
    open = [];
  });
  afterEach(async () => {
    for (const store of open) await store.close();
    await schema.drop();
  });

  const start = async (tables: readonly Table[] = TABLES): Promise<Store> => {
    const store = await openPostgres({ url: schema.url, tables, connections: 3 });
    open.push(store);
    return store;
  };
  /** Nobody serves anything any more. */
  const stop = async (): Promise<void> => {
    for (const store of open.splice(0)) await store.close();
  };
  const refusal = async (tables: readonly Table[] = TABLES, url = schema.url): Promise<string> => {
    try {
      open.push(await openPostgres({ url, tables, connectTimeout: 1_000 }));
    } catch (error) {
      if (error instanceof CannotOpen) return error.message;
      throw error;
    }
    throw new Error('it opened');
  };
  const inside = (text: string): Promise<readonly unknown[][]> => sql(text, schema.url);

  test('ten at once make the tables once', async () => {
    const stores = await Promise.all(Array.from({ length: 10 }, () => start()));
    await add(stores[0]!, 'x');
    const list = stores[9]!.prepare([{ kind: 'list', select: select('Task', [column('title')]), total: true }]);
    expect(await list.run({})).toMatchObject({ rows: [['x']], total: 1 });
    expect(await inside('SELECT count(*)::int FROM _ninefold')).toEqual([[1]]);
  });

  test('what is new is added, with its default, while others go on', async () => {
    const older = await start();
    await add(older, 'before');
    const newer = await start(
      task(
        field('note', 'text', true),
        field('rank', 'integer', false, { fill: 7 }),
        field('who', 'text', false, { fill: "a'b" }),
      ),
    );
    expect(await inside('SELECT title, note, rank, who FROM "Task"')).toEqual([['before', null, '7', "a'b"]]);
    const step = insertTask({ rank: literal(1, 'integer'), who: literal('w'), note: parameter('note') });
    expect(await newer.prepare([step]).run({ title: 'new', note: 'n' })).toMatchObject({ kind: 'done' });
    // The older one knows nothing of the new fields: its rows get what the rows got that were there.
    await add(older, 'old');
    await add(await start(), 'older');
    await add(older, 'oldest');
    expect(await inside(`SELECT title, note, rank, who FROM "Task" WHERE title LIKE 'old%' ORDER BY _row`)).toEqual([
      ['old', null, '7', "a'b"],
      ['older', null, '7', "a'b"],
      ['oldest', null, '7', "a'b"],
    ]);
  });

  test('a field that may be empty again is empty where nothing is said, whatever rows got once', async () => {
    await add(await start(), 'before');
    await start(task(field('rank', 'integer', false, { fill: 7 })));
    const later = await start(task(field('rank', 'integer', true)));
    await add(later, 'after');
    expect(await inside('SELECT title, rank FROM "Task" ORDER BY _row')).toEqual([
      ['before', '7'],
      ['after', null],
    ]);
  });

  test('an older document that goes on beside one that asks for more is unavailable where it gives less', async () => {
    const older = await start();
    await add(older, 'x');
    const count = TASK.columns.map((each) => (each.name === 'count' ? field('count', 'integer', false) : each));
    const states = { columns: ['state'], ignoringCase: false, cause: 'Task.state taken' };
    await inside('UPDATE "Task" SET count = 1');
    const wish = { tables: [{ ...TASK, columns: count, unique: [...TASK.unique, states] }, PERSON, NOTE], renames: [] };
    expect(await migratePostgres(schema.url, wish, { apply: true, drop: false })).toMatchObject({ applied: true });
    const run = async (each: Step, state: string): Promise<unknown> => older.prepare([each]).run({ title: 'y', state });
    expect(await run(counting(), 'other')).toMatchObject({ kind: 'unavailable', reason: /ask for a value/ });
    expect(await run(counting(1), 'open')).toMatchObject({ kind: 'unavailable', reason: /keep unique/ });
    expect(await run(counting(1), 'other')).toMatchObject({ kind: 'done' });
  });

  test('a start that meets a running service with both feet begins again', async () => {
    await add(await start(), 'x');
    const other = new Client({ connectionString: schema.url });
    await other.connect();
    try {
      await other.query(`SET deadlock_timeout = '1min'; BEGIN; LOCK TABLE "Note"`);
      const starting = start([
        { ...TASK, columns: [...TASK.columns, field('more', 'text', true)] },
        PERSON,
        { ...NOTE, columns: [...NOTE.columns, field('more', 'text', true)] },
      ]);
      starting.catch(() => undefined);
      const waiting = `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = '"Note"'::regclass`;
      await expect.poll(async () => (await inside(waiting))[0], { timeout: 5_000 }).toEqual([1]);
      // Each waits for the other now, until PostgreSQL ends the start.
      await other.query('LOCK TABLE "Task"; COMMIT');
      await starting;
    } finally {
      await other.end();
    }
    expect(await inside('SELECT title, more FROM "Task"')).toEqual([['x', null]]);
  });

  test('a database that would not keep what it confirms, or any text, is refused', async () => {
    const lax = encodeURIComponent(' -c synchronous_commit=off');
    expect(await refusal(TABLES, `${schema.url}${lax}`)).toMatch(
      /may lose what it has confirmed: synchronous_commit is off\.$/,
    );
    const name = `${schema.name}_latin1`;
    await sql(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`);
    try {
      expect(await refusal(TABLES, DATABASE.replace(/\/[^/]*$/, `/${name}`))).toMatch(
        /keeps its texts as LATIN1, not as UTF8\.$/,
      );
    } finally {
      await sql(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });

  test.each([
    ['TimeZone', 'Asia/Tokyo', 'UTC'],
    ['DateStyle', 'SQL, DMY', 'ISO'],
    ['standard_conforming_strings', 'off', 'on'],
    ['extra_float_digits', '0', '1'],
  ])('sessions whose %s is %s are refused', async (name, value, wanted) => {
    const set = encodeURIComponent(` -c ${name}=${value.replaceAll(' ', '\\ ')}`);
    expect(await refusal(TABLES, `${schema.url}${set}`)).toContain(
      ` has sessions in which ${name} is ${value.split(',')[0]}, and must be ${wanted}: `,
    );
  });

  test('a field that was there from the start, and must have a value, has its default for who does not know it', async () => {
    const must = task(field('rank', 'integer', false, { fill: 7 }), field('note', 'text', true, { fill: 'n' }));
    await start(must);
    await add(await start(), 'old');
    expect(await inside('SELECT rank, note FROM "Task"')).toEqual([['7', null]]);
    await start(must);
    expect(await inside('SELECT rank, note FROM "Task"')).toEqual([['7', null]]);
  });

  test('an older document starts beside a newer one, and takes nothing away', async () => {
    const newer = task(field('note', 'text', true));
    const first = await start([...newer, { ...NOTE, name: 'More' }]);
    const step = insertTask({ note: literal('n') });
    await first.prepare([step]).run({ title: 'x' });
    const older = await start();
    await add(older, 'y');
    expect(await inside('SELECT title, note FROM "Task" ORDER BY _row')).toEqual([
      ['x', 'n'],
      ['y', null],
    ]);
    expect(await inside('SELECT count(*)::int FROM "More"')).toEqual([[0]]);
    await start([...newer, { ...NOTE, name: 'More' }]);
    expect(await inside('SELECT note FROM "Task" WHERE title = \'x\'')).toEqual([['n']]);
  });

  test('what rows must have, without a default, is not forgotten, and where there are no rows it need not be there', async () => {
    const must = task(field('rank', 'integer', false));
    await start(must);
    await stop();
    const older = await start();
    await add(older, 'x');
    expect(await inside('SELECT rank FROM "Task"')).toEqual([[null]]);
    await stop();
    await inside(`INSERT INTO "Task" (title, state, done, rank) VALUES ('y', 'open', false, 5)`);
    expect(await refusal(must)).toBe(
      'The document does not fit the data that is stored (Task: rank must have a value now, 1 row is at stake).',
    );
    await inside('DELETE FROM "Task" WHERE rank IS NULL');
    await start(must);
    await stop();
    expect(await refusal()).toBe(
      'The document does not fit the data that is stored (Task: rank is gone, 1 row is at stake).',
    );
  });

  test('a field that is kept in another way holds no values, or is refused', async () => {
    await add(await start(), 'x');
    await stop();
    const other: readonly Table[] = [
      { ...TASK, columns: TASK.columns.map((each) => (each.name === 'count' ? field('count', 'text', true) : each)) },
      PERSON,
      NOTE,
    ];
    await start(other);
    expect(await inside(`SELECT pg_typeof(count)::text FROM "Task"`)).toEqual([['text']]);
    await inside(`UPDATE "Task" SET count = 'many'`);
    await stop();
    expect(await refusal()).toBe(
      'The document does not fit the data that is stored (Task: count was text and is now integer, 1 row is at stake).',
    );
    expect(await inside(`SELECT count FROM "Task"`)).toEqual([['many']]);
  });

  test('what is written while a start waits is counted', async () => {
    await start();
    await stop();
    const other = new Client({ connectionString: schema.url });
    await other.connect();
    try {
      await other.query(`BEGIN; INSERT INTO "Task" (title, state, done, count) VALUES ('x', '', false, 5)`);
      const columns = TASK.columns.map((each) => (each.name === 'count' ? field('count', 'text', true) : each));
      const refused = refusal([{ ...TASK, columns }, PERSON, NOTE]);
      refused.catch(() => undefined);
      const waiting = `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = '"Task"'::regclass`;
      await expect.poll(async () => (await inside(waiting))[0], { timeout: 5_000 }).toEqual([1]);
      await other.query('COMMIT');
      expect(await refused).toContain('Task: count was integer and is now text, 1 row is at stake');
    } finally {
      await other.end();
    }
    expect(await inside('SELECT count FROM "Task"')).toEqual([['5']]);
  });

  test('rows that share what must be unique are told, and nothing of the rest is done', async () => {
    const store = await start();
    await add(store, 'x');
    await add(store, 'y');
    await stop();
    const unique: readonly Table[] = [
      {
        ...TASK,
        columns: [...TASK.columns, field('note', 'text', true)],
        unique: [...TASK.unique, { columns: ['state'], ignoringCase: false, cause: 'Task.state taken' }],
      },
      PERSON,
      NOTE,
    ];
    expect(await refusal(unique)).toBe(
      'The document does not fit the data that is stored (Task: state must be unique now and rows share a value, 2 rows are at stake).',
    );
    await expect(inside('SELECT note FROM "Task"')).rejects.toThrow('does not exist');
  });

  test('what others may keep unique is taken away by none that starts, while there are rows', async () => {
    const states = { columns: ['state'], ignoringCase: false, cause: 'Task.state taken' };
    const unique: readonly Table[] = [{ ...TASK, unique: [...TASK.unique, states] }, PERSON, NOTE];
    await start();
    await stop();
    const newer = await start(unique);
    // No row rests on it yet.
    await start();
    await start(unique);
    await add(newer, 'x');
    expect(await refusal()).toBe(
      'The document does not fit the data that is stored (Task: state need not be unique any more, 1 row is at stake).',
    );
    expect(await newer.prepare([insertTask()]).run({ title: 'y' })).toMatchObject({
      kind: 'refused',
      cause: states.cause,
    });
    const wish = { tables: TABLES, renames: [] };
    expect(await migratePostgres(schema.url, wish, { apply: true, drop: false })).toEqual({
      changes: [{ does: 'adds', resource: 'Task', field: 'state', what: 'state need not be unique any more', rows: 0 }],
      applied: true,
    });
    await add(await start(), 'y');
  });

  test('a table without rows gets another key, and none is given twice', async () => {
    const store = await start();
    for (const title of ['x', 'y', 'z']) await add(store, title);
    await inside('DELETE FROM "Task"');
    await stop();
    await start([{ ...TASK, rowKey: 'id', columns: [field('id', 'integer'), ...TASK.columns] }, PERSON, NOTE]);
    await inside(`INSERT INTO "Task" (title, state, done) VALUES ('y', 'open', false)`);
    const [[id]] = (await inside('SELECT id FROM "Task"')) as [[string]];
    expect(Number(id)).toBeGreaterThan(3);
  });

  test('a database of another program is left as it is', async () => {
    await inside('CREATE TABLE other (a int)');
    expect(await refusal()).toMatch(/^The database postgres:\/\/.* holds the tables of another program\.$/);
    expect(await inside(`SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace`)).toEqual([
      ['other'],
    ]);
  });

  test('what a newer version wrote is refused', async () => {
    await start();
    await inside(`UPDATE _ninefold SET value = replace(value, '"format":2', '"format":3')`);
    expect(await refusal()).toContain('was written by a newer version of Ninefold (its format is 3');
    await inside('DELETE FROM _ninefold');
    expect(await refusal()).toContain('is damaged: what it says of its tables is gone.');
  });
});

test.skipIf(!hasPostgres)('a way that leaves the settings out is told', async () => {
  const without = encodeURIComponent('-c ninefold.settings=');
  await expect(openPostgres({ url: `${DATABASE}?options=${without}`, tables: TABLES })).rejects.toThrow(
    /^The way to the database .* does not pass on the settings of a session, as a pooler may do: name the database itself\.$/,
  );
});

test.skipIf(!hasPostgres).each([
  ['postgres://ada:secret@127.0.0.1:1/x', 'nobody listens at the address of the database'],
  ['postgres://ada:secret@no-such-host.invalid/x', 'the host of the database cannot be found'],
  [DATABASE.replace(/\/[^/]*$/, '/no_such_database'), 'there is no such database'],
  [inSchema(DATABASE, 'no_such_schema'), 'has no schema to keep tables in'],
])('%s is refused in one sentence without the password', async (url, reason) => {
  const error: unknown = await openPostgres({ url, tables: TABLES, connectTimeout: 1_000 }).catch(
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(CannotOpen);
  const sentence = (error as CannotOpen).message;
  expect(sentence).toContain(reason);
  expect(sentence).not.toContain('secret');
  expect(sentence).toMatch(/^The database [^\n]*\.$/);
});

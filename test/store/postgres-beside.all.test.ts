// Processes with different documents on one database: what only adds starts beside the others, what allows less is refused
// while one of them lives. Decision 0011.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import { POSTGRES } from '../../src/store/postgres/dialect.ts';
import { migratePostgres } from '../../src/store/postgres/migration.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { narrower } from '../../src/store/relational/narrower.ts';
import { CannotOpen, OthersServe } from '../../src/store/store.ts';
import type { Store } from '../../src/store/store.ts';
import { planOf } from '../plan/plan-of.ts';
import { tasksOf } from './beside-tables.ts';
import { field } from './fixtures.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

const HEAD = `| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
`;

/** `f`: Type, Required, Set by, Allowed values, Default. `at`: the fields of a nested shape. */
function tablesOf(f: string | undefined, bullets = '', at = ''): readonly Table[] {
  const nested = at === '' ? '' : `\n### Part\n\n- Identified by: none\n\n${HEAD}${at}\n`;
  const row = f === undefined ? '' : `| \`f\` | ${f} |\n`;
  const id = '| `id` | integer | yes | service: new id | any | none |\n';
  return planOf({
    resources: `### Thing\n\n- Identified by: \`id\`\n${bullets}\n${HEAD}${id}${row}${nested}`,
    operations:
      '### POST /things\n\n- Does: creates Thing\n- Body: Thing\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 201 | created | Thing |\n',
  }).storage;
}

const between = (before: readonly Table[], after: readonly Table[]): readonly string[] =>
  narrower(before, { tables: after, renames: [], fits: judgeKept, dialect: POSTGRES }, []);

const optional = (type: string, allowed = 'any'): string => `${type} | no | caller | ${allowed} | none`;

test.each([
  ['a length', 'string', 'at most 9 characters', 'at most 10 characters'],
  ['a least length', 'string', 'at least 2 characters', 'at least 1 characters'],
  ['any length', 'string', 'at most 9 characters', 'any'],
  ['values', 'string', '`a`, `b`', '`a`, `b`, `c`'],
  ['any value', 'string', '`a`, `b`', 'any'],
  ['values under a length', 'string', '`a`, `b`', 'at most 5 characters'],
  ['an expression', 'string', 'matches `a+`', 'any'],
  ['not blank', 'string', 'not blank', 'any'],
  ['a range', 'integer', '1..9', '0..10'],
  ['a range of decimals', 'decimal(2)', '0.01..9', '0..10'],
  ['elements', 'array of string', 'at most 3 characters', 'at most 4 characters'],
])('%s: the wider only adds, the narrower is told', (_, type, narrow, wide) => {
  const [one, other] = [tablesOf(optional(type, narrow)), tablesOf(optional(type, wide))];
  expect(JSON.stringify(one)).not.toBe(JSON.stringify(other));
  expect(between(one, other)).toEqual([]);
  expect(between(other, one)).toEqual(['Thing: f may hold less']);
  expect(between(one, one)).toEqual([]);
});

test.each([
  ['values under a length that they break', optional('string', '`aaaaaa`'), optional('string', 'at most 5 characters')],
  ['other values', optional('string', '`a`, `b`'), optional('string', '`b`, `c`')],
  ['another expression', optional('string', 'matches `a+`'), optional('string', 'matches `b+`')],
  ['a form', optional('string'), optional('uuid')],
])('%s: neither only adds', (_, one, other) => {
  expect(between(tablesOf(one), tablesOf(other))).toEqual(['Thing: f may hold less']);
  expect(between(tablesOf(other), tablesOf(one))).toEqual(_ === 'a form' ? [] : ['Thing: f may hold less']);
});

test('what is new, gone, required, unique or of another type', () => {
  const none = tablesOf(undefined);
  const may = tablesOf(optional('string'));
  const must = tablesOf('string | yes | caller | any | none');
  const filled = tablesOf('string | yes | caller | any | `x`');
  expect(between(none, may)).toEqual([]);
  expect(between(may, none)).toEqual([]);
  expect(between(none, filled)).toEqual([]);
  expect(between(filled, none)).toEqual([]);
  expect(between(none, must)).toEqual(['Thing: f is new and has no value for the rows that are there']);
  expect(between(must, none)).toEqual(['Thing: f is gone']);
  expect(between(may, must)).toEqual(['Thing: f must have a value now']);
  expect(between(must, may)).toEqual([]);
  expect(between(may, tablesOf(optional('integer')))).toEqual(['Thing: f was string and is now integer']);
  const unique = tablesOf(optional('string'), '- Unique: `f`\n');
  expect(between(may, unique)).toEqual(['Thing: f must be unique']);
  expect(between(unique, may)).toEqual([]);
});

test('members of a nested shape', () => {
  const part = (...rows: readonly string[]): readonly Table[] =>
    tablesOf(optional('Part'), '', rows.map((row) => `| ${row} |\n`).join(''));
  const a = (allowed: string): string => `\`a\` | ${optional('string', allowed)}`;
  const one = part(a('at most 5 characters'));
  const less = ['Thing: f may hold less'];
  expect(between(one, part(a('at most 6 characters')))).toEqual([]);
  expect(between(one, part(a('at most 4 characters')))).toEqual(less);
  const two = part(a('at most 5 characters'), `\`b\` | ${optional('string')}`);
  expect(between(one, two)).toEqual([]);
  expect(between(two, one)).toEqual(less);
  expect(between(one, part(a('at most 5 characters'), '`b` | string | yes | caller | any | none'))).toEqual(less);
});

test('an older name that the other still serves', () => {
  const [before] = [
    [{ name: 'Task', rowKey: '_row', columns: [field('name', 'text', true)], unique: [], indexes: [] }],
  ];
  const after = before.map((table) => ({ ...table, columns: [field('title', 'text', true, { fill: null })] }));
  const renames = [{ resource: 'Task', field: 'title', was: ['name'] }];
  const wanting = { tables: after, renames, fits: judgeKept, dialect: POSTGRES };
  expect(narrower(before, wanting, [])).toEqual(['Task: title was called name']);
  expect(narrower(before, wanting, [JSON.stringify(['Task', 'title', 'name'])])).toEqual([]);
});

describe.skipIf(!hasPostgres)('beside others', () => {
  let schema: OwnSchema;
  let open: Store[];
  let children: ChildProcess[];
  beforeEach(async () => {
    schema = await ownSchema();
    open = [];
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const store of open) await store.close();
    await schema.drop();
  });

  const start = async (tables: readonly Table[], url = schema.url): Promise<Store> => {
    const store = await openPostgres({ url, tables, fits: judgeKept, connections: 3 });
    open.push(store);
    return store;
  };
  const refusal = async (tables: readonly Table[], url = schema.url): Promise<string> => {
    try {
      await start(tables, url);
    } catch (error) {
      if (error instanceof CannotOpen) return error.message;
      throw error;
    }
    throw new Error('it opened');
  };
  const stop = async (store: Store): Promise<void> => {
    open.splice(open.indexOf(store), 1);
    await store.close();
  };
  const LESS =
    /^The document allows less than one that another process serves from the database postgres:[^ ]* \(Task: title may hold less\): stop the processes with the other document first; `ninefold migrate` tells whether rows are at stake\.$/;

  test('what allows less is refused while another lives, and starts when none does', async () => {
    const wide = await start(tasksOf(10));
    const before = await sql('SELECT * FROM _ninefold', schema.url);
    expect(await refusal(tasksOf(5))).toMatch(LESS);
    expect(await sql('SELECT * FROM _ninefold', schema.url)).toEqual(before);
    // One with its own document beside it changes nothing of that.
    const other = await start(tasksOf(10));
    await stop(wide);
    expect(await refusal(tasksOf(5))).toMatch(LESS);
    await stop(other);
    await start(tasksOf(5));
  });

  test('what allows more starts, and one of before is started anew while others of before live', async () => {
    const narrow = [await start(tasksOf(5)), await start(tasksOf(5))];
    await start(tasksOf(10, field('note', 'text', true, { fill: null })));
    await stop(narrow[0]!);
    const anew = await start(tasksOf(5));
    await stop(narrow[1]!);
    await stop(anew);
    expect(await refusal(tasksOf(5))).toMatch(LESS);
  });

  test('several start at once with one document that allows less', async () => {
    await stop(await start(tasksOf(10)));
    await Promise.all(Array.from({ length: 4 }, () => start(tasksOf(5))));
    expect(await refusal(tasksOf(4))).toMatch(LESS);
  });

  test('of two that start at once, the one that allows less is not let in behind the other', async () => {
    for (let i = 0; i < 2; i++) {
      const most = 100 - 10 * i;
      await stop(await start(tasksOf(most)));
      const tries = await Promise.allSettled([start(tasksOf(most)), start(tasksOf(most - 5))]);
      const kept = await sql(
        `SELECT value::json->'tables'->0->'columns'->0->'rule'->'schema'->>'maxLength' FROM _ninefold`,
        schema.url,
      );
      // Either it came first, and the other allows more; or it is refused.
      expect(tries[0].status).toBe('fulfilled');
      expect(kept).toEqual([[String(most)]]);
      for (const store of open.splice(0)) await store.close();
    }
  });

  test('a process that is killed stands in nobody’s way', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'beside-child.ts'), schema.url, '10'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(await refusal(tasksOf(5))).toMatch(LESS);
    child.kill('SIGKILL');
    await start(tasksOf(5));
  });

  test('one whose connections were ended is there again with the next', async () => {
    const wide = await start(tasksOf(10));
    await sql(
      `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity AS a, _ninefold AS n WHERE n.value::json->'served'->0->>'mark' = application_name`,
      schema.url,
    );
    await expect.poll(() => wide.ready()).toBe(true);
    expect(await refusal(tasksOf(5))).toMatch(LESS);
  });

  test('it is seen by other roles, and whatever name an address gives to its sessions', async () => {
    await start(tasksOf(10), `${schema.url}&application_name=${'repairs'.repeat(9)}`);
    const role = `${schema.name}_role`;
    await sql(`CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT USAGE ON SCHEMA ${schema.name} TO ${role};
      GRANT SELECT ON ${schema.name}._ninefold TO ${role}`);
    try {
      const url = new URL(schema.url);
      [url.username, url.password] = [role, 'x'];
      expect(await refusal(tasksOf(5), url.href)).toMatch(LESS);
    } finally {
      await sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  test('another schema of the database is another place', async () => {
    const other = await ownSchema();
    try {
      await start(tasksOf(10), other.url);
      await stop(await start(tasksOf(10)));
      await start(tasksOf(5));
    } finally {
      for (const store of open.splice(0)) await store.close();
      await other.drop();
    }
  });

  test('what follows a store and allows less is opened in its place; where another allows more, the store goes on, and others know', async () => {
    const wide = await start(tasksOf(10));
    const other = await start(tasksOf(10));
    const follow = (): Promise<Store> =>
      wide.successor!({ tables: tasksOf(5), renames: [], fits: judgeKept, effects: [] }).open();
    await expect(follow()).rejects.toBeInstanceOf(OthersServe);
    await stop(other);
    expect(await refusal(tasksOf(5))).toMatch(LESS);
    expect(await wide.ready()).toBe(true);
    open.push(await follow());
    expect(await open.at(-1)!.ready()).toBe(true);
  });

  test('a migration is for whoever asks for it; a start beside those that it left behind is refused', async () => {
    await start(tasksOf(10));
    const wish = { tables: tasksOf(5), renames: [], fits: judgeKept };
    expect(await migratePostgres(schema.url, wish, { apply: true, drop: false })).toMatchObject({ applied: true });
    expect(await refusal(tasksOf(5))).toMatch(LESS);
  });
});

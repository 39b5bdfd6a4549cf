// What `new id` promises of a number (notation, part 2): greater than every one before it, and never given again. Held over
// starts of the service and over copies from one engine to the other, with refusals, undone writes and deletions in between.

import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Table } from '../../src/plan/plan.ts';
import type { Step } from '../../src/plan/steps.ts';
import { copyFromPostgres, copyIntoPostgres } from '../../src/store/postgres/copy.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { sqliteSource, sqliteTarget } from '../../src/store/sqlite/copy.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { answer, column, equal, field, parameter, temporaryDirectory } from './fixtures.ts';
import { hasPostgres, ownSchema } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

const THING: Table = {
  name: 'Thing',
  rowKey: 'id',
  identity: ['id'],
  columns: [field('name', 'text')],
  unique: [{ columns: ['name'], ignoringCase: false, cause: 'Thing.name taken' }],
  indexes: [],
};
const WISH = { tables: [THING], renames: [] };

const INSERT: Step = {
  kind: 'insert',
  table: 'Thing',
  values: [{ column: 'name', value: parameter('name') }],
  checks: [],
  answer: answer(column('id', 'integer')),
};
const DELETE: Step = {
  kind: 'delete',
  table: 'Thing',
  where: equal(column('id', 'integer'), parameter('id', 'integer')),
  guards: [],
  every: false,
  ifThere: false,
  absent: 'no such Thing',
  cascade: [],
  answer: [],
};

let directories: string[];
let schema: OwnSchema;
let highest: number;
let names: number;

beforeEach(async () => {
  directories = [];
  highest = 0;
  names = 0;
  if (hasPostgres) schema = await ownSchema();
});
afterEach(async () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  if (hasPostgres) await schema.drop();
});

function directory(): string {
  const made = temporaryDirectory();
  directories.push(made);
  return made;
}

async function create(store: Store, name = `name ${(names += 1)}`): Promise<number> {
  const result = await store.prepare([INSERT]).run({ name });
  if (result.kind !== 'done') throw new Error(JSON.stringify(result));
  return Number(result.rows[0]![0]);
}

/** Some rows, refused ones, and in the end the highest is gone; `all`: no row is left. */
async function use(store: Store, all = false): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    const key = await create(store);
    expect(key).toBeGreaterThan(highest);
    highest = key;
    for (let refused = 0; refused < 2; refused += 1) {
      const name = `name ${names}`;
      expect(await store.prepare([INSERT]).run({ name })).toMatchObject({ kind: 'refused' });
      expect(await store.prepare([INSERT]).run({ name: 'undone' }, () => 'a gap')).toMatchObject({ kind: 'undone' });
    }
  }
  for (let id = all ? 1 : highest; id <= highest; id += 1) await store.prepare([DELETE]).run({ id });
}

const openers: readonly (readonly [string, () => () => Promise<Store>])[] = [
  [
    'SQLite',
    () => {
      const own = directory();
      return () => openSqlite({ directory: own, ...WISH });
    },
  ],
  ['PostgreSQL', () => () => openPostgres({ url: schema.url, ...WISH })],
];

describe.each(openers)('keys on %s', (name, opener) => {
  test.skipIf(name === 'PostgreSQL' && !hasPostgres).each([false, true])(
    'go on behind the highest after a start, every row gone: %s',
    async (all) => {
      const open = opener();
      for (let starts = 0; starts < 3; starts += 1) {
        const store = await open();
        await use(store, all);
        await store.close();
      }
    },
  );
});

describe.skipIf(!hasPostgres)('keys after a copy', () => {
  test.each([false, true])('go on behind the highest, there and back, every row gone: %s', async (all) => {
    const [from, to] = [directory(), directory()];
    const embedded = await openSqlite({ directory: from, ...WISH });
    await use(embedded, all);
    await embedded.close();
    const source = sqliteSource(from, WISH);
    await copyIntoPostgres(schema.url, WISH, source, () => undefined).finally(() => source.close());
    const database = await openPostgres({ url: schema.url, ...WISH });
    await use(database, all);
    await database.close();
    let target: ReturnType<typeof sqliteTarget> | undefined;
    await copyFromPostgres(
      schema.url,
      WISH,
      (_, tables) => (target = sqliteTarget(to, { ...WISH, tables })),
      () => undefined,
    );
    target?.commit();
    target?.close();
    const back = await openSqlite({ directory: to, ...WISH });
    await use(back, all);
    await back.close();
  });
});

// What an index over members costs those who write: articles with three tags are made in a table that has the index, and in one that has
// none. Rounds by turns; the least of each, and the median of pairs. SQLite: the processor's time of a row, in this process. PostgreSQL, which
// works in others: how long a row takes, many at once, and what the database itself says of its triggers.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Column, Table } from '../src/plan/plan.ts';
import type { Step } from '../src/plan/steps.ts';
import { openPostgres } from '../src/store/postgres/open.ts';
import { openSqlite } from '../src/store/sqlite/open.ts';
import type { Store } from '../src/store/store.ts';
import { median } from './processes.ts';

const WARM = 10_000;
const ROWS = 5_000;
const TOGETHER = 100;
const TAGS = 500;

const COLUMNS: readonly Column[] = [
  ...['slug', 'title', 'description', 'body'].map((name): Column => ({ name, type: 'text', nullable: false })),
  { name: 'tagList', type: 'json', nullable: false },
  { name: 'createdAt', type: 'instant', nullable: false },
  { name: 'author', type: 'integer', nullable: false, refers: 'User' },
];
const PLAIN: Table = {
  name: 'Article',
  rowKey: '_row',
  columns: COLUMNS,
  unique: [{ columns: ['slug'], ignoringCase: false, cause: 'Article already there' }],
  indexes: [['author']],
};
const INDEXED: Table = { ...PLAIN, members: [{ column: 'tagList', type: 'text', order: [] }] };

const INSERT: Step = {
  kind: 'insert',
  table: 'Article',
  values: COLUMNS.map(({ name, type }) => ({ column: name, value: { kind: 'parameter', name, type } })),
  checks: [],
  answer: [{ name: '_row', expr: { kind: 'column', column: '_row', type: 'integer' } }],
};

interface Options {
  readonly directory: string;
  readonly rounds: number;
  readonly database: string | undefined;
}

export async function members({ directory, rounds, database }: Options): Promise<void> {
  const plain = await openSqlite({ directory: join(directory, 'without members'), tables: [PLAIN] });
  const indexed = await openSqlite({ directory: join(directory, 'with members'), tables: [INDEXED] });
  await measured('SQLite, processor', [plain, indexed], rounds, processors);
  if (database === undefined) return;
  const client = new Client({ connectionString: database });
  await client.connect();
  const schemas = ['without', 'with'].map((how) => `ninefold_members_${how}_${randomBytes(4).toString('hex')}`);
  try {
    const stores: Store[] = [];
    for (const [place, name] of schemas.entries()) {
      await client.query(`CREATE SCHEMA ${name}`);
      const url = `${database}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
      stores.push(await openPostgres({ url, tables: [place === 0 ? PLAIN : INDEXED], effects: [[INSERT]] }));
    }
    await measured('PostgreSQL, elapsed', [stores[0]!, stores[1]!], rounds, () => performance.now() * 1000);
    await explained(client, schemas[1]!);
  } finally {
    for (const name of schemas) await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
    await client.end();
  }
}

/** Microseconds. */
function processors(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function measured(
  name: string,
  stores: readonly [without: Store, beside: Store],
  rounds: number,
  clock: () => number,
): Promise<void> {
  const inserts = stores.map((store) => store.prepare([INSERT]));
  let next = 0;
  const run = async (place: number, many: number): Promise<number> => {
    const begun = clock();
    for (let at = 0; at < many; at += TOGETHER)
      await Promise.all(Array.from({ length: TOGETHER }, async () => inserts[place]!.run(article((next += 1)))));
    return (clock() - begun) / many;
  };
  const costs: readonly [number[], number[]] = [[], []];
  for (const place of [0, 1]) await run(place, WARM);
  for (let round = 0; round < rounds; round += 1)
    for (const place of round % 2 === 0 ? [0, 1] : [1, 0]) costs[place]!.push(await run(place, ROWS));
  for (const store of stores) await store.close();
  const [without, beside] = costs.map((each) => Math.min(...each));
  const more = median(costs[1].map((each, at) => each - costs[0][at]!));
  console.log(
    `${name}: a row with three tags ${without!.toFixed(0)} µs without the index, ${beside!.toFixed(0)} µs with it (least); median of pairs ${more.toFixed(0)} µs more`,
  );
}

function article(at: number): Record<string, string | number> {
  const tags = [1, 2, 3].map((each) => `tag ${(at * each * 7919) % TAGS}`);
  const said = `What can be said about ${at}, in a few words and no more.`;
  return {
    slug: `on-the-use-of-number-${at}`,
    title: `On the use of number ${at}`,
    description: said,
    body: said.repeat(8),
    tagList: JSON.stringify(tags),
    createdAt: new Date(1_700_000_000_000 + at * 1000).toISOString(),
    author: (at * 31) % 1000,
  };
}

/** Of rows that one statement makes. */
async function explained(client: Client, schema: string): Promise<void> {
  await client.query(`SET search_path = ${schema}`);
  const rows = `SELECT 'more ' || n, 't', 'd', 'b', '["tag 1", "tag 2", "tag 3"]', now(), 1 FROM generate_series(1, ${ROWS}) AS n`;
  const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, COSTS OFF) INSERT INTO "Article" (${COLUMNS.map(({ name }) => `"${name}"`).join(', ')}) ${rows}`,
  );
  for (const line of lines.map((each) => each['QUERY PLAN']).filter((each) => /Trigger|Execution/.test(each)))
    console.log(`  ${ROWS} rows in one statement: ${line.trim()}`);
}

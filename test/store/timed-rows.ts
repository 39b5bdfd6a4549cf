// Very many timed rows on an engine, to be asked about. Input: a plan, how many, the statement that puts them in. Output: a store and a
// connection beside it, until the test is through.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

import type { Plan } from '../../src/plan/plan.ts';
import { effectsOf } from '../../src/serve/effects.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryDirectory } from './fixtures.ts';
import { ownSchema } from './postgres.ts';

/** An hour after the rows' first instant. */
export const NOW = '2026-01-01T01:00:00.000Z';

export interface Rows {
  readonly plan: Plan;
  readonly count: number;
  /** `series`: what `n` is selected from; `cast`: behind an instant. */
  readonly insert: (series: string, cast: string) => string;
}

export async function onPostgres(
  { plan, count, insert }: Rows,
  use: (store: Store, client: Client) => Promise<void>,
): Promise<void> {
  const own = await ownSchema();
  const store = await openPostgres({ url: own.url, tables: plan.storage, effects: effectsOf(plan) });
  const client = new Client({ connectionString: own.url });
  await client.connect();
  try {
    await client.query(insert(`generate_series(1, ${count}) AS n`, '::timestamptz'));
    await client.query('VACUUM ANALYZE "Thing"');
    await use(store, client);
  } finally {
    await client.end();
    await store.close();
    await own.drop();
  }
}

export async function onSqlite(
  { plan, count, insert }: Rows,
  use: (store: Store, database: DatabaseSync) => Promise<void>,
): Promise<void> {
  const directory = temporaryDirectory();
  const store = await openSqlite({ directory, tables: plan.storage });
  const database = new DatabaseSync(join(directory, FILE));
  try {
    const series = `(WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < ${count}) SELECT n FROM r)`;
    database.exec(insert(series, ''));
    await use(store, database);
  } finally {
    database.close();
    await store.close();
    rmSync(directory, { recursive: true });
  }
}

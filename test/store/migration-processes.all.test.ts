// A migration that is killed at any moment leaves all of the old or all of the new; the next one goes on.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { temporaryDirectory } from './fixtures.ts';
import { CHANGED } from './migrate-tables.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';

const ROWS = 40_000;
const DELAYS = [0, 20, 60, 120, 200, 300];

/** Did it come to its end? */
async function migrate(place: string, delay: number | undefined): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migration-child.ts'), place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const isFirst = said === '';
    said += chunk.toString();
    if (isFirst && delay !== undefined) void setTimeout(delay).then(() => child.kill('SIGKILL'));
  });
  await ended;
  return said.includes('done');
}

async function killed(place: string, found: () => Promise<readonly string[]>): Promise<void> {
  const old = ['title', 'state'];
  const new_ = ['heading', 'rank'];
  for (const delay of DELAYS) {
    const isDone = await migrate(place, delay);
    const columns = await found();
    expect([old.join(), new_.join()]).toContain(columns.join());
    if (isDone) expect(columns).toEqual(new_);
  }
  expect(await migrate(place, undefined)).toBe(true);
  expect(await found()).toEqual(new_);
}

test('in a directory', async () => {
  const directory = temporaryDirectory();
  await (await openSqlite({ directory, tables: [CHANGED] })).close();
  const database = new DatabaseSync(join(directory, FILE));
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO Task (title, state) SELECT 'task ' || i, 'open' FROM n`);
  database.close();
  // oxlint-disable-next-line require-await -- as of the other engine
  await killed(directory, async () => {
    const file = new DatabaseSync(join(directory, FILE));
    const rows = file.prepare('SELECT count(*) AS n, max(_row) AS last FROM Task').get();
    const sound = file.prepare('PRAGMA integrity_check').get();
    const columns = file.prepare(`SELECT name FROM pragma_table_info('Task')`).all();
    file.close();
    expect([rows, sound]).toEqual([{ n: ROWS, last: ROWS }, { integrity_check: 'ok' }]);
    return columns.map(({ name }) => String(name)).filter((name) => !name.startsWith('_'));
  });
  rmSync(directory, { recursive: true });
});

test.skipIf(!hasPostgres)('in a database', async () => {
  const { url, name, drop } = await ownSchema();
  await (await openPostgres({ url, tables: [CHANGED] })).close();
  await sql(`INSERT INTO "Task" (title, state) SELECT 'task ' || i, 'open' FROM generate_series(1, ${ROWS}) AS i`, url);
  await killed(url, async () => {
    expect(await sql('SELECT count(*) FROM "Task"', url)).toEqual([[String(ROWS)]]);
    const columns = await sql(
      `SELECT attname FROM pg_attribute WHERE attrelid = '${name}."Task"'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      url,
    );
    return columns.map(([column]) => String(column)).filter((column) => !column.startsWith('_'));
  });
  await drop();
});

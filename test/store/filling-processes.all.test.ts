// A migration that fills rows and is killed at any moment: the older document is served meanwhile, the newer one is not, and the next
// migration goes on where it was.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { DoesNotFit } from '../../src/store/store.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryDirectory } from './fixtures.ts';
import { FILLED, PLAIN } from './migrate-tables.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';

const ROWS = 20_000;
const TITLES = 2_000;

interface Place {
  readonly at: string;
  open(tables: typeof FILLED.tables): Promise<Store>;
  /** The first column of each row. */
  ask(text: string): Promise<readonly (string | null)[]>;
}

/** Did it come to its end? Killed as soon as `isTime` says so. */
async function migrate({ at }: Place, isTime: (() => Promise<boolean>) | undefined): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migration-child.ts'), at, 'FILLED'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (isTime) {
    while (child.exitCode === null && !(await isTime())) await setTimeout(5);
    child.kill('SIGKILL');
  }
  await ended;
  return said.includes('done');
}

/** How many rows are made so far; undefined: there is no table for them. */
async function made({ ask }: Place): Promise<number | undefined> {
  return ask('SELECT count(*) FROM "_filling 0"').then(
    ([count]) => Number(count),
    () => undefined,
  );
}

async function killed(place: Place): Promise<void> {
  let before = 0;
  let kills = 0;
  for (const part of [0, 0.2, 0.5, 0.9]) {
    const isDone = await migrate(place, async () => ((await made(place)) ?? -1) > part * ROWS);
    if (isDone) break;
    kills++;
    await expect(place.open(FILLED.tables)).rejects.toBeInstanceOf(DoesNotFit);
    await (await place.open([PLAIN])).close();
    const now = (await made(place)) ?? 0;
    // Nothing that was made is made again.
    expect(now).toBeGreaterThanOrEqual(before);
    before = now;
  }
  expect([kills > 1, before > 0]).toEqual([true, true]);
  expect(await migrate(place, undefined)).toBe(true);
  expect(await made(place)).toBe(undefined);
  await (await place.open(FILLED.tables)).close();
  const found = await place.ask('SELECT slug FROM "Task" ORDER BY _row');
  const wanted = Array.from({ length: ROWS }, (_, i) => {
    const round = Math.floor(i / TITLES) + 1;
    return `task-${i % TITLES}x${round === 1 ? '' : `-${round}`}`;
  });
  expect(found.filter((slug, place) => slug !== wanted[place])).toEqual([]);
  expect(found.length).toBe(ROWS);
  expect(await place.ask('SELECT count(*) FROM "Task" WHERE copy = title')).toEqual([String(ROWS)]);
}

test('in a directory', async () => {
  const directory = temporaryDirectory();
  const ask = (text: string): Promise<readonly (string | null)[]> => {
    const database = new DatabaseSync(join(directory, FILE), { timeout: 1_000 });
    try {
      return Promise.resolve(
        database
          .prepare(text)
          .all()
          .map((row) => String(Object.values(row)[0])),
      );
    } catch (error) {
      return Promise.reject(error as Error);
    } finally {
      database.close();
    }
  };
  const open: Place['open'] = (tables) => openSqlite({ directory, tables });
  await (await open([PLAIN])).close();
  await ask(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS - 1})
    INSERT INTO Task (title) SELECT 'Task ' || (i % ${TITLES}) || 'x' FROM n`);
  await killed({ at: directory, open, ask });
  expect(await ask('PRAGMA integrity_check')).toEqual(['ok']);
  rmSync(directory, { recursive: true });
});

test.skipIf(!hasPostgres)('in a database', async () => {
  const { url, drop } = await ownSchema();
  const ask = async (text: string): Promise<readonly (string | null)[]> =>
    (await sql(text, url)).map(([one]) => String(one));
  const open: Place['open'] = (tables) => openPostgres({ url, tables });
  await (await open([PLAIN])).close();
  await ask(
    `INSERT INTO "Task" (title) SELECT 'Task ' || (i % ${TITLES}) || 'x' FROM generate_series(0, ${ROWS - 1}) AS i`,
  );
  await killed({ at: url, open, ask });
  await drop();
});

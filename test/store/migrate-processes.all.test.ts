// A changed document and processes: one that is killed while the rows are copied, two that start at the same time.

import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { temporaryDirectory } from './fixtures.ts';
import { CHANGED, PLAIN } from './migrate-tables.ts';

const ROWS = 40_000;
let directory: string;

beforeEach(async () => {
  directory = temporaryDirectory();
  const store = await openSqlite({ directory, tables: [PLAIN] });
  await store.close();
  const database = new DatabaseSync(join(directory, FILE));
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO Task (title) SELECT 'task ' || i FROM n`);
  database.close();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

type Child = ChildProcessByStdio<null, Readable, null>;

const open = (): Child =>
  spawn(process.execPath, [join(import.meta.dirname, 'migrate-child.ts'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** The first line that is not `opening`; undefined when the process ends before. */
async function answer(child: Child, onOpening: () => void = () => undefined): Promise<string | undefined> {
  let seen = '';
  for await (const chunk of child.stdout) {
    seen += String(chunk);
    if (seen.startsWith('opening\n')) onOpening();
    const rest = seen.split('\n').filter((line) => line !== 'opening' && line !== '');
    if (rest.length > 0 && seen.endsWith('\n')) return rest[0];
  }
  return undefined;
}

async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** Every row is there, with or without the new column; nothing half done beside it. */
function found(): 'before' | 'after' {
  const database = new DatabaseSync(join(directory, FILE));
  const names = database.prepare('SELECT name FROM sqlite_schema ORDER BY name').all();
  const rows = database.prepare(`SELECT count(*) AS n, min(title) AS first, max(_row) AS last FROM Task`).get();
  const sound = database.prepare('PRAGMA integrity_check').get();
  const columns = database.prepare(`SELECT name FROM pragma_table_info('Task')`).all();
  database.close();
  expect(rows).toEqual({ n: ROWS, first: 'task 1', last: ROWS });
  expect(sound).toEqual({ integrity_check: 'ok' });
  expect(names.map(({ name }) => name)).not.toContain('_new Task');
  return columns.some(({ name }) => name === 'state') ? 'after' : 'before';
}

test('a process that is killed while the rows are copied leaves all of the old or all of the new', async () => {
  const seen: ('before' | 'after')[] = [];
  for (const delay of [0, 5, 15, 30, 50, 80]) {
    const child = open();
    let asked: Promise<void> | undefined;
    const killing = (): void => void (asked ??= setTimeout(delay).then(() => end(child)));
    await answer(child, killing);
    await end(child);
    await asked;
    seen.push(found());
    if (seen.at(-1) === 'after') break;
  }
  // Whenever it was, the next start finishes it.
  expect(seen.length).toBeGreaterThan(0);
  const store = await openSqlite({ directory, tables: [CHANGED] });
  await store.close();
  expect(found()).toBe('after');
});

test('of two processes that start at the same time one does it, and the other says why it does not', async () => {
  const children = [open(), open()];
  const answers = await Promise.all(children.map((child) => answer(child)));
  await Promise.all(children.map(end));
  expect(answers.toSorted()).toEqual([
    expect.stringContaining(`The data directory ${directory} is in use by another process: stop that first.`),
    'open',
  ]);
  expect(found()).toBe('after');
});

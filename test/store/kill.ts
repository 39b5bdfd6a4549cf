// kill -9 at random moments under write load, against a ledger kept here, outside of the process that writes. Every write
// that was acknowledged is there, no half effect is, and the file opens.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { defineFunctions } from '../../src/store/sqlite/functions.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { TABLES, temporaryDirectory } from './fixtures.ts';
import { ownSchema, sql } from './postgres.ts';

/** How many acknowledged writes lie between two kills, at least. */
const WRITES = 1_000;

/** Answers how many writes were acknowledged in all. */
export async function killRounds(rounds: number): Promise<number> {
  const directory = temporaryDirectory();
  try {
    return await killAgain(rounds, directory, (ledger) => judge(directory, ledger));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** `place`: a directory or the URL of a database, as the child takes it. */
async function killAgain(
  rounds: number,
  place: string,
  judging: (ledger: ReadonlySet<number>) => Promise<void>,
): Promise<number> {
  const ledger = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    const before = ledger.size;
    await writeUntilKilled(place, round * 10_000_000, ledger);
    expect(ledger.size - before, `acknowledged in round ${round}`).toBeGreaterThanOrEqual(WRITES);
    await judging(ledger);
  }
  return ledger.size;
}

/** On PostgreSQL, which goes on for a moment with what the process had sent. */
export async function killRoundsOnPostgres(rounds: number): Promise<number> {
  const schema = await ownSchema();
  const asked = async (text: string): Promise<readonly unknown[]> => (await sql(text, schema.url)).flat();
  try {
    return await killAgain(rounds, schema.url, async (ledger) => {
      const ids = new Set((await asked('SELECT text FROM "Note"')).map(Number));
      const lost = [...ledger].filter((id) => !ids.has(id));
      expect(lost, 'acknowledged and lost').toEqual([]);
      const refused = [...ids].filter((id) => id % 9 === 0 || id % 10 === 0);
      expect(refused, 'refused and kept').toEqual([]);
      const halves = `SELECT t._row FROM "Task" AS t WHERE t.count <> (SELECT count(*) FROM "Note" AS n WHERE n.task = t._row)`;
      expect(await asked(halves), 'half effects').toEqual([]);
      expect(await asked('SELECT count(*) - count(DISTINCT text) FROM "Note"'), 'run twice').toEqual(['0']);
    });
  } finally {
    await schema.drop();
  }
}

/** Each id the child printed before it died goes into the ledger. */
function writeUntilKilled(directory: string, first: number, ledger: Set<number>): Promise<void> {
  const script = new URL('./kill-child.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, directory, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  // Somewhere within the next groups: a group takes a millisecond or two.
  const wanted = WRITES + Math.floor(Math.random() * 500);
  const delay = Math.random() * 4;
  let acknowledged = 0;
  let rest = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === 'ready') continue;
        ledger.add(Number(line));
        if (++acknowledged === wanted) setTimeout(() => child.kill('SIGKILL'), delay);
      }
    });
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`the writing process ended by itself after ${acknowledged} writes`));
    });
  });
}

async function judge(directory: string, ledger: ReadonlySet<number>): Promise<void> {
  // Opens like a start of the service does: the lock of the killed process is gone.
  await (await openSqlite({ directory, tables: TABLES })).close();
  const database = new DatabaseSync(join(directory, FILE), { readOnly: true });
  defineFunctions(database, () => 1);
  try {
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const ids = new Set(
      database
        .prepare('SELECT text FROM Note')
        .all()
        .map((row) => Number(row['text'])),
    );
    const lost = [...ledger].filter((id) => !ids.has(id));
    expect(lost, 'acknowledged and lost').toEqual([]);
    expect(
      [...ids].filter((id) => id % 9 === 0 || id % 10 === 0),
      'refused and kept',
    ).toEqual([]);
    const halves = database
      .prepare('SELECT t._row, t.count, (SELECT count(*) FROM Note n WHERE n.task = t._row) AS notes FROM Task t')
      .all()
      .filter((row) => row['count'] !== row['notes']);
    expect(halves, 'half effects').toEqual([]);
    expect(database.prepare('SELECT count(*) AS n, count(DISTINCT text) AS d FROM Note').get()).toEqual({
      n: ids.size,
      d: ids.size,
    });
  } finally {
    database.close();
  }
}

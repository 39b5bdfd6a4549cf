// Calls that were counted by a process, for the next one. Input: an open database. Output: batches in the order in which they were written; the
// table is made with the first of them. Decision 0072.

import type { DatabaseSync } from 'node:sqlite';
import type { Rate } from '../rates.ts';
import type { CountedCalls, KeptCalls } from '../counted-calls.ts';
import type { Result } from '../store.ts';
import type { Group } from './group.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS _calls
  (id INTEGER PRIMARY KEY, rate TEXT NOT NULL, "until" INTEGER NOT NULL, calls BLOB NOT NULL) STRICT`;

/** Batches that are taken out with each that is written. */
const MOST = 16;

const DONE: Result = { kind: 'done', outcome: 'unchanged', rows: [], total: undefined };

export function keptCalls(database: DatabaseSync, group: Group): KeptCalls {
  const isThere = (): boolean =>
    database.prepare(`SELECT 1 FROM main.sqlite_schema WHERE name = '_calls'`).get() !== undefined;
  return {
    *read() {
      if (!isThere()) return;
      for (const { rate, until, calls } of database
        .prepare('SELECT rate, "until", calls FROM _calls ORDER BY id')
        .all())
        yield { rate: JSON.parse(String(rate)) as Rate, until: Number(until), calls: calls as Uint8Array };
    },
    async keep({ rate, until, calls }: CountedCalls, now) {
      const effect = (): Result => {
        database.exec(TABLE);
        database
          .prepare('INSERT INTO _calls (rate, "until", calls) VALUES (?, ?, ?)')
          .run(JSON.stringify(rate), until, calls);
        database
          .prepare('DELETE FROM _calls WHERE id IN (SELECT id FROM _calls WHERE "until" <= ? ORDER BY id LIMIT ?)')
          .run(now, MOST);
        return DONE;
      };
      const result = await group.submit({ effect, savepoint: true, deadline: undefined });
      if (result.kind === 'unavailable') throw new Error(result.reason);
    },
  };
}

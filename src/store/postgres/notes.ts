// What is kept beside the rows, for all processes of one database: a few short texts by key. Input: sessions. Output: reading and writing
// them, each write committed when it resolves; what the database cannot do now rejects with its reason.

import type { Notes } from '../store.ts';
import { faultOf } from './faults.ts';
import type { Lend } from './program.ts';

export function notesOf(lend: Lend): Notes {
  const asked = async (text: string, values: readonly string[]): Promise<readonly (readonly unknown[])[]> => {
    try {
      return await lend((session) => session.query(text, values));
    } catch (error) {
      const reason = faultOf(error);
      throw reason === undefined ? error : new Error(reason, { cause: error });
    }
  };
  return {
    async read(key) {
      const [row] = await asked('SELECT value FROM _ninefold WHERE key = $1', [named(key)]);
      return row === undefined ? undefined : String(row[0]);
    },
    async write(key, value) {
      if (value === undefined) await asked('DELETE FROM _ninefold WHERE key = $1', [named(key)]);
      else
        await asked('INSERT INTO _ninefold VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [
          named(key),
          value,
        ]);
    },
    async raise(key, value) {
      const rows = await asked(
        `INSERT INTO _ninefold AS own VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value
         WHERE own.value COLLATE "C" <= excluded.value COLLATE "C" RETURNING 1`,
        [named(key), value],
      );
      return rows.length > 0;
    },
    async keep(key, value) {
      // Read first: a statement that may write waits for others that do.
      const before = await asked('SELECT value FROM _ninefold WHERE key = $1', [named(key)]);
      if (before[0]) return String(before[0][0]);
      await asked('INSERT INTO _ninefold VALUES ($1, $2) ON CONFLICT (key) DO NOTHING', [named(key), value]);
      // Of several that were first at once one was kept.
      const [row] = await asked('SELECT value FROM _ninefold WHERE key = $1', [named(key)]);
      return String(row?.[0]);
    },
  };
}

/** Beside what the store itself keeps there. */
function named(key: string): string {
  return `note ${key}`;
}

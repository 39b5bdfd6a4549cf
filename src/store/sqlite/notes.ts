// What is kept beside the rows: a few short texts by key. Input: an open database. Output: reading and writing them, each write
// committed when it resolves. No group is open between two turns, so a write is never inside of one.

import type { DatabaseSync } from 'node:sqlite';
import type { Notes } from '../store.ts';
import type { OpenFiles } from './open-files.ts';

export function notesOf(database: DatabaseSync, files: Pick<OpenFiles, 'before' | 'after'>): Notes {
  const find = database.prepare('SELECT value FROM _ninefold WHERE key = ?');
  const write = database.prepare('INSERT OR REPLACE INTO _ninefold VALUES (?, ?)');
  const raise = database.prepare(
    `INSERT INTO _ninefold VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value
     WHERE value <= excluded.value`,
  );
  const keep = database.prepare('INSERT OR IGNORE INTO _ninefold VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM _ninefold WHERE key = ?');
  const onDisk = <T>(run: () => T): T => {
    const before = files.before();
    if (before) throw new Error(before.reason);
    const done = run();
    const after = files.after();
    if (after && !after.isKept) throw new Error(after.reason);
    return done;
  };
  return {
    // oxlint-disable-next-line require-await -- what this engine cannot do rejects, as with one that answers later
    async read(key) {
      const value = find.get(named(key))?.['value'];
      return value === undefined ? undefined : String(value);
    },
    // oxlint-disable-next-line require-await -- as above
    async write(key, value) {
      onDisk(() => (value === undefined ? remove.run(named(key)) : write.run(named(key), value)));
    },
    // oxlint-disable-next-line require-await -- as above
    async raise(key, value) {
      return onDisk(() => raise.run(named(key), value).changes > 0);
    },
    // oxlint-disable-next-line require-await -- as above
    async keep(key, value) {
      const before = find.get(named(key))?.['value'];
      if (before !== undefined) return String(before);
      onDisk(() => keep.run(named(key), value));
      return value;
    },
  };
}

/** Beside what the store itself keeps there. */
function named(key: string): string {
  return `note ${key}`;
}

// `migrate` of an embedded store. Input: its directory, what the document wants, what may be lost. Output: what differs, and
// whether it was done; undefined where no data is yet. Looking needs no lock: it works beside a service. Decision 0015.

import { isAllowed } from '../migration.ts';
import type { Allowed, Migration, MigrationChange, Wish } from '../migration.ts';
import { CannotOpen } from '../store.ts';
import { considerMigration } from './migrate.ts';
import { acquire, cannotOpen } from './open.ts';
import { hasData, openForReading } from './reading.ts';

export async function migrateSqlite(directory: string, wish: Wish, allowed: Allowed): Promise<Migration | undefined> {
  if (!hasData(directory)) return undefined;
  const changes = consider(directory, wish);
  if (!changes) return undefined;
  if (!allowed.apply || !isAllowed(changes, allowed)) return { changes, applied: false };
  // What came in between is judged once more, under the lock.
  const { database, lock } = acquire({ directory, ...wish }, () => 1, allowed);
  database.close();
  lock.release();
  return { changes, applied: true };
}

function consider(directory: string, wish: Wish): readonly MigrationChange[] | undefined {
  try {
    const database = openForReading(directory);
    try {
      return considerMigration(database, wish);
    } finally {
      database.close();
    }
  } catch (error) {
    throw error instanceof CannotOpen ? error : new CannotOpen(cannotOpen(error, directory), { cause: error });
  }
}

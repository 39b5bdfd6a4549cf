// `migrate` of an embedded store. In: its directory, what the document wants, what may be lost. Out: what differs, and
// whether it was done; undefined where no data is yet. Looking needs no lock: it goes on beside a service. Decision 0015.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isAllowed } from '../migration.ts';
import type { Allowed, Migration, MigrationChange, Wish } from '../migration.ts';
import { CannotOpen } from '../store.ts';
import { defineFunctions } from './functions.ts';
import { considerMigration } from './migrate.ts';
import { acquire, cannotOpen, FILE, recognise } from './open.ts';

/** Milliseconds to wait while another process opens or closes the data. */
const BUSY = 5_000;

export async function migrateSqlite(directory: string, wish: Wish, allowed: Allowed): Promise<Migration | undefined> {
  if (!existsSync(join(directory, FILE))) return undefined;
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
    const database = new DatabaseSync(join(directory, FILE), { timeout: BUSY });
    try {
      recognise(database, directory);
      defineFunctions(database, () => 1);
      database.exec('PRAGMA query_only = ON; BEGIN');
      return considerMigration(database, wish);
    } finally {
      database.close();
    }
  } catch (error) {
    throw error instanceof CannotOpen ? error : new CannotOpen(cannotOpen(error, directory), { cause: error });
  }
}

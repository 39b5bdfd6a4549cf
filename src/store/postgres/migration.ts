// `migrate` of a database. Input: its address, what the document wants, what may be lost. Output: what differs, and whether it
// was done; undefined where no data is yet. Looking locks nothing; migrating waits for processes that start or migrate. Decision
// 0015.

import { isAllowed } from '../migration.ts';
import type { Allowed, Migration, Wish } from '../migration.ts';
import { CannotOpen, FOLDING } from '../store.ts';
import { faultOfAddress, shownAddress } from './address.ts';
import { POSTGRES } from './dialect.ts';
import { functions } from './functions.ts';
import { applyMigration, considerMigration, keptBefore } from './migrate.ts';
import { cannotOpen, examine, refuseReadOnly } from './examine.ts';
import { poolOf } from './pool.ts';
import { considerFolding } from './reindex.ts';
import type { Session } from './session.ts';

/** Milliseconds: the rows of a large table are copied in one statement. */
const STATEMENT_TIMEOUT = 86_400_000;
const CONNECT_TIMEOUT = 5_000;

export async function migratePostgres(url: string, wish: Wish, allowed: Allowed): Promise<Migration | undefined> {
  return within(url, async (session) => {
    const wanted = { ...wish, fits: wish.fits, dialect: POSTGRES, functions, shown: shownAddress(url) };
    await examine(session, url);
    const known = await keptBefore(session, wanted);
    const differing = await considerMigration(session, wanted, allowed);
    if (!known || !differing) return undefined;
    const alike = known.folding === FOLDING ? [] : await considerFolding(session, known.tables, wanted);
    const changes = [...differing, ...alike];
    if (!allowed.apply || !isAllowed(changes, allowed)) return { changes, applied: false };
    await refuseReadOnly(session, url);
    // What came in between is looked at once more, under the lock.
    return applyMigration(session, wanted, allowed);
  });
}

/** A separate session, without the bounds of a service. */
export async function within<T>(url: string, run: (session: Session) => Promise<T>): Promise<T> {
  const fault = faultOfAddress(url);
  if (fault !== undefined) throw new CannotOpen(`${shownAddress(url)} ${fault}.`);
  const pool = await poolOf({
    url,
    connections: 1,
    statementTimeout: STATEMENT_TIMEOUT,
    connectTimeout: CONNECT_TIMEOUT,
  });
  try {
    const session = await pool.session();
    try {
      return await run(session);
    } finally {
      session.release(true);
    }
  } catch (error) {
    throw error instanceof CannotOpen ? error : new CannotOpen(cannotOpen(error, url), { cause: error });
  } finally {
    await pool.close();
  }
}

// The lock of a start and of a migration. Input: a session. Output: what runs in one transaction, which nothing else that changes tables
// comes between.

import type { Session } from './session.ts';

const LOCK = `(hashtext('ninefold'), hashtext(current_schema()))`;

/** A table that has just been made has no statistics yet. */
export const ALONE: readonly string[] = [
  'BEGIN',
  `SELECT pg_advisory_xact_lock${LOCK}`,
  'SET LOCAL enable_seqscan = off',
];

/** In one transaction. A session that changes anything is alone in the schema: even those that only read its shape wait. */
export async function underLock<T>(session: Session, how: 'alone' | 'shared', run: () => Promise<T>): Promise<T> {
  const lock = how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  await session.command('BEGIN');
  try {
    await session.query(`SELECT ${lock}${LOCK}`);
    const result = await run();
    await session.command('COMMIT');
    return result;
  } catch (error) {
    await session.command('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

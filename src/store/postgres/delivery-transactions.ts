// Transactions of many rows that are no effects of requests. Input: sessions, statements. Output: their rows, when the transaction is kept;
// one that another was in the way of begins again. What the database cannot do now rejects with its reason.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../store.ts';
import type { Text } from './delivery-texts.ts';
import { faultOf, isConflict } from './faults.ts';
import type { Lend } from './program.ts';
import type { Session } from './session.ts';

export interface Transaction {
  ask(text: Text): Promise<readonly Row[]>;
  /** With the COMMIT behind it, in one message. */
  askLast(text: Text): Promise<readonly Row[]>;
}

export interface Transactions {
  /** One statement that only reads, in the order of an index. */
  read(text: Text): Promise<readonly Row[]>;
  /** All in one message; the rows of each. */
  sent(texts: readonly Text[]): Promise<readonly (readonly Row[])[]>;
  within<T>(run: (transaction: Transaction) => Promise<T>): Promise<T>;
}

const MOST_CONFLICTS = 10;
/** Milliseconds, at most, before the next attempt. */
const PAUSE = 20;

export function transactionsOf(lend: Lend, during: <T>(run: () => Promise<T>) => Promise<T>): Transactions {
  const kept = <T>(run: (session: Session) => Promise<T>): Promise<T> => during(() => attempts(() => lend(run)));
  const sent = (texts: readonly Text[], how = BY_KEYS): Promise<readonly (readonly Row[])[]> =>
    kept((session) =>
      transaction(session, how, async () => {
        const answers = await all([...texts.map(({ sql, values }) => session.query(sql, values)), commit(session)]);
        return answers.slice(0, -1);
      }),
    );
  return {
    sent: (texts) => sent(texts),
    async read(text) {
      const [rows = []] = await sent([text], FROM_THE_FRONT);
      return rows;
    },
    within: (run) =>
      kept((session) =>
        transaction(session, BY_KEYS, async () => {
          let isKept = false;
          const ask = ({ sql, values }: Text): Promise<readonly Row[]> => session.query(sql, values);
          const answer = await run({
            ask,
            async askLast(text) {
              isKept = true;
              const [rows] = await all([ask(text), commit(session)]);
              return rows!;
            },
          });
          if (!isKept) await commit(session);
          return answer;
        }),
      ),
  };
}

/** Statistics of tables that fill and empty all the time promise plans that look at all that waits. */
const without = (...ways: readonly string[]): string =>
  `SELECT ${ways.map((way) => `set_config('enable_${way}', 'off', true)`).join(', ')}`;
const BY_KEYS = without('seqscan', 'hashjoin', 'mergejoin');
const FROM_THE_FRONT = without('seqscan', 'bitmapscan', 'sort');

async function transaction<T>(session: Session, how: string, run: () => Promise<T>): Promise<T> {
  await all<unknown>([session.command('BEGIN'), session.query(how)]);
  try {
    return await run();
  } catch (error) {
    await session.command('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function commit(session: Session): Promise<readonly Row[]> {
  const did = await session.command('COMMIT');
  if (did !== 'COMMIT') throw new Error(`a transaction was to be kept, and PostgreSQL did ${did}`);
  return [];
}

/** What failed first is why. */
async function all<T>(asked: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(asked);
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

async function attempts<T>(run: () => Promise<T>): Promise<T> {
  for (let left = MOST_CONFLICTS; ; left--) {
    try {
      return await run();
    } catch (error) {
      const reason = faultOf(error);
      if (left > 1 && isConflict(error)) await sleep(Math.random() * PAUSE);
      else throw reason === undefined ? error : new Error(reason, { cause: error });
    }
  }
}

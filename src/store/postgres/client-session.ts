// What runs on a connection of the driver. Input: a client of it. Output: a session, with errors as faults.ts knows them; a
// connection that was lost is not used again.

import type { ClientBase } from 'pg';
import type { SqlValue } from '../../sql/expression.ts';
import { fromDriver, isLost } from './faults.ts';
import type { Session } from './session.ts';

/** `hold`: called before each message is sent. */
export function sessionOf(
  client: Pick<ClientBase, 'query'>,
  giveBack: (ended: boolean) => void,
  hold: () => void = ignored,
): Session {
  let isLostNow = false;
  const known = (error: unknown): unknown => {
    const fault = fromDriver(error);
    if (isLost(fault)) isLostNow = true;
    return fault;
  };
  return {
    async rows(statement) {
      try {
        hold();
        const result = await client.query<SqlValue[]>(statement);
        return result.rows;
      } catch (error) {
        throw known(error);
      }
    },
    async command(text) {
      try {
        hold();
        return (await client.query(text)).command;
      } catch (error) {
        throw known(error);
      }
    },
    async query(text, values = []) {
      try {
        hold();
        return (await client.query<SqlValue[]>({ text, values: [...values], rowMode: 'array' })).rows;
      } catch (error) {
        throw known(error);
      }
    },
    release: (ended) => giveBack(ended || isLostNow),
  };
}

const ignored = (): void => {};

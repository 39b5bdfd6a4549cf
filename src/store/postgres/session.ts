// What runs on a connection. In: a client of the driver. Out: prepared statements and commands, with errors as faults.ts
// knows them; a connection that was lost is not given to anybody again.

import type { ClientBase } from 'pg';
import type { SqlValue } from '../../sql/expression.ts';
import type { Row } from '../store.ts';
import { fromDriver, isLost } from './faults.ts';

/** A statement with a name of its own, prepared once by each connection. */
export interface Named {
  readonly name: string;
  readonly text: string;
  readonly values: (string | null)[];
  readonly rowMode: 'array';
}

export interface Session {
  /** Statements are sent at once, whether or not those before them have been answered. Errors as faults.ts knows them. */
  rows(statement: Named): Promise<readonly Row[]>;
  /** Answers PostgreSQL's name of what was done: a COMMIT of a transaction that failed is a `ROLLBACK`. */
  command(text: string): Promise<string>;
  /** A statement that is used once. */
  query(text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Gives it back; with `ended` the connection is closed. */
  release(ended: boolean): void;
}

export function sessionOf(client: Pick<ClientBase, 'query'>, giveBack: (ended: boolean) => void): Session {
  let isLostNow = false;
  const known = (error: unknown): unknown => {
    const fault = fromDriver(error);
    if (isLost(fault)) isLostNow = true;
    return fault;
  };
  return {
    async rows(statement) {
      try {
        const result = await client.query<SqlValue[]>(statement);
        return result.rows;
      } catch (error) {
        throw known(error);
      }
    },
    async command(text) {
      try {
        return (await client.query(text)).command;
      } catch (error) {
        throw known(error);
      }
    },
    async query(text, values = []) {
      try {
        return (await client.query<SqlValue[]>({ text, values: [...values], rowMode: 'array' })).rows;
      } catch (error) {
        throw known(error);
      }
    },
    release: (ended) => giveBack(ended || isLostNow),
  };
}

// What runs on a connection: prepared statements and commands. Input and output: its own types only, none of the driver's, which
// a user of the package's types does not have.

import type { SqlValue } from '../../sql/expression.ts';
import type { Row } from '../store.ts';

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
  /** Of a shared one: when the one before gave it back, in milliseconds of performance.now(). */
  idleFrom?(): number;
  /** Gives it back; with `ended` the connection is closed. */
  release(ended: boolean): void;
}

// A prepared statement that takes bindings by name. In: printed SQL. Out: rows as arrays, integers as numbers where
// they are safe and as big integers where not.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { integer } from '../../sql/exact.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Bindings, Row } from '../store.ts';
import type { Argument, Printed } from './print.ts';

export interface Statement {
  get(bindings: Bindings): Row | undefined;
  all(bindings: Bindings): readonly Row[];
}

/** `big`: the columns may hold integers beyond 2^53. */
export function prepare(database: DatabaseSync, printed: Printed, big: boolean): Statement {
  const statement = database.prepare(printed.sql);
  statement.setReturnArrays(true);
  if (big) statement.setReadBigInts(true);
  const bind = binder(printed.args);
  return {
    get(bindings) {
      const row = statement.get(...bind(bindings)) as SqlValue[] | undefined;
      return big && row ? shrink(row) : row;
    },
    all(bindings) {
      const rows = all(statement, bind(bindings));
      if (big) for (const row of rows) shrink(row);
      return rows;
    },
  };
}

function all(statement: StatementSync, args: readonly SqlValue[]): SqlValue[][] {
  return statement.all(...args) as unknown as SqlValue[][];
}

/** In place: the row is ours. */
function shrink(row: SqlValue[]): SqlValue[] {
  for (let i = 0; i < row.length; i++) {
    const each = row[i];
    if (typeof each === 'bigint') row[i] = integer(each);
  }
  return row;
}

/** The values in the order of their numbers. */
export function binder(args: readonly Argument[]): (bindings: Bindings) => SqlValue[] {
  const names = args.map((arg) => ('name' in arg ? arg.name : undefined));
  const constants = args.map((arg) => ('constant' in arg ? arg.constant : null));
  const length = args.length;
  return (bindings) => {
    const values: SqlValue[] = [];
    for (let i = 0; i < length; i++) {
      const name = names[i];
      const bound = name === undefined ? constants[i] : bindings[name];
      if (bound === undefined) throw new Error(`the parameter ${name} is not bound`);
      values.push(bound);
    }
    return values;
  };
}

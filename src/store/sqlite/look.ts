// Runs a search of relational/ on a connection, in this turn. Input: a connection, the generator of the search. Output: what it finds.

import type { DatabaseSync } from 'node:sqlite';
import { integer } from '../../sql/exact.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Looking } from '../relational/at-stake.ts';

export function look<T>(database: DatabaseSync, looking: Looking<T>): T {
  let next = looking.next();
  while (next.done !== true) {
    const statement = database.prepare(next.value.sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const rows = statement.all(...next.value.values) as unknown as SqlValue[][];
    for (const row of rows) for (const [i, each] of row.entries()) if (typeof each === 'bigint') row[i] = integer(each);
    next = looking.next(rows);
  }
  return next.value;
}

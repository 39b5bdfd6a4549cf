// Whether a row is one of a table's. Input: the rows and one row. Output: the answer, in the same time for any number of rows. Notation,
// part 4, the tables of an operation.

import { oncePer } from '../../base/once-per.ts';

const SMALL = 16;
const setOf = oncePer((rows: readonly object[]) => new Set(rows));

/** A table may have any number of rows. */
export function isRowOf(rows: readonly object[], row: object): boolean {
  if (rows.length < SMALL) return rows.includes(row);
  return setOf(rows).has(row);
}

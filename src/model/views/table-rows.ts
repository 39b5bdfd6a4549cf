// Whether a row is one of a table's. Comes in: the rows and one row. Goes out: the answer, in the same time for any number
// of rows. Notation, part 4, the tables of an operation.

const SMALL = 16;
const sets = new WeakMap<readonly object[], ReadonlySet<object>>();

/** A table may have any number of rows. */
export function isRowOf(rows: readonly object[], row: object): boolean {
  if (rows.length < SMALL) return rows.includes(row);
  const known = sets.get(rows) ?? new Set(rows);
  sets.set(rows, known);
  return known.has(row);
}

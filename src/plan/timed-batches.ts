// Rows that time moves, in batches, so that other requests run in between. Input: which rows, and what is written of them.
// Output: the rows to come, and the write of those up to the last of them. Notation, part 3, head By.

import type { Expr } from '../sql/expression.ts';
import { goesFirst, INSTANT, isDue, isIn, ownKey, timedStep, type DueRow } from './due.ts';
import { all, some, NOW } from './operands.ts';
import type { TimedBatch } from './plan.ts';
import type { RowContext } from './rows.ts';
import type { Step } from './steps.ts';

const AT: Expr = { kind: 'parameter', name: INSTANT, type: 'instant' };
const LAST: Expr = { kind: 'parameter', name: 'last', type: 'integer' };

/** In the order of an index, the state first. `write`: of all rows of which `where` is true, it makes that it is not. */
export function batchOf({ resource, base }: DueRow, where: Expr, write: (where: Expr) => Step): TimedBatch {
  const key = ownKey(resource);
  const upTo = all([
    { kind: 'compare', operator: '<=', left: base, right: AT },
    some([
      { kind: 'compare', operator: '<', left: base, right: AT },
      { kind: 'compare', operator: '<=', left: key, right: LAST },
    ]),
  ]);
  return {
    rows: {
      kind: 'list',
      select: {
        table: resource.name.text,
        columns: [
          { name: 'instant', expr: base },
          { name: 'key', expr: key },
        ],
        where,
        order: [base, key].map((expr) => ({ expr, descending: false })),
        limit: { kind: 'parameter', name: 'batch', type: 'integer' },
      },
      total: false,
    },
    steps: [write(all([where, upTo]))],
  };
}

/** No row looks at another: each is independent, so many of them are one write. */
export function byRows(context: RowContext, rows: readonly DueRow[]): readonly TimedBatch[] {
  return rows.flatMap((row, place) =>
    row.timed.from.map((state) => {
      // A row that another row of part 3 moves first is not in this batch: each batch moves all of its rows.
      const where = all([isIn(row, [state]), isDue(row, NOW), goesFirst(rows, place, NOW, false)]);
      return batchOf(row, where, (those) => timedStep(context, row, those, row.made, undefined));
    }),
  );
}

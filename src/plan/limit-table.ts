// The table by which calls that add to one number of rows wait for each other. Input and output: a table of the plan; it has no data of the
// document. Notation, part 8; decision 0074.

import type { OperationPlan, Table } from './plan.ts';
import { REPEATED } from './repeats.ts';

/** A row for each number that was counted, its key made of the limit and of what rows are counted by. */
export const COUNTED: Table = {
  name: '_counted',
  rowKey: 'id',
  columns: [],
  unique: [],
  indexes: [],
  ofStore: true,
};

/** Tables of what the service notes for itself. */
export function notedFor(operations: readonly Pick<OperationPlan, 'run'>[]): readonly Table[] {
  const runs = operations.flatMap(({ run }) => run ?? []);
  const counts = runs.some(({ steps }) => steps.some(({ kind }) => kind === 'limit'));
  return [...(runs.some(({ repeat }) => repeat) ? [REPEATED] : []), ...(counts ? [COUNTED] : [])];
}

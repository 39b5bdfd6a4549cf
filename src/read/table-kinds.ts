// The kinds of tables under a resource that are not declared: their first heads and columns. Input: nothing. Output: data. Notation, part
// 2.

import { DECISION as CELLS } from '../notation/resources.ts';
import type { TableKind } from './heads.ts';

/** Rows that no operation creates. */
export const ROW: TableKind = { name: 'Row', firstHeads: ['Row'], columns: {}, furtherColumns: 'every' };

/** `by the table below`: the first head is the field in ticks, the second is When. */
export const DECISION: TableKind = {
  name: CELLS.value.head,
  firstHeads: [],
  columns: { [CELLS.when.head]: [] },
};

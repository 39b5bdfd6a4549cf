// The kinds of tables: first heads and columns, with every other name that the notation reads them by.
// In: nothing. Out: data. Notation, section 2, the tables of each part.

import type { TableKind } from './heads.ts';

/** Rows that no operation creates. */
export const ROW: TableKind = { name: 'Row', firstHeads: ['Row'], columns: {}, furtherColumns: 'every' };

/** `by the table below`: the first head is the field in ticks, the second is When. */
export const DECISION: TableKind = { name: 'decision', firstHeads: [], columns: { When: [] } };

export const REPEAT: TableKind = {
  name: 'Repeat',
  firstHeads: ['Repeat'],
  columns: { Statement: ['Value', 'What', 'Rule'] },
};

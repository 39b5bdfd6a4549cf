// The kinds of tables: first heads and columns, with every other name that the notation reads them by.
// In: nothing. Out: data. Notation, section 2, the tables of each part.

import type { TableKind } from './heads.ts';

const TYPE = ['Datatype', 'Data type', 'Format'];
const REQUIRED = ['Required?', 'Card.', 'Card', 'Cardinality'];
const ALLOWED = ['Values', 'Enum', 'Constraints', 'Allowed'];

/** Rows that no operation creates. */
export const ROW: TableKind = { name: 'Row', firstHeads: ['Row'], columns: {}, furtherColumns: 'every' };

/** `by the table below`: the first head is the field in ticks, the second is When. */
export const DECISION: TableKind = { name: 'decision', firstHeads: [], columns: { When: [] } };

const PARAMETER = { Type: TYPE, Required: REQUIRED, Default: [], 'Allowed values': ALLOWED, Selects: [] };

export const PATH: TableKind = { name: 'Path', firstHeads: ['Path'], columns: PARAMETER };
export const QUERY: TableKind = { name: 'Query', firstHeads: ['Query'], columns: PARAMETER };
export const HEADER: TableKind = { name: 'Header', firstHeads: ['Header'], columns: PARAMETER };

export const BODY: TableKind = {
  name: 'Body',
  firstHeads: ['Body'],
  columns: { Type: TYPE, Required: REQUIRED, Default: [], 'Allowed values': ALLOWED, Sets: [] },
};

export const STATUS: TableKind = {
  name: 'Status',
  firstHeads: ['Status'],
  columns: { When: [], Body: [], Headers: [] },
};

export const REPEAT: TableKind = {
  name: 'Repeat',
  firstHeads: ['Repeat'],
  columns: { Statement: ['Value', 'What', 'Rule'] },
};

// The kinds of tables: first heads and columns, with every other name that the notation reads them by.
// In: nothing. Out: data. Notation, section 2, the tables of each part.

import { CODE_COLUMNS } from '../notation/errors.ts';
import type { TableKind } from './heads.ts';

const TYPE = ['Datatype', 'Data type', 'Format'];
const REQUIRED = ['Required?', 'Card.', 'Card', 'Cardinality'];
const ALLOWED = ['Values', 'Enum', 'Constraints', 'Allowed'];

export const FIELD: TableKind = {
  name: 'Field',
  firstHeads: ['Field', 'Name', 'Property', 'Attribute'],
  columns: {
    Type: TYPE,
    Required: REQUIRED,
    Present: [],
    'Set by': [],
    'Allowed values': ALLOWED,
    Default: [],
    Meaning: ['Description', 'Definition', 'Notes'],
  },
};

/** Rows that no operation creates. */
export const ROW: TableKind = { name: 'Row', firstHeads: ['Row'], columns: {}, furtherColumns: 'every' };

/** `by the table below`: the first head is the field in ticks, the second is When. */
export const DECISION: TableKind = { name: 'decision', firstHeads: [], columns: { When: [] } };

export const STATE: TableKind = {
  name: 'State',
  firstHeads: ['State'],
  columns: { Kind: [], Meaning: ['Description', 'Definition', 'Notes'] },
};

export const MOVE: TableKind = {
  name: 'From',
  firstHeads: ['From'],
  columns: { To: [], By: ['Event', 'Trigger'], Who: [], 'Only if': [], Emits: [] },
};

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

export const EVENT: TableKind = { name: 'Event', firstHeads: ['Event'], columns: { When: [], Payload: [] } };

export const CODE: TableKind = {
  name: 'Code',
  firstHeads: ['Code', 'Error', 'Error Code'],
  columns: Object.fromEntries(CODE_COLUMNS.map((head) => [head, []])),
  furtherColumns: 'but prose',
};

export const LIMIT: TableKind = {
  name: 'Limit',
  firstHeads: ['Limit'],
  columns: { Value: [], Per: [], 'Applies to': [], 'When exceeded': [] },
};

export const VERSION: TableKind = {
  name: 'Version',
  firstHeads: ['Version'],
  columns: { Date: [], Status: [], Changes: [] },
};

export const CHANGE: TableKind = { name: 'Change', firstHeads: ['Change'], columns: {}, furtherColumns: 'but prose' };

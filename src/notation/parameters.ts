// The Path, Query, Header and Body tables of an operation: what is declared of each column. Notation, part 4 "Tables".

import type { AnyDeclaration, TableOf } from './declaration.ts';
import type { BodyField, Parameter } from './endpoints.ts';
import { ALLOWED_COLUMN, DEFAULT_COLUMN, REQUIRED_COLUMN, TYPE_COLUMN } from './value-columns.ts';
import { ONLY_IF } from './values/conditions.ts';
import { FIELD_TYPE, type FieldType } from './values/field-types.ts';
import { SELECTED_ROW, SELECTED_ROWS } from './values/lists.ts';
import { SET_FIELD } from './values/names.ts';

/** What holds for a row, or not; `analysis/gaps/slots/tables.ts` computes it. */
export type ParameterTrait = 'is no identity' | 'takes over no rules' | 'has one range';

const TYPE = {
  ...TYPE_COLUMN,
  kind: 'type of a parameter',
  question: 'What type is {name} of {operation}?',
} as const;

const REQUIRED = {
  ...REQUIRED_COLUMN,
  kind: 'required of a parameter',
  syntax: { ...REQUIRED_COLUMN.syntax, offers: ['yes', 'no'] },
  question: 'Must a request to {operation} send {name}?',
} as const;

const DEFAULT = {
  ...DEFAULT_COLUMN,
  kind: 'default of a parameter',
  question: 'What is {name} when a request to {operation} leaves it out?',
} as const;

const ALLOWED = {
  ...ALLOWED_COLUMN,
  kind: 'allowed values of a parameter',
  settled: 'has one range',
  question: 'Which values may {name} of {operation} have?',
  none: 'Allowed values: none',
} as const;

const SELECTS = {
  head: 'Selects',
  kind: 'selects of a query',
  syntax: SELECTED_ROWS,
  gap: 'request',
  question: 'Which rows does {name} of {operation} select?',
  none: 'Query: none',
} as const;

export const PATH: TableOf<Parameter, ParameterTrait> = {
  head: 'Path',
  columns: {
    type: { ...TYPE },
    required: { ...REQUIRED },
    default: { ...DEFAULT },
    allowed: { ...ALLOWED },
    selects: {
      head: 'Selects',
      kind: 'selects of the path',
      syntax: SELECTED_ROW,
      due: 'is no identity',
      gap: 'held',
      question: 'Which row does {name} in the path of {operation} select?',
      none: 'Path: none',
    },
  },
};

export const QUERY: TableOf<Parameter, ParameterTrait> = {
  head: 'Query',
  columns: {
    type: { ...TYPE, syntax: { ...FIELD_TYPE, open: openStyle }, due: 'always' },
    required: { ...REQUIRED, due: 'always' },
    default: { ...DEFAULT, due: 'always' },
    allowed: { ...ALLOWED },
    selects: { ...SELECTS, due: 'always' },
  },
};

export const HEADER: TableOf<Parameter, ParameterTrait> = {
  head: 'Header',
  columns: {
    type: { ...TYPE, due: 'always' },
    required: { ...REQUIRED, due: 'always' },
    default: { ...DEFAULT, due: 'always' },
    allowed: { ...ALLOWED },
    // Most headers select nothing: left out, it says so.
    selects: { ...SELECTS, none: 'Header: none' },
  },
};

export const BODY: TableOf<BodyField, ParameterTrait> = {
  head: 'Body',
  columns: {
    type: { ...TYPE, due: 'always' },
    required: { ...REQUIRED, due: 'takes over no rules' },
    default: { ...DEFAULT },
    allowed: { ...ALLOWED },
    when: {
      head: 'When',
      kind: 'when of a body field',
      // Most rows have none: an empty cell says so.
      syntax: { ...ONLY_IF, blank: 'left out' },
      gap: 'held',
      question: 'Of which requests is {name} in the body of {operation} a field?',
      none: 'Body: Body table',
    },
    sets: {
      head: 'Sets',
      kind: 'sets of a body field',
      syntax: SET_FIELD,
      due: 'always',
      gap: 'held',
      question: 'Which field does {name} in the body of {operation} set?',
      none: 'Sets: none',
    },
  },
};

/** Several values, and no word on how they are written in the query: `by commas`, `repeated`, `brackets`. */
function openStyle(type: FieldType): readonly string[] {
  const plain = type.kind === 'nullable' ? type.of : type;
  return plain.kind === 'array' && plain.style === undefined ? ['style'] : [];
}

/** A column that all four tables have, of each of them. */
export function columnOfAll(key: 'type' | 'required' | 'default' | 'allowed'): readonly AnyDeclaration[] {
  return [PATH, QUERY, HEADER, BODY].map(({ columns }) => columns[key]);
}

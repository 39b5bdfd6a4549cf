// The columns that fields of resources, parameters and body fields share: how they are named, read and printed, and what a gap
// there does. The question of each, and when it is due, is declared with its table. Notation, parts 2 and 4.

import type { Declaration } from './declaration.ts';
import { ALLOWED_VALUES, type Constraint } from './values/constraints.ts';
import { FIELD_TYPE, type FieldType } from './values/field-types.ts';
import { DEFAULT, type Literal } from './values/literals.ts';
import { REQUIRED, type Required } from './values/requirements.ts';

type SharedColumn<T> = Omit<Declaration<T>, 'question'>;

export const TYPE_COLUMN: SharedColumn<FieldType> = {
  head: 'Type',
  spellings: ['Datatype', 'Data type', 'Format'],
  syntax: FIELD_TYPE,
  gap: 'held',
  none: 'Type: none',
};

export const REQUIRED_COLUMN: SharedColumn<Required> = {
  head: 'Required',
  spellings: ['Required?', 'Card.', 'Card', 'Cardinality'],
  syntax: REQUIRED,
  gap: 'request',
  none: 'Required: none',
};

export const ALLOWED_COLUMN: SharedColumn<readonly Constraint[]> = {
  head: 'Allowed values',
  spellings: ['Values', 'Enum', 'Constraints', 'Allowed'],
  syntax: ALLOWED_VALUES,
  gap: 'rests-on',
};

export const DEFAULT_COLUMN: SharedColumn<Literal> = {
  head: 'Default',
  syntax: DEFAULT,
  gap: 'request',
  none: 'Default: none',
};

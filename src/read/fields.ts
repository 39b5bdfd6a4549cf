// The rows of a Field table. Input: a row. Output: a Field with a slot for each column. Resources and events share it.
// Notation, part 2.

import { FIELD, type Field } from '../notation/resources.ts';
import type { TableKind } from './heads.ts';
import type { Reading } from './reading.ts';
import { readName } from './row-names.ts';
import { readSection, tableKindOf } from './section.ts';
import type { Row } from './tables.ts';

export const FIELDS: TableKind = tableKindOf(FIELD);

export function readField(reading: Reading, row: Row): Field | undefined {
  const name = readName(reading, row.first, "the field's name");
  return name && { kind: 'field', name, ...readSection(row, FIELD.columns), at: row.at };
}

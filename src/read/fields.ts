// The rows of a Field table. Input: a row. Output: a Field with a slot for each column. Resources and events share it.
// Notation, part 2.

import { FIELD, type AllFields, type Field } from '../notation/resources.ts';
import type { Section } from '../notation/declaration.ts';
import type { TableKind } from './heads.ts';
import type { Reading } from './reading.ts';
import { readName } from './row-names.ts';
import { readSection, tableKindOf } from './section.ts';
import type { Row } from './tables.ts';

export const FIELDS: TableKind = tableKindOf(FIELD);

export function readField(
  reading: Reading,
  row: Row,
  columns: Section<Field, string> = FIELD.columns,
): Field | undefined {
  const name = readName(reading, row.first, "the field's name");
  return name && { kind: 'field', name, ...readSection(row, columns), at: row.at };
}

/** The columns of a resource's Field table: an empty cell is no finding where All fields has the column. */
export function columnsBeside(all: AllFields): Section<Field, string> {
  const columns = Object.entries(FIELD.columns).map(([key, of]) => {
    const isThere = key in all && all[key as keyof AllFields].status !== 'absent';
    return [key, isThere ? { ...of, syntax: { ...of.syntax, blank: 'said elsewhere' } } : of];
  });
  return Object.fromEntries(columns) as Section<Field, string>;
}

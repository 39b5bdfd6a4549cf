// `### All fields`: one row for the fields of all resources. Input: the sections of part 2 that are called so. Output: a slot for each
// column. A second heading, and a row that says something else, are findings. Notation, part 2 "All fields".

import { diagnose } from '../diagnostics/define.ts';
import { contradiction, duplicateHeading } from '../diagnostics/reading.ts';
import { ALL_FIELDS, type AllFields } from '../notation/resources.ts';
import { absent } from '../notation/slot.ts';
import type { Span } from '../base/span.ts';
import { entriesOf } from '../notation/declaration.ts';
import { readBullets } from './bullets.ts';
import type { TableKind } from './heads.ts';
import type { Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { sameSlot } from './same.ts';
import { endOf, readFences } from './scopes.ts';
import { readSection, tableKindOf } from './section.ts';
import { readTables } from './tables.ts';

const WHERE = 'under All fields';

/** Any of its columns may be the first. */
const KINDS: readonly TableKind[] = Object.values(ALL_FIELDS).map(({ head, spellings = [] }) => ({
  ...tableKindOf({ head, spellings, columns: ALL_FIELDS }),
  isNoList: true,
}));

export function isAllFields({ title }: Section): boolean {
  return /^all fields$/i.test(title.text);
}

/** `home`: where the heading would be. */
export function readAllFields(
  reading: Reading,
  sections: readonly Section[],
  home: Span,
): { readonly all: AllFields; readonly allAt: Span | undefined } {
  const [first, ...others] = sections;
  if (!first) return { all: nothing(home), allAt: undefined };
  for (const { at, title } of others) {
    const related = [{ at: first.at, message: 'It is described here first.' }];
    reading.diagnostics.push(diagnose(duplicateHeading, at, { heading: title.text }, related));
  }
  readBullets(reading, first, [], WHERE).rest(WHERE);
  readFences(reading, first, []);
  const [row, ...further] = readTables(reading, first, KINDS, WHERE).flatMap(({ table }) =>
    table.rows.map((one) => ({ at: one.at, said: readSection(one, ALL_FIELDS) })),
  );
  if (!row) return { all: nothing(endOf(first.at)), allAt: first.at };
  for (const { at, said } of further) {
    if (entriesOf(ALL_FIELDS).every(([key]) => sameSlot(row.said[key], said[key]))) continue;
    const related = [{ at: row.at, message: 'It is stated here first.' }];
    reading.diagnostics.push(diagnose(contradiction, at, { what: 'what All fields says' }, related));
  }
  return { all: row.said, allAt: first.at };
}

function nothing(at: Span): AllFields {
  return Object.fromEntries(entriesOf(ALL_FIELDS).map(([key]) => [key, absent(at)])) as unknown as AllFields;
}

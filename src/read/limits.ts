// Part 8: limits. Input: the part. Output: LimitsPart; what its cells say is kept as written. Notation, part 8.

import { LIMIT, type Limit, type LimitsPart } from '../notation/limits.ts';
import { readBulletsOf } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readTitle } from './row-names.ts';
import { endOf, endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { readSection, tableKindOf } from './section.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';

const TABLE = tableKindOf(LIMIT);

export function readLimits(reading: Reading, part: PartOutline | undefined): LimitsPart {
  if (!part) return { scope: missingScope(reading), limits: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  const sections = [part, ...part.sections];
  const bullets = readBulletsOf(reading, sections, []);
  const other = bullets.other('limits');
  bullets.rest('under part 8');
  const tables = sections.flatMap((section) => readTables(reading, section, [TABLE], 'under part 8'));
  for (const section of sections) readFences(reading, section, []);
  const found = listOf(tables, TABLE, part, other ?? lists, (row) => readLimit(reading, row));
  const limits = withoutRepeats(reading, found, 'limit');
  return { scope, limits: limits.written ? limits : { ...limits, at: endOf(part.at) } };
}

function readLimit(reading: Reading, row: Row): Limit | undefined {
  const name = readTitle(reading, row.first);
  return name && { kind: 'limit', name, ...readSection(row, LIMIT.columns), at: row.at };
}

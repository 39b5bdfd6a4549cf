// Part 8: limits. In: the part. Out: LimitsPart; values are kept as written. Notation, part 8.

import type { Limit, LimitsPart } from '../model/limits.ts';
import { readBulletsOf } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readTitle } from './row-names.ts';
import { endOf, endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { LIMIT } from './table-kinds.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';

export function readLimits(reading: Reading, part: PartOutline | undefined): LimitsPart {
  if (!part) return { scope: missingScope(reading), limits: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  const sections = [part, ...part.sections];
  const other = readBulletsOf(reading, sections, []).other('limits');
  const tables = sections.flatMap((section) => readTables(reading, section, [LIMIT], 'under part 8'));
  for (const section of sections) readFences(reading, section, []);
  const found = listOf(tables, LIMIT, part, other ?? lists, (row) => readLimit(reading, row));
  const limits = withoutRepeats(reading, found, 'limit');
  return { scope, limits: limits.written ? limits : { ...limits, at: endOf(part.at) } };
}

function readLimit(reading: Reading, row: Row): Limit | undefined {
  const name = readTitle(reading, row.first);
  return (
    name && {
      kind: 'limit',
      name,
      value: row.text('Value'),
      per: row.text('Per'),
      appliesTo: row.text('Applies to'),
      whenExceeded: row.text('When exceeded'),
      at: row.at,
    }
  );
}

// Part 8: limits. In: the part. Out: LimitsPart; what its cells say is kept as written. Notation, part 8.

import type { Limit, LimitsPart } from '../notation/limits.ts';
import { readBulletsOf } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readTitle } from './row-names.ts';
import { endOf, endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { LIMIT } from './table-kinds.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';
import { parseAppliesTo, parseLimitPer, parseLimitValue, parseWhenExceeded } from '../notation/values/limits.ts';

const VALUE = { parse: parseLimitValue, forms: '`100 per minute`, `1 MB`, `30 seconds` …, or `none`' };
const PER = {
  parse: parseLimitPer,
  any: true,
  forms: '`caller`, `IP address`, `operation`, `request`, a resource or a field',
};
const APPLIES_TO = { parse: parseAppliesTo, any: true, forms: 'methods and operations, or a condition on the caller' };
const WHEN_EXCEEDED = { parse: parseWhenExceeded, any: true, forms: 'an error code in ticks' };

export function readLimits(reading: Reading, part: PartOutline | undefined): LimitsPart {
  if (!part) return { scope: missingScope(reading), limits: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  const sections = [part, ...part.sections];
  const bullets = readBulletsOf(reading, sections, []);
  const other = bullets.other('limits');
  bullets.rest('under part 8');
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
      value: row.slot('Value', VALUE),
      per: row.slot('Per', PER),
      appliesTo: row.slot('Applies to', APPLIES_TO),
      whenExceeded: row.slot('When exceeded', WHEN_EXCEEDED),
      at: row.at,
    }
  );
}

// Part 8 → Markdown. Input: LimitsPart. Output: lines. Notation, part 8.

import { LIMIT, type LimitsPart } from '../notation/limits.ts';
import { escaped } from './markdown.ts';
import { block, printMarkOf, printScope, rowTitle } from './slots.ts';
import { columnsOf, printTable } from './tables.ts';

export function printLimits(part: LimitsPart): string[] {
  const { scope, limits } = part;
  return [
    ...printScope(scope),
    ...(limits.written ? [] : block(printMarkOf(limits, scope, 'limits'))),
    ...printTable(limits, LIMIT.head, (limit) => escaped(rowTitle(limit.name.text), true), columnsOf(LIMIT.columns)),
  ];
}

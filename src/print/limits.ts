// Part 8 → Markdown: values kept as written. In: LimitsPart. Out: lines. Notation, part 8.

import type { Limit, LimitsPart } from '../notation/limits.ts';
import { escaped } from './markdown.ts';
import { asIs, block, printMarkOf, printScope, rowTitle } from './slots.ts';
import type { Column } from './tables.ts';
import { column, printTable } from './tables.ts';

const LIMIT: readonly Column<Limit>[] = [
  column('Value', (limit: Limit) => limit.value, asIs),
  column('Per', (limit: Limit) => limit.per, asIs),
  column('Applies to', (limit: Limit) => limit.appliesTo, asIs),
  column('When exceeded', (limit: Limit) => limit.whenExceeded, asIs),
];

export function printLimits(part: LimitsPart): string[] {
  const { scope, limits } = part;
  return [
    ...printScope(scope),
    ...(limits.written ? [] : block(printMarkOf(limits, scope, 'limits'))),
    ...printTable(limits, 'Limit', (limit) => escaped(rowTitle(limit.name.text), true), LIMIT),
  ];
}

// Part 6 → Markdown: facts kept as written. Input: EventsPart. Output: lines. Notation, part 6.

import { ticked } from '../base/ticked.ts';
import { DELIVERY, EVENT, type EventKind, type EventsPart } from '../notation/events.ts';
import { nameCell, printFields } from './fields.ts';
import { escaped } from './markdown.ts';
import { block, printMarkOf, printScope, printSection } from './slots.ts';
import { columnsOf, printTable } from './tables.ts';

export function printEvents(part: EventsPart): string[] {
  const { scope, delivery, kinds } = part;
  const rows = kinds.items.filter((kind) => kind.scope.heading === undefined);
  const table = { ...kinds, items: rows, written: rows.length > 0 || (kinds.written && kinds.items.length === 0) };
  const isDelivery = delivery
    ? ['### Delivery', '', ...printScope(delivery.scope), ...block(printSection(DELIVERY, delivery.facts))]
    : [];
  return [
    ...printScope(scope),
    ...(table.written ? [] : block(printMarkOf(kinds, scope, 'events'))),
    ...printTable(table, EVENT.head, (kind) => nameCell(kind.name.text), columnsOf(EVENT.columns)),
    ...isDelivery,
    ...kinds.items.filter((kind) => kind.scope.heading !== undefined).flatMap(printKind),
  ];
}

function printKind(kind: EventKind): string[] {
  const bullets = [
    ...printSection(EVENT.columns, kind),
    ...(kind.fields.written ? [] : printMarkOf(kind.fields, kind.scope, 'fields')),
  ];
  const heading = escaped(kind.name.text === 'Delivery' ? ticked(kind.name.text) : kind.name.text, false);
  return [`### ${heading}`, '', ...printScope(kind.scope), ...block(bullets), ...printFields(kind.fields)];
}

// Part 6 → Markdown: facts kept as written. In: EventsPart. Out: lines. Notation, part 6.

import { ticked } from '../base/ticked.ts';
import type { EventKind, EventsPart } from '../notation/events.ts';
import { nameCell, printFields } from './fields.ts';
import { escaped } from './markdown.ts';
import { printPayload } from '../notation/values/bodies.ts';
import { asIs, block, printBullet, printMarkOf, printScope, printTextFacts } from './slots.ts';
import type { Column } from './tables.ts';
import { column, printTable } from './tables.ts';

const EVENT: readonly Column<EventKind>[] = [
  column('When', (kind: EventKind) => kind.when, asIs),
  column('Payload', (kind: EventKind) => kind.payload, printPayload),
];

export function printEvents(part: EventsPart): string[] {
  const { scope, delivery, kinds } = part;
  const rows = kinds.items.filter((kind) => kind.scope.heading === undefined);
  const table = { ...kinds, items: rows, written: rows.length > 0 || (kinds.written && kinds.items.length === 0) };
  const isDelivery = delivery
    ? ['### Delivery', '', ...printScope(delivery.scope), ...block(printTextFacts(delivery.facts))]
    : [];
  return [
    ...printScope(scope),
    ...(table.written ? [] : block(printMarkOf(kinds, scope, 'events'))),
    ...printTable(table, 'Event', (kind) => nameCell(kind.name.text), EVENT),
    ...isDelivery,
    ...kinds.items.filter((kind) => kind.scope.heading !== undefined).flatMap(printKind),
  ];
}

function printKind(kind: EventKind): string[] {
  const bullets = [
    ...printBullet('When', kind.when, asIs),
    ...printBullet('Payload', kind.payload, printPayload),
    ...(kind.fields.written ? [] : printMarkOf(kind.fields, kind.scope, 'fields')),
  ];
  const heading = escaped(kind.name.text === 'Delivery' ? ticked(kind.name.text) : kind.name.text, false);
  return [`### ${heading}`, '', ...printScope(kind.scope), ...block(bullets), ...printFields(kind.fields)];
}

// Part 6: events. Input: the part's sections. Output: EventsPart; `### Delivery`, one `### kind` each or rows of an Event table. Values
// are kept as written. Notation, part 6.

import { diagnose } from '../diagnostics/define.ts';
import { duplicateHeading } from '../diagnostics/reading.ts';
import { DELIVERY, EVENT, type EventKind, type EventsPart } from '../notation/events.ts';
import { absent } from '../notation/slot.ts';
import type { List, Name } from '../notation/slot.ts';
import { readBullets, readBulletsOf } from './bullets.ts';
import { FIELDS, readField } from './fields.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { readNames } from './row-names.ts';
import {
  endOf,
  endOfDocument,
  isOpen,
  missingList,
  missingScope,
  readFences,
  openedBy,
  readScope,
  withoutRepeats,
} from './scopes.ts';
import { readStrays } from './strays.ts';
import { keysOf, readSection, tableKindOf } from './section.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';

const TABLE = tableKindOf(EVENT);
const WHERE = 'under an event';

export function readEvents(reading: Reading, part: PartOutline | undefined): EventsPart {
  if (!part) return { scope: missingScope(reading), delivery: undefined, kinds: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  const strays = readStrays(
    reading,
    part,
    [...keysOf(DELIVERY), ...keysOf(EVENT.columns)],
    [FIELDS],
    '`Delivery` or an event kind',
  );
  const other = strays.other('events', 'kinds', 'event kinds');
  strays.rest('directly under part 6');
  const tables = readTables(reading, part, [TABLE], 'directly under part 6', false);
  const rows = listOf(tables, TABLE, part, other ?? lists, (row) => readRow(reading, row));
  const kinds: EventKind[] = rows.items.flat();
  let { mark } = rows;
  for (const section of part.sections.filter((s) => !isDelivery(s))) {
    if (isOpen(section)) mark = 'open';
    else kinds.push(...readKind(reading, section));
  }
  const markAt = rows.markAt ? { markAt: rows.markAt } : openedBy(part);
  const items = joined(reading, kinds);
  return {
    scope,
    delivery: readDelivery(reading, part.sections.filter(isDelivery)),
    kinds: {
      items,
      mark,
      ...markAt,
      at: rows.written ? rows.at : endOf(part.at),
      written: rows.written || items.length > 0,
    },
  };
}

function isDelivery(section: Section): boolean {
  return /^delivery$/i.test(section.title.text);
}

function readDelivery(reading: Reading, sections: readonly Section[]): EventsPart['delivery'] {
  const [first] = sections;
  if (!first) return undefined;
  const bullets = readBulletsOf(reading, sections, keysOf(DELIVERY), 'under Delivery');
  bullets.rest('under Delivery');
  for (const section of sections) {
    readTables(reading, section, [], 'under Delivery');
    readFences(reading, section, []);
  }
  return { scope: readScope(reading, first, true).scope, facts: readSection(bullets, DELIVERY) };
}

function readRow(reading: Reading, row: Row): EventKind[] {
  const scope = { heading: undefined, mark: absent(endOf(row.at)) };
  const fields: List<never> = { items: [], mark: undefined, at: endOf(row.at), written: false };
  const shared = {
    scope,
    ...readSection(row, EVENT.columns),
    fields,
    at: row.at,
  };
  return readNames(reading, row.first, 'event kinds').map((name) => ({ kind: 'event', name, ...shared }));
}

function readKind(reading: Reading, section: Section): EventKind[] {
  const { scope, lists } = readScope(reading, section, true);
  const bullets = readBullets(reading, section, keysOf(EVENT.columns), WHERE);
  const tables = readTables(reading, section, [FIELDS], WHERE);
  readFences(reading, section, []);
  const fields = listOf(tables, FIELDS, section, bullets.other('fields') ?? lists, (row) => readField(reading, row));
  bullets.rest(WHERE);
  const names: Name[] = readNames(reading, { text: section.title, at: section.title.span }, 'event kinds');
  const shared = {
    scope,
    ...readSection(bullets, EVENT.columns),
    fields: withoutRepeats(reading, fields, 'field'),
    at: section.at,
  };
  return names.map((name) => ({ kind: 'event', name, ...shared }));
}

/** A kind may be in the Event table and under a heading of its own: what one leaves out the other may state. */
function joined(reading: Reading, kinds: readonly EventKind[]): EventKind[] {
  const byName = new Map<string, EventKind>();
  for (const kind of kinds) {
    const before = byName.get(kind.name.text);
    if (!before) byName.set(kind.name.text, kind);
    else if (before.scope.heading !== undefined || kind.scope.heading === undefined) {
      const related = [{ at: before.at, message: 'It is described here first.' }];
      reading.diagnostics.push(diagnose(duplicateHeading, kind.at, { heading: kind.name.text }, related));
    } else {
      const when = kind.when.status === 'absent' ? before.when : kind.when;
      const payload = kind.payload.status === 'absent' ? before.payload : kind.payload;
      byName.set(kind.name.text, { ...kind, when, payload });
    }
  }
  return [...byName.values()];
}

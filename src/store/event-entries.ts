// Events as the operator sees them: those in the outbox, and those that are kept behind it, with their deliveries and what was tried. Input: what is
// asked for, a way to ask an engine. Output: entries in the order in which they happened. No document is needed: an entry says all by
// itself, by the names that were then. plan/outbox.ts and plan/deliveries.ts say what the tables hold.

import type { SqlValue } from '../sql/expression.ts';
import type { DeliveryState } from './deliveries.ts';
import { attemptsOf, DELIVERED, type Ask } from './delivery-entries.ts';
import { outboxEntry, wantedEvents, type OutboxWords } from './outbox-entries.ts';
import type { EventEntry, EventQuery, ToReceiver } from './event-entry.ts';
import { noteOf } from './payload-shape.ts';
import { OUTBOX } from './relational/payloads.ts';
import type { Row } from './store.ts';

/** Takes entries one after the other, page by page. */
export type TakeEvent = (entry: EventEntry) => void;

/** What there is of it: data of earlier versions has less. */
export interface EventTables {
  /** Events have what they carry. */
  readonly carries: boolean;
  readonly deliveries: boolean;
}

/** Entries of one statement. */
const PAGE = 1_000;
/** Tries that are shown of one event. */
const MOST_ATTEMPTS = 1_000;

/** What a note of the data begins with. */
const NOTE = `note ${noteOf('')}`;

/** With what was tried, where one event is asked for. */
export async function readEvents(
  query: EventQuery,
  ask: Ask,
  words: OutboxWords,
  tables: EventTables,
  take: TakeEvent,
): Promise<void> {
  for (let last = 0; ;) {
    const rows = await ask(page(query, last, words, tables));
    const entries = rows.map(entryOf);
    const deliveries = tables.deliveries ? await deliveriesOf(entries, ask, words) : new Map<number, ToReceiver[]>();
    for (const entry of entries) {
      const isAsked = tables.deliveries && query.id !== undefined;
      const attempts = isAsked ? await attemptsOf(ask, entry.id, MOST_ATTEMPTS, words, words.instant) : undefined;
      take({ ...entry, deliveries: deliveries.get(entry.id) ?? [], attempts });
    }
    last = entries.at(-1)?.id ?? last;
    if (entries.length < PAGE) return;
  }
}

interface Text {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

function page(query: EventQuery, after: number, words: OutboxWords, tables: EventTables): Text {
  const wantsAll = query.isAll === true || query.id !== undefined || isOfDeliveries(query);
  const values: SqlValue[] = [];
  const waiting = part(OUTBOX, 'NULL', { query, after, words, tables, values });
  if (!tables.deliveries || !wantsAll) return { sql: waiting, values };
  const done = part(DELIVERED, words.instant('e."done"'), { query, after, words, tables, values });
  // Each in the order of its own index: neither is read further than the page goes.
  const both = `SELECT * FROM (${waiting}) AS w UNION ALL SELECT * FROM (${done}) AS d`;
  return { sql: `SELECT * FROM (${both}) AS e ORDER BY "id" LIMIT ${PAGE}`, values };
}

interface Asked {
  readonly query: EventQuery;
  readonly after: number;
  readonly words: OutboxWords;
  readonly tables: EventTables;
  readonly values: SqlValue[];
}

/** The first of one table. */
function part(table: string, done: string, { query, after, words, tables, values }: Asked): string {
  const { carries, deliveries } = tables;
  const { where } = wantedEvents(query, after, words, values);
  const shownBy = `(SELECT value FROM _ninefold WHERE _ninefold.key = '${NOTE}' || e."shape")`;
  const carried = carries ? `${words.json('e."payload"')}, e."shape", ${shownBy}` : 'NULL, NULL, NULL';
  const own = `e."id", ${words.instant('e."at"')}, e."event", e."resource", e."key", e."operation", e."trace", ${words.json('e."row"')}`;
  const such = isOfDeliveries(query) ? ` AND ${deliveries ? suchDelivery(query, values, words) : '1 = 0'}` : '';
  return `SELECT ${own}, ${carried}, ${done} FROM ${table} AS e WHERE ${where}${such} ORDER BY "id" LIMIT ${PAGE}`;
}

function isOfDeliveries({ receiver, state }: EventQuery): boolean {
  return receiver !== undefined || state !== undefined;
}

function suchDelivery({ receiver, state }: EventQuery, values: SqlValue[], { place }: OutboxWords): string {
  const conditions = [
    ['receiver', receiver],
    ['state', state],
  ].flatMap(([column, value]) => (value === undefined ? [] : [` AND d."${column}" = ${place(values.push(value))}`]));
  return `EXISTS (SELECT 1 FROM _deliveries AS d WHERE d."event" = e."id"${conditions.join('')})`;
}

function entryOf(row: Row): Omit<EventEntry, 'deliveries' | 'attempts'> {
  const [payload, shape, shownBy, done] = row.slice(-4).map(textOf);
  return {
    ...outboxEntry(row),
    payload: payload ?? null,
    shape: shape ?? null,
    shownBy: shownBy ?? null,
    done: done ?? null,
  };
}

async function deliveriesOf(
  entries: readonly { readonly id: number }[],
  ask: Ask,
  { instant }: OutboxWords,
): Promise<ReadonlyMap<number, ToReceiver[]>> {
  const found = new Map<number, ToReceiver[]>();
  if (entries.length === 0) return found;
  const ids = entries.map(({ id }) => id).join(', ');
  const sql = `SELECT "event", "receiver", "state", "tries", ${instant('"due"')} FROM _deliveries
    WHERE "event" IN (${ids}) ORDER BY "event", "id"`;
  for (const [event, receiver, state, tries, due] of await ask({ sql, values: [] })) {
    const one = {
      receiver: String(receiver),
      state: String(state) as DeliveryState,
      tries: Number(tries),
      due: String(due),
    };
    const known = found.get(Number(event));
    if (known) known.push(one);
    else found.set(Number(event), [one]);
  }
  return found;
}

function textOf(value: Row[number] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

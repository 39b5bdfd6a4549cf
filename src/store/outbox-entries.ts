// Which of the events that wait the operator takes out, and how one is read. Input: what is asked for, a row. Output: the text of a statement with
// its values; an entry. plan/outbox.ts says what the table holds.

import type { SqlValue } from '../sql/expression.ts';
import type { OutboxEntry, OutboxQuery } from './outbox-entry.ts';
import type { EventRow, Row } from './store.ts';

/** How an engine writes a place of a value, an instant as text and JSON as text. */
export interface OutboxWords {
  readonly place: (number: number) => string;
  readonly instant: (column: string) => string;
  readonly json: (column: string) => string;
}

interface Text {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The numbers of the oldest of them, at most `most`. */
export function outboxOldest(query: OutboxQuery, most: number, words: Pick<OutboxWords, 'place'>): Text {
  const { where, values } = wantedEvents(query, 0, words);
  return { sql: `SELECT "id" FROM _outbox WHERE ${where} ORDER BY "id" LIMIT ${most}`, values };
}

/** Takes them out. */
export function outboxDrop(query: OutboxQuery, most: number, words: Pick<OutboxWords, 'place'>): Text {
  const { sql: those, values } = outboxOldest(query, most, words);
  return { sql: `DELETE FROM _outbox WHERE "id" IN (${those}) RETURNING "id"`, values };
}

export function wantedEvents(
  { id, event, resource, since, before }: OutboxQuery,
  after: number,
  { place }: Pick<OutboxWords, 'place'>,
  values: SqlValue[] = [],
): { readonly where: string; readonly values: SqlValue[] } {
  const asked = [
    ['"id" >', after],
    ['"id" =', id],
    ['"event" =', event],
    ['"resource" =', resource],
    ['"at" >=', since],
    ['"at" <', before],
  ] as const;
  const conditions = asked.flatMap(([what, value]) =>
    value === undefined ? [] : [`${what} ${place(values.push(value))}`],
  );
  return { where: conditions.join(' AND '), values };
}

/** Numbers of events that are looked at for one row in one statement: no index finds them, and requests may wait meanwhile. */
const WINDOW = 5_000;

type Place = Pick<OutboxWords, 'place'>;

/** The first number behind that one in these tables; a row without one: there is none. */
export function nextEvent(tables: readonly string[], after: number, { place }: Place): Text {
  const firsts = tables.map(
    (table, index) => `SELECT min("id") AS "id" FROM ${table} WHERE "id" > ${place(index + 1)}`,
  );
  const sql = `SELECT min("id") AS "id" FROM (${firsts.join(' UNION ALL ')}) AS n`;
  return { sql, values: tables.map(() => after) };
}

/** Where the look from that number on ends. */
export function windowEnd(first: number): number {
  return first + WINDOW - 1;
}

/** Those about one row, of the numbers that one look takes. */
export function eventsOfRow(table: string, { resource, row }: EventRow, first: number, { place }: Place): Text {
  const values = [first, windowEnd(first), resource, row];
  const [from, to, of, key] = values.map((_, index) => place(index + 1));
  const sql = `SELECT "id" FROM ${table} WHERE "id" >= ${from} AND "id" <= ${to} AND "resource" = ${of} AND "key" = ${key}`;
  return { sql, values };
}

/** What an event says when it is erased. */
export const NOTHING_CARRIED = `"row" = '{}', "trace" = NULL, "payload" = NULL, "shape" = NULL`;

export function outboxEntry(row: Row): OutboxEntry {
  const [id, at, event, resource, key, operation, trace, kept] = row;
  return {
    id: Number(id),
    at: String(at),
    event: String(event),
    resource: String(resource),
    key: String(key),
    operation: String(operation),
    traceparent: textOf(trace),
    row: String(kept),
  };
}

function textOf(value: Row[number] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

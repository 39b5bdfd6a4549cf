// What is read of the events that wait, and which of them the operator takes out. Input: what is asked for. Output: the text of a statement with
// its values; entries in the order in which they happened. No document is needed: an entry says all by itself, by the names that were then. plan/outbox.ts says what it holds.

import type { SqlValue } from '../sql/expression.ts';
import type { CarryingEntry, OutboxEntry, OutboxQuery } from './outbox-entry.ts';
import { noteOf } from './payload-shape.ts';
import type { Row } from './store.ts';

/** How an engine writes a place of a value, an instant as text and JSON as text. */
export interface OutboxWords {
  readonly place: (number: number) => string;
  readonly instant: (column: string) => string;
  readonly json: (column: string) => string;
}

/** Entries of one statement. */
export const PAGE = 1_000;

/** What a note of the data begins with. */
const NOTE = `note ${noteOf('')}`;

interface Text {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** `carries`: not so where the data is older than what events carry. */
export function outboxPage(query: OutboxQuery, after: number, words: OutboxWords, carries: boolean): Text {
  const { where, values } = wanted(query, after, words);
  const own = `"id", ${words.instant('"at"')}, "event", "resource", "key", "operation", "trace", ${words.json('"row"')}`;
  const shownBy = `(SELECT value FROM _ninefold WHERE _ninefold.key = '${NOTE}' || "shape")`;
  const columns = carries ? `${own}, ${words.json('"payload"')}, "shape", ${shownBy}` : `${own}, NULL, NULL, NULL`;
  return { sql: `SELECT ${columns} FROM _outbox WHERE ${where} ORDER BY "id" LIMIT ${PAGE}`, values };
}

/** The numbers of the oldest of them, at most `most`. */
export function outboxOldest(query: OutboxQuery, most: number, words: Pick<OutboxWords, 'place'>): Text {
  const { where, values } = wanted(query, 0, words);
  return { sql: `SELECT "id" FROM _outbox WHERE ${where} ORDER BY "id" LIMIT ${most}`, values };
}

/** Takes them out. */
export function outboxDrop(query: OutboxQuery, most: number, words: Pick<OutboxWords, 'place'>): Text {
  const { sql: those, values } = outboxOldest(query, most, words);
  return { sql: `DELETE FROM _outbox WHERE "id" IN (${those}) RETURNING "id"`, values };
}

function wanted(
  { id, event, resource, since, before }: OutboxQuery,
  after: number,
  { place }: Pick<OutboxWords, 'place'>,
): { readonly where: string; readonly values: readonly SqlValue[] } {
  const values: SqlValue[] = [];
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

export function carryingEntry(row: Row): CarryingEntry {
  const [payload, shape, shownBy] = row.slice(-3);
  return { ...outboxEntry(row), payload: textOf(payload), shape: textOf(shape), shownBy: textOf(shownBy) };
}

/** Takes entries one after the other, page by page. */
export type TakeOutboxEntry = (entry: CarryingEntry) => void;

function textOf(value: Row[number] | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

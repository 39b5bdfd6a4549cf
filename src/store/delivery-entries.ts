// What is asked of deliveries on every engine: events as they are sent, deliveries and tries as the operator sees them. Input: what is asked
// for. Output: texts of statements with their values, and what their rows mean. plan/deliveries.ts says what the tables hold.

import { createHash } from 'node:crypto';
import { LONGEST_LANE } from '../base/lanes.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { Claimed, Delivery, DeliveryQuery, Ends, EventAttempt, NumberedEvent, OutboxEvent } from './deliveries.ts';
import { outboxEntry, type OutboxWords } from './outbox-entries.ts';
import { OUTBOX } from './relational/payloads.ts';
import { columnOf, tableOf } from './relational/print.ts';
import type { Schema } from './relational/schema.ts';
import type { Row } from './store.ts';

export const DELIVERIES = '_deliveries';

/** Its sequence numbers events in visible order. */
export const DELIVERED = '_delivered';

/** The columns that both tables of events have. */
export function keptColumns(schema: Schema): string {
  const shape = tableOf(schema, OUTBOX);
  return [shape.key, ...shape.table.columns.map(({ name }) => columnOf(shape, name))].join(', ');
}

const EVENT = ['id', 'at', 'event', 'resource', 'key', 'operation', 'trace', 'row', 'payload', 'shape'];

/** What is selected of an event; `of`: the alias of its table. */
export function eventColumns(of: string): string {
  return EVENT.map((name) => `${of}."${name}"`).join(', ');
}

/** Of a row that begins with eventColumns. */
export function outboxEvent(row: Row): OutboxEvent {
  const [payload, shape] = row.slice(EVENT.length - 2);
  return { ...outboxEntry(row), payload: text(payload), shape: text(shape) };
}

/** Events that are done, from a number on; `from`: a place of it. */
export function logged(from: string, most: number): string {
  return `SELECT ${eventColumns('o')}, o."seq" FROM ${DELIVERED} AS o WHERE o."seq" >= ${from} ORDER BY o."seq" LIMIT ${most}`;
}

export function numbered(row: Row): NumberedEvent {
  return { ...outboxEvent(row.slice(0, EVENT.length)), seq: Number(row[EVENT.length]) };
}

export const ENDS: string = `SELECT f."seq", l."seq", l."done" FROM (SELECT "seq" FROM ${DELIVERED} ORDER BY "seq" LIMIT 1) AS f,
  (SELECT "seq", "done" FROM ${DELIVERED} ORDER BY "seq" DESC LIMIT 1) AS l`;

export function endsOf([row]: readonly Row[]): Ends | undefined {
  return row && { first: Number(row[0]), last: Number(row[1]), done: String(row[2]) };
}

/** Of the first events: those in front of the first one that was done at that instant or later. `done` need not rise with `seq`. */
export function oldEvents(most: string, before: string): string {
  return `WITH f AS (SELECT "seq", "id", "done" FROM ${DELIVERED} ORDER BY "seq" LIMIT ${most})
    SELECT "seq", "id" FROM f WHERE "seq" < (SELECT coalesce(min("seq") FILTER (WHERE "done" >= ${before}), max("seq") + 1) FROM f)`;
}

/** What is selected of a delivery `d` that is taken, with its event `o`. */
export const CLAIMED: string = `${eventColumns('o')}, d."id", d."lane", d."receiver", d."tries", d."since", d."seq"`;

/** Of the rows of one claim: deliveries of the same event share it, since thousands of them are in hand. */
export function claimedTogether(): (row: Row) => Claimed {
  const events = new Map<number, OutboxEvent>();
  return (row) => {
    const [delivery, lane, receiver, tries, since, seq] = row.slice(EVENT.length);
    const event = events.get(Number(row[0])) ?? outboxEvent(row);
    events.set(Number(row[0]), event);
    return {
      delivery: Number(delivery),
      lane: String(lane),
      receiver: String(receiver),
      tries: Number(tries),
      since: String(since),
      event,
      seq: Number(seq),
    };
  };
}

/** Of so many lanes, so that all of them give something. */
export function eachOf(lanes: number, most: number, perLane: number): number {
  return Math.max(1, Math.min(perLane, Math.floor(most / Math.max(1, lanes))));
}

/** Lanes of one receiver, before those of the next: so that each has its turn soon. */
export function shareOf(most: number): number {
  return Math.max(1, Math.floor(most / 8));
}

/** Where a lane of before has no receiver: that of its deliveries; one in which nothing waits goes with the next claim. */
export const NAMING_LANES: string = `UPDATE _lanes SET "receiver" = coalesce((SELECT substr(d."receiver", 1, ${LONGEST_LANE}) FROM _deliveries AS d
  WHERE d."lane" = _lanes."lane" AND d."state" = 'waiting' LIMIT 1), "lane") WHERE "holder" IS NULL AND "receiver" IS NULL`;

/** Receivers are looked for next: those that are at the front of their index. */
export function undispatched(kinds: string, most: number): string {
  return `SELECT ${eventColumns('o')} FROM _outbox AS o WHERE o."shape" IS NOT NULL AND o."seq" IS NULL AND o."event" IN (${kinds})
    ORDER BY o."seq", o."id" LIMIT ${most}`;
}

/** The first delivery that waits in a lane; `lane`: an expression. */
export function firstOf(lane: string, what: string): string {
  return `(SELECT d.${what} FROM _deliveries AS d WHERE d."lane" = ${lane} AND d."state" = 'waiting' ORDER BY d."seq", d."id" LIMIT 1)`;
}

/** A lane as it is kept: of any text, in few bytes. The same for what is kept already. */
export function laneOf(given: string): string {
  const lane = given.toWellFormed();
  if (lane.length <= LONGEST_LANE) return lane;
  const digest = createHash('sha256').update(lane).digest('hex');
  return `${lane.slice(0, LONGEST_LANE - digest.length - 1).toWellFormed()}~${digest}`;
}

/** Deliveries that are looked at in one statement: no index finds those of one kind of event, and requests may wait meanwhile. */
const WINDOW = 5_000;

type Words = Pick<OutboxWords, 'place'>;

interface Text {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export type Ask = (text: Text) => Promise<readonly Row[]>;

/** Pages of deliveries behind one, in their order: each of the rows that fit among those that are looked at in one statement. */
export async function* deliveryPages(
  ask: Ask,
  query: DeliveryQuery,
  after: number,
  words: Words,
): AsyncGenerator<readonly Delivery[]> {
  if (query.id !== undefined) {
    yield (await ask(page(query, after, undefined, words))).map(delivery);
    return;
  }
  let from = after;
  for (;;) {
    const sql = `SELECT max("id"), count(*) FROM (SELECT "id" FROM _deliveries WHERE "id" > ${words.place(1)} ORDER BY "id" LIMIT ${WINDOW}) AS d`;
    const [[last, count] = []] = await ask({ sql, values: [from] });
    if (last === null || last === undefined) return;
    yield (await ask(page(query, from, Number(last), words))).map(delivery);
    if (Number(count) < WINDOW) return;
    from = Number(last);
  }
}

export async function listed(
  ask: Ask,
  query: DeliveryQuery,
  after: number,
  most: number,
  words: Words,
): Promise<readonly Delivery[]> {
  const out: Delivery[] = [];
  for await (const found of deliveryPages(ask, query, after, words)) {
    out.push(...found.slice(0, most - out.length));
    if (out.length >= most) break;
  }
  return out;
}

/** A column of the event of a delivery, which is in one of two tables. */
const of = (column: string): string => `coalesce(o."${column}", e."${column}")`;

function page(
  { id, event, resource, since, before, receiver, state }: DeliveryQuery,
  after: number,
  last: number | undefined,
  { place }: Words,
): Text {
  const values: SqlValue[] = [];
  const asked = [
    ['d."id" >', after],
    ['d."id" <=', last],
    ['d."event" =', id],
    ['d."receiver" =', receiver],
    ['d."state" =', state],
    [`${of('event')} =`, event],
    [`${of('resource')} =`, resource],
    [`${of('at')} >=`, since],
    [`${of('at')} <`, before],
  ] as const;
  const conditions = asked.flatMap(([what, value]) =>
    value === undefined ? [] : [`${what} ${place(values.push(value))}`],
  );
  const columns = `d."id", d."event", d."seq", ${of('event')}, d."receiver", d."lane", d."state", d."tries", d."since", d."due"`;
  const events = 'LEFT JOIN _outbox AS o ON o."id" = d."event" LEFT JOIN _delivered AS e ON e."id" = d."event"';
  const sql = `SELECT ${columns} FROM _deliveries AS d ${events} WHERE ${conditions.join(' AND ')} ORDER BY d."id"`;
  return { sql, values };
}

function delivery(row: Row): Delivery {
  const [number, id, seq, event, receiver, lane, state, tries, since, due] = row;
  return {
    delivery: Number(number),
    id: Number(id),
    seq: Number(seq),
    event: String(event),
    receiver: String(receiver),
    lane: String(lane),
    state: String(state) as Delivery['state'],
    tries: Number(tries),
    since: String(since),
    due: String(due),
  };
}

export async function attemptsOf(
  ask: Ask,
  event: number,
  most: number,
  { place }: Words,
  instant: OutboxWords['instant'] = (column) => column,
): Promise<readonly EventAttempt[]> {
  const sql = `SELECT "receiver", ${instant('"at"')}, "status", "ms", "answer" FROM _attempts WHERE "event" = ${place(1)} ORDER BY "id" LIMIT ${most}`;
  return (await ask({ sql, values: [event] })).map(([receiver, at, status, ms, answer]) => ({
    receiver: String(receiver),
    at: String(at),
    status: status === null || status === undefined ? null : Number(status),
    ms: Number(ms),
    answer: String(answer),
  }));
}

function text(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

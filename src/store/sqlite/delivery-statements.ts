// The statements that write deliveries in a file. Input: an open database. Output: each prepared once; those that make rows or take some
// out tell how many, and keep what is counted right. plan/deliveries.ts says what the tables hold.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CLAIMED, DELIVERED, DELIVERIES, firstOf, keptColumns, NAMING_LANES, oldEvents } from '../delivery-entries.ts';
import { NOTHING_CARRIED } from '../outbox-entries.ts';
import { OUTBOX } from '../relational/payloads.ts';
import type { Schema } from '../relational/schema.ts';
import type { Row } from '../store.ts';
import type { Counts } from './counts.ts';

const LANES = '_lanes';
const ATTEMPTS = '_attempts';

type Value = string | number | null;

/** Answers how many rows were made or taken out. */
type Growing = (...values: readonly Value[]) => number;

type Prepare = (sql: string) => StatementSync;

type Looks =
  | 'open'
  | 'firstReceiver'
  | 'nextReceiver'
  | 'due'
  | 'firsts'
  | 'held'
  | 'first'
  | 'lanesOf'
  | 'old'
  | 'oldAttempt';
type Changes = 'nameLanes' | 'number' | 'hold' | 'settle' | 'dueLane' | 'freeLane' | 'again' | 'erase';
type Grows =
  | 'deliver'
  | 'takeOut'
  | 'putBack'
  | 'notDelivered'
  | 'deliverTo'
  | 'makeLane'
  | 'endLane'
  | 'forget'
  | 'attempt'
  | 'dropAttempts'
  | 'sweep'
  | 'oldAttempts';

export interface Statements
  extends
    Readonly<Record<Looks, StatementSync>>,
    Readonly<Record<Changes, StatementSync>>,
    Readonly<Record<Grows, Growing>> {
  /** The first of so many numbers in visible order. */
  numbers(many: number): number;
  /** The lanes that they were in. */
  dropDeliveries(event: number): readonly string[];
}

export function statementsOf(database: DatabaseSync, schema: Schema, grow: Counts['grow']): Statements {
  const prepare: Prepare = (sql) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const growing = (table: string, by: 1 | -1, sql: string): Growing => {
    const statement = prepare(sql);
    return (...values) => {
      const rows = Number(statement.run(...values).changes);
      grow(table, by * rows);
      return rows;
    };
  };
  const drop = prepare('DELETE FROM _deliveries WHERE "event" = ? RETURNING "lane"');
  return {
    numbers: numbersOf(prepare),
    ...looks(prepare),
    ...changes(prepare),
    ...grows(growing, keptColumns(schema)),
    dropDeliveries(event) {
      const rows = rowsOf(drop, event);
      grow(DELIVERIES, -rows.length);
      return rows.map(([lane]) => String(lane));
    },
  };
}

export function rowsOf(statement: StatementSync, ...values: readonly Value[]): Row[] {
  return statement.all(...values) as unknown as Row[];
}

function numbersOf(prepare: Prepare): Statements['numbers'] {
  const raise = prepare('UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ? RETURNING seq');
  const begin = prepare('INSERT INTO sqlite_sequence VALUES (?, ?)');
  return (many) => {
    const [row] = rowsOf(raise, many, DELIVERED);
    if (!row) begin.run(DELIVERED, many);
    return Number(row?.[0] ?? many) - many + 1;
  };
}

function receivers(which: string): string {
  return `SELECT "receiver" FROM _lanes WHERE "holder" IS NULL AND ${which} ORDER BY "holder", "receiver" LIMIT 1`;
}

function looks(prepare: Prepare): Pick<Statements, Looks> {
  return {
    open: prepare(`SELECT 1 FROM _deliveries WHERE "event" = ? AND "state" IN ('waiting', 'kept') LIMIT 1`),
    firstReceiver: prepare(receivers('"receiver" IS NOT NULL')),
    nextReceiver: prepare(receivers('"receiver" > ?')),
    due: prepare(
      `SELECT "lane" FROM _lanes WHERE "holder" IS NULL AND "receiver" = ? AND "due" <= ?
       ORDER BY "holder", "receiver", "due" LIMIT ?`,
    ),
    firsts: prepare(
      `SELECT ${CLAIMED} FROM _deliveries AS d JOIN _outbox AS o ON o."id" = d."event"
       WHERE d."lane" = ? AND d."state" = 'waiting' ORDER BY d."seq", d."id" LIMIT ?`,
    ),
    held: prepare(
      `SELECT d."event", d."receiver" FROM _deliveries AS d JOIN _lanes AS l ON l."lane" = d."lane"
       WHERE d."id" = ? AND d."state" = 'waiting' AND l."holder" = ?`,
    ),
    first: prepare(`SELECT ${firstOf('?', '"due"')}`),
    lanesOf: prepare('SELECT "lane" FROM _lanes WHERE "holder" = ?'),
    oldAttempt: prepare('SELECT 1 FROM (SELECT "at" FROM _attempts ORDER BY "id" LIMIT ?) WHERE "at" < ? LIMIT 1'),
    old: prepare(oldEvents('?', '?')),
  };
}

function changes(prepare: Prepare): Pick<Statements, Changes> {
  return {
    nameLanes: prepare(NAMING_LANES),
    number: prepare('UPDATE _outbox SET "seq" = ? WHERE "id" = ? AND "seq" IS NULL'),
    hold: prepare('UPDATE _lanes SET "holder" = ? WHERE "lane" = ?'),
    settle: prepare(
      'UPDATE _deliveries SET "state" = ?, "tries" = "tries" + ?, "due" = coalesce(?, "due") WHERE "id" = ?',
    ),
    dueLane: prepare('UPDATE _lanes SET "due" = ? WHERE "lane" = ?'),
    freeLane: prepare('UPDATE _lanes SET "holder" = NULL WHERE "lane" = ? AND "holder" = ?'),
    again: prepare(
      `UPDATE _deliveries SET "state" = 'waiting', "tries" = 0, "since" = ?, "due" = ?
       WHERE "id" = ? AND "state" <> 'waiting' RETURNING "event", "lane", "receiver"`,
    ),
    erase: prepare(`UPDATE ${DELIVERED} SET ${NOTHING_CARRIED} WHERE "id" = ?`),
  };
}

function grows(growing: (table: string, by: 1 | -1, sql: string) => Growing, kept: string): Pick<Statements, Grows> {
  const into = {
    deliveries: '"event", "seq", "receiver", "lane", "state", "tries", "since", "due"',
    attempts: '"event", "receiver", "at", "status", "ms", "answer"',
  };
  const oldest = 'SELECT "id" FROM (SELECT "id", "at" FROM _attempts ORDER BY "id" LIMIT ?) WHERE "at" < ?';
  // Of events that something else has taken out.
  const lost = `"state" = 'waiting' AND "event" NOT IN (SELECT "id" FROM _outbox)`;
  const copy = `INSERT INTO _delivered (${kept}, "done") SELECT ${kept}, ? FROM _outbox WHERE "id" = ?`;
  const back = `INSERT INTO _outbox (${kept}) SELECT ${kept} FROM _delivered WHERE "id" = ?`;
  return {
    deliver: growing(DELIVERED, 1, copy),
    takeOut: growing(OUTBOX, -1, 'DELETE FROM _outbox WHERE "id" = ?'),
    putBack: growing(OUTBOX, 1, back),
    notDelivered: growing(DELIVERED, -1, 'DELETE FROM _delivered WHERE "id" = ?'),
    deliverTo: growing(
      DELIVERIES,
      1,
      `INSERT INTO _deliveries (${into.deliveries}) VALUES (?, ?, ?, ?, 'waiting', 0, ?, ?)`,
    ),
    makeLane: growing(
      LANES,
      1,
      'INSERT INTO _lanes ("lane", "receiver", "due") VALUES (?, ?, ?) ON CONFLICT ("lane") DO NOTHING',
    ),
    endLane: growing(LANES, -1, 'DELETE FROM _lanes WHERE "lane" = ?'),
    forget: growing(DELIVERIES, -1, `DELETE FROM _deliveries WHERE "lane" = ? AND ${lost}`),
    attempt: growing(ATTEMPTS, 1, `INSERT INTO _attempts (${into.attempts}) VALUES (?, ?, ?, ?, ?, ?)`),
    dropAttempts: growing(ATTEMPTS, -1, 'DELETE FROM _attempts WHERE "event" = ?'),
    sweep: growing(DELIVERED, -1, 'DELETE FROM _delivered WHERE "seq" = ?'),
    oldAttempts: growing(ATTEMPTS, -1, `DELETE FROM _attempts WHERE "id" IN (${oldest})`),
  };
}

// A change and its events as one statement, for engines in which one that changes rows may be part of another. Input: what
// changes the rows, printed by its step. Output: the text of the whole. Notation, parts 3 and 4, Emits; decision 0013.

import type { Answered, Emit, Step } from '../../plan/steps.ts';
import { searches } from '../../sql/walk.ts';
import { asText, certain, insertInto, keptRow } from './outbox.ts';
import { output, tableOf } from './print.ts';
import type { Scope } from './print.ts';
import { isReadAgain } from './reads.ts';
import type { Preparing } from './statement.ts';

type Changing = Extract<Step, { kind: 'insert' | 'update' | 'delete' }>;

/** Those that go with the statement that changes the row, or those that are written beside it, in its transaction. */
export function eventsOf(
  on: Preparing,
  step: Changing,
): { readonly within: readonly Emit[]; readonly beside: readonly Emit[] } {
  const events = certain(step);
  return on.schema.dialect.nests && !isInParts(on, step)
    ? { within: events, beside: [] }
    : { within: [], beside: events };
}

/** Does the answer, or what goes with the row, need a statement of its own? */
function isInParts(on: Preparing, step: Changing): boolean {
  const looksAround = step.answer?.some(({ expr }) => searches(expr)) === true;
  switch (step.kind) {
    case 'insert':
      return isReadAgain(on, step.table, step.answer);
    case 'update':
      return isReadAgain(on, step.table, step.answer) || (step.every && looksAround);
    case 'delete':
      return step.cascade.length > 0 || looksAround;
  }
}

/** Names that no table has: those of resources begin with a capital letter. */
const WAS = '"_was"';
const MOVED = '"_moved"';
const EVENT = '"_event"';

export interface Change {
  readonly table: string;
  readonly events: readonly Emit[];
  /** What the statement answers, as SQL of the row. */
  readonly answer: Answered;
  readonly returning: string;
  /** Several rows: their events are in the order of their keys. */
  readonly every?: boolean;
}

/** Of a new row: `into` up to RETURNING. What an event asks is asked of bindings, in `scope`; the row is in `own`. */
export function insertWith(into: string, of: Change, scope: Scope, own: Scope): string {
  const text = `${into} RETURNING ${returned(of, own)}`;
  return whole([moved(of, text, [])], of, whensOf(of, scope), scope);
}

/** Of rows that go: what is returned of them is what they were when their turn came. */
export function deleteWith(change: string, of: Change, scope: Scope): string {
  const whens = whensOf(of, scope);
  const text = `${change} RETURNING ${[returned(of, scope), ...whens].join(', ')}`;
  return whole([moved(of, text, columnsOf(whens))], of, columnsOf(whens), scope);
}

/**
 * Of rows that change: `change` up to WHERE. What an event asks of the row as it was is asked where the row is locked:
 * a statement that waited for the lock sees the row as it is then, as the guards do.
 */
export function updateWith(change: string, where: string, of: Change, scope: Scope): string {
  const { sql, key } = tableOf(scope.schema, of.table);
  const whens = whensOf(of, scope);
  if (of.events.every(({ when }) => when === undefined))
    return whole([moved(of, `${change} WHERE ${where} RETURNING ${returned(of, scope)}`, [])], of, whens, scope);
  const columns = columnsOf(whens);
  const looked = `SELECT ${[`${sql}.${key}`, ...whens].join(', ')} FROM ${sql} WHERE ${where}${scope.schema.dialect.locking}`;
  const was = `${WAS}("key", ${columns.join(', ')}) AS MATERIALIZED (${looked})`;
  const told = [returned(of, scope), ...columns.map((column) => `${WAS}.${column}`)].join(', ');
  const text = `${change} FROM ${WAS} WHERE ${sql}.${key} = ${WAS}."key" RETURNING ${told}`;
  return whole([was, moved(of, text, columns)], of, columns, scope);
}

/** For each event, is it sent? Never null. */
function whensOf({ events }: Change, scope: Scope): readonly string[] {
  return events.map(({ when }) =>
    when ? output({ kind: 'and', items: [when] }, scope) : scope.schema.dialect.truth(true),
  );
}

function columnsOf(whens: readonly string[]): readonly string[] {
  return whens.map((_, place) => `"when ${place}"`);
}

/** What the statement answers, then what the outbox wants of the row. */
function returned({ table, returning }: Change, scope: Scope): string {
  const { sql, key } = tableOf(scope.schema, table);
  return `${returning}, ${sql}.${key}, ${keptRow(table, scope)}`;
}

/** Column names by place; where nothing is answered, one column represents the row. */
function answers({ answer = [] }: Change): readonly string[] {
  return Array.from({ length: Math.max(1, answer.length) }, (_, place) => `"${place}"`);
}

function moved(of: Change, text: string, more: readonly string[]): string {
  return `${MOVED}(${[...answers(of), '"key"', '"row"', ...more].join(', ')}) AS (${text})`;
}

/**
 * Of a new row for each of many: `each` is what they are given, in a WITH that has their keys and places, `change` makes them up to
 * RETURNING. Answers for each the key of the row that was made, the key that it was to have, and more of `each`.
 */
export function insertEachWith(
  of: {
    readonly each: string;
    readonly change: string;
    readonly table: string;
    readonly events: readonly Emit[];
    readonly answers: readonly string[];
  },
  whens: readonly (string | undefined)[],
  scope: Scope,
): string {
  const { sql, key } = tableOf(scope.schema, of.table);
  const own: Scope = { ...scope, own: { shape: tableOf(scope.schema, of.table), name: sql } };
  const isTold = of.events.length > 0;
  const told = [`${sql}.${key}`, ...(isTold ? [keptRow(of.table, own)] : [])].join(', ');
  const made = `${MOVED}(${['"key"', ...(isTold ? ['"row"'] : [])].join(', ')}) AS (${of.change} RETURNING ${told})`;
  const joined = `JOIN "_each" ON "_each"."key" = ${MOVED}."key"`;
  const sent = isTold
    ? [
        sending(
          { ...of, every: true },
          whens.map((when) => when ?? scope.schema.dialect.truth(true)),
          scope,
          joined,
        ),
      ]
    : [];
  const answers = [`${MOVED}."key"`, '"_each"."key"', ...of.answers].join(', ');
  return `WITH ${[of.each, made, ...sent].join(', ')} SELECT ${answers} FROM "_each" LEFT ${`JOIN ${MOVED} ON "_each"."key" = ${MOVED}."key"`} ORDER BY "_each"."#"`;
}

function whole(parts: readonly string[], of: Change, whens: readonly string[], scope: Scope): string {
  return `WITH ${[...parts, sending(of, whens, scope)].join(', ')} SELECT ${answers(of).join(', ')} FROM ${MOVED}`;
}

/** One statement writes all events, so that they are in the outbox in their order. `joined`: what else their conditions name. */
function sending(
  of: Pick<Change, 'events' | 'table' | 'every'>,
  whens: readonly string[],
  scope: Scope,
  joined = '',
): string {
  const events = of.events.map(
    ({ event, by }, place) => `(${place}, ${asText(event, scope)}, ${asText(by, scope)}, ${whens[place]})`,
  );
  const given = {
    event: `${EVENT}."event"`,
    by: `${EVENT}."by"`,
    key: `${MOVED}."key"`,
    row: `${MOVED}."row"`,
    // One request sends them all.
    traced: of.events[0]?.traced,
  };
  const from = `FROM ${MOVED} ${joined} CROSS JOIN LATERAL (VALUES ${events.join(', ')}) AS ${EVENT}("place", "event", "by", "goes")`;
  const order = of.every === true || events.length > 1 ? ` ORDER BY ${MOVED}."key", ${EVENT}."place"` : '';
  return `"_sent" AS (${insertInto(given, of.table, scope)} ${from} WHERE ${EVENT}."goes"${order})`;
}

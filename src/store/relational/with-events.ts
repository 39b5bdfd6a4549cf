// A change and its events as one statement, for engines in which one that changes rows may be part of another. Input: what
// changes the rows, printed by its step. Output: the text of the whole. Notation, parts 3 and 4, Emits; decision 0013.

import type { Answered, Emit, Step } from '../../plan/steps.ts';
import { searches } from '../../sql/walk.ts';
import { asText, certain, insertInto, keptRow, type Given } from './outbox.ts';
import { carriedBy, looksAround, type Carried } from './payloads.ts';
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

/**
 * Does the answer, what goes with the row, or what an event carries need a statement of its own? A statement that waited for a
 * row sees it as it is then, and other rows as they were before.
 */
function isInParts(on: Preparing, step: Changing): boolean {
  const { emits = [], table } = step;
  const looks = step.answer?.some(({ expr }) => searches(expr)) === true;
  switch (step.kind) {
    case 'insert':
      return isReadAgain(on, table, step.answer) || looksAround(on.schema, emits, table, table);
    case 'update':
      return isReadAgain(on, table, step.answer) || (step.every && looks) || looksAround(on.schema, emits, table);
    case 'delete':
      return step.cascade.length > 0 || looks;
  }
}

/** Of a row that goes: must it be locked before the statement that shows what its event carries, for the same reason? */
export function locksFirst(on: Preparing, step: Extract<Step, { kind: 'delete' }>): boolean {
  return looksAround(on.schema, eventsOf(on, step).within, step.table);
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
  /** Behind what it answers it answers the key of the row. */
  readonly isKeyed?: boolean;
}

/** Of a new row: `into` up to RETURNING. What an event asks is asked of bindings, in `scope`; the row is in `own`. */
export function insertWith(into: string, of: Change, scope: Scope, own: Scope): string {
  const told = toldOf(of, own);
  const text = `${into} RETURNING ${returned(of, told)}`;
  return whole([moved(of, told, text, [])], of, told, whensOf(of, scope), scope);
}

/** Of rows that go: what is returned of them is what they were when their turn came. */
export function deleteWith(change: string, of: Change, scope: Scope): string {
  const told = toldOf(of, scope);
  const whens = whensOf(of, scope);
  const text = `${change} RETURNING ${[returned(of, told), ...whens].join(', ')}`;
  return whole([moved(of, told, text, columnsOf(whens))], of, told, columnsOf(whens), scope);
}

/**
 * Of rows that change: `change` up to WHERE. What an event asks of the row as it was is asked where the row is locked:
 * a statement that waited for the lock sees the row as it is then, as the guards do.
 */
export function updateWith(change: string, where: string, of: Change, scope: Scope): string {
  const { sql, key } = tableOf(scope.schema, of.table);
  const told = toldOf(of, scope);
  const whens = whensOf(of, scope);
  if (of.events.every(({ when }) => when === undefined)) {
    const text = `${change} WHERE ${where} RETURNING ${returned(of, told)}`;
    return whole([moved(of, told, text, [])], of, told, whens, scope);
  }
  const columns = columnsOf(whens);
  const looked = `SELECT ${[`${sql}.${key}`, ...whens].join(', ')} FROM ${sql} WHERE ${where}${scope.schema.dialect.locking}`;
  const was = `${WAS}("key", ${columns.join(', ')}) AS MATERIALIZED (${looked})`;
  const answer = [returned(of, told), ...columns.map((column) => `${WAS}.${column}`)].join(', ');
  const text = `${change} FROM ${WAS} WHERE ${sql}.${key} = ${WAS}."key" RETURNING ${answer}`;
  return whole([was, moved(of, told, text, columns)], of, told, columns, scope);
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

/** What the outbox wants of a row that is changed. */
interface Told {
  /** As SQL of the row, and under which names the statement behind it finds that. */
  readonly given: readonly string[];
  readonly names: readonly string[];
  /** Of each event; undefined: nothing is kept of what it carries. */
  readonly carried: readonly (Carried | undefined)[];
}

function toldOf({ events, table }: Pick<Change, 'events' | 'table'>, scope: Scope): Told {
  const { sql, key } = tableOf(scope.schema, table);
  const given = [`${sql}.${key}`, keptRow(table, scope)];
  const names = ['"key"', '"row"'];
  const carried = events.map((emit, place): Carried | undefined => {
    const own = carriedBy(emit, table, scope);
    if (!own) return undefined;
    // Several may carry the same.
    const before = given.indexOf(own.payload);
    if (before !== -1) return { payload: names[before]!, shape: own.shape };
    given.push(own.payload);
    names.push(`"payload ${place}"`);
    return { payload: `"payload ${place}"`, shape: own.shape };
  });
  return { given, names, carried };
}

/** What the statement answers, then what the outbox wants of the row. */
function returned({ returning }: Change, { given }: Told): string {
  return [returning, ...given].join(', ');
}

/** Column names by place; where nothing is answered, one column represents the row. */
function answers({ answer = [] }: Change): readonly string[] {
  return Array.from({ length: Math.max(1, answer.length) }, (_, place) => `"${place}"`);
}

function moved(of: Change, { names }: Told, text: string, more: readonly string[]): string {
  return `${MOVED}(${[...answers(of), ...names, ...more].join(', ')}) AS (${text})`;
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
  const shape = tableOf(scope.schema, of.table);
  const own: Scope = { ...scope, own: { shape, name: shape.sql } };
  const isTold = of.events.length > 0;
  const told: Told = isTold ? toldOf(of, own) : { given: [`${shape.sql}.${shape.key}`], names: ['"key"'], carried: [] };
  const made = `${MOVED}(${told.names.join(', ')}) AS (${of.change} RETURNING ${told.given.join(', ')})`;
  const joined = `JOIN "_each" ON "_each"."key" = ${MOVED}."key"`;
  const all = whens.map((when) => when ?? scope.schema.dialect.truth(true));
  const sent = isTold ? [sending({ ...of, every: true }, told, all, scope, joined)] : [];
  const answers = [`${MOVED}."key"`, '"_each"."key"', ...of.answers].join(', ');
  return `WITH ${[of.each, made, ...sent].join(', ')} SELECT ${answers} FROM "_each" LEFT ${`JOIN ${MOVED} ON "_each"."key" = ${MOVED}."key"`} ORDER BY "_each"."#"`;
}

function whole(parts: readonly string[], of: Change, told: Told, whens: readonly string[], scope: Scope): string {
  return `WITH ${[...parts, sending(of, told, whens, scope)].join(', ')} SELECT ${[...answers(of), ...(of.isKeyed ? ['"key"'] : [])].join(', ')} FROM ${MOVED}`;
}

/** One statement writes all events, so that they are in the outbox in their order. `joined`: what else their conditions name. */
function sending(
  of: Pick<Change, 'events' | 'table' | 'every'>,
  { carried }: Told,
  whens: readonly string[],
  scope: Scope,
  joined = '',
): string {
  const carries = carried.some((each) => each !== undefined);
  const events = of.events.map(({ event, by }, place) => {
    const { payload = NOTHING, shape = NOTHING } = carried[place] ?? {};
    const more = carries ? [`CAST(${payload} AS text)`, `CAST(${shape} AS text)`] : [];
    return `(${[place, asText(event, scope), asText(by, scope), whens[place], ...more].join(', ')})`;
  });
  const given: Given = {
    event: `${EVENT}."event"`,
    by: `${EVENT}."by"`,
    key: `${MOVED}."key"`,
    row: `${MOVED}."row"`,
    carried: carries ? { payload: `${EVENT}."payload"`, shape: `${EVENT}."shape"` } : undefined,
    // One request sends them all.
    traced: of.events[0]?.traced,
  };
  const names = ['"place"', '"event"', '"by"', '"goes"', ...(carries ? ['"payload"', '"shape"'] : [])].join(', ');
  const from = `FROM ${MOVED} ${joined} CROSS JOIN LATERAL (VALUES ${events.join(', ')}) AS ${EVENT}(${names})`;
  const order = of.every === true || events.length > 1 ? ` ORDER BY ${MOVED}."key", ${EVENT}."place"` : '';
  return `"_sent" AS (${insertInto(given, of.table, scope)} ${from} WHERE ${EVENT}."goes"${order})`;
}

const NOTHING = 'NULL';

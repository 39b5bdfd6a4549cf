// The steps `update` and `put`. Input: the step of a plan. Output: a function from bindings to the changed rows, or to the cause
// of the first guard that fails. One guarded UPDATE; why not is asked only when it changed nothing.

import type { ColumnValue, Step } from '../../plan/steps.ts';
import { searches } from '../../sql/walk.ts';
import type { Bindings, Row } from '../store.ts';
import { anyFails, guarded, whyNot } from './guards.ts';
import { insert } from './insert.ts';
import { columnOf, condition, output, scopeOf, shapeOfColumn, stored, tableOf } from './print.ts';
import type { Scope } from './print.ts';
import { sending, type Sending } from './outbox.ts';
import { answered } from './answered.ts';
import { byKey, isReadAgain } from './reads.ts';
import type { Ran, RunStep } from './ran.ts';
import { VERSION } from './schema.ts';
import type { TableShape } from './schema.ts';
import { eventsOf, updateWith } from './with-events.ts';
import { OWN_KEY, slugFinder, withSlugParameter } from './slug.ts';
import { ComeBetween } from './statement.ts';
import type { Effect, Preparing, Statement } from './statement.ts';
import { inTheWay, uniqueness } from './unique.ts';

export type Update = Extract<Step, { kind: 'update' }>;

/** Undefined: there is no row to change. */
type Change = (bindings: Bindings) => Effect<Ran | undefined>;

type Write = (bindings: Bindings) => Effect<readonly Row[]>;

export function update(on: Preparing, step: Update): RunStep {
  const change = changer(on, step);
  const absent: Ran = { refused: step.absent };
  return function* (bindings) {
    return (yield* change(bindings)) ?? absent;
  };
}

export function put(on: Preparing, step: Extract<Step, { kind: 'put' }>): RunStep {
  const change = changer(on, step.update);
  const create = insert(on, step.insert);
  const moved = moving(on, step);
  return function* (bindings, before) {
    const changed = yield* change(bindings);
    if (changed) return changed;
    const created = yield* create(bindings, before);
    if (created.refused !== undefined && (yield* moved(created.refused, bindings)))
      throw new ComeBetween(`a row of ${step.update.table} was made or removed by another`);
    return created;
  };
}

/**
 * Was a row refused only because of what another transaction did meanwhile? The row is there now; or it was in the way of
 * an index, and is gone again.
 */
function moving(
  on: Preparing,
  { update: { table, where }, insert: { values } }: Extract<Step, { kind: 'put' }>,
): (refused: string, bindings: Bindings) => Effect<boolean> {
  const shape = tableOf(on.schema, table);
  const asking = (more: (scope: Scope) => string): Statement => {
    const scope = scopeOf(on.schema, table, false);
    const own: Scope = { ...scope, own: { shape, name: shape.sql } };
    const there = `EXISTS (SELECT 1 FROM ${shape.sql} WHERE ${condition(where, own)})`;
    return on.prepare({ sql: `SELECT 1 WHERE ${there}${more(scope)}`, args: scope.places.args }, { one: true });
  };
  const there = asking(() => '');
  const eitherWay = asking((scope) => {
    const found = inTheWay(shape, values, scope);
    return found === undefined ? '' : ` OR NOT (${found})`;
  });
  const taken = new Set(shape.unique.map(({ index }) => index.cause));
  return function* (refused, bindings) {
    return (yield { statement: taken.has(refused) ? eitherWay : there, bindings }).length > 0;
  };
}

function changer(on: Preparing, step: Update): Change {
  const shape = tableOf(on.schema, step.table);
  const slugs = step.set.filter((each) => each.slug);
  const write = writeOf(on, step, shape, slugs);
  const taken = uniqueness(on, shape, step.set, step.where);
  const why = step.every ? undefined : whyNot(on, step.table, step.where, step.guards, step.moves);
  const fails = step.every && step.guards.length > 0 ? anyFails(on, step) : undefined;
  // A row with a slug has its events in its turn.
  const events = slugs.length > 0 && !isAsItIs(step) ? undefined : sendingOf(on, step, false);
  const done: Ran = { outcome: step.outcome };
  const nothing: Ran = step.quiet ? { outcome: 'unchanged' } : done;
  return function* (bindings) {
    const failing = fails && (yield* fails(bindings));
    if (failing !== undefined) return failing;
    const before = events && (yield* events.before(bindings));
    let rows: readonly Row[];
    try {
      rows = yield* write(bindings);
    } catch (error) {
      return yield* taken(error, bindings);
    }
    if (rows.length === 0 && why) return yield* why(bindings);
    if (events && before) rows = yield* events.send(bindings, before, rows);
    if (rows.length === 0 && step.every && step.answer === undefined) return nothing;
    return step.answer === undefined ? done : { rows, outcome: step.outcome };
  };
}

/** `oneRow`: as of `statementOf`. */
function sendingOf(on: Preparing, step: Update, oneRow: boolean): Sending | undefined {
  const { key } = tableOf(on.schema, step.table);
  return sending(on, step.table, eventsOf(on, step).beside, (scope) => {
    const where = guarded(step.where, step.guards, scope);
    return oneRow ? `${where} AND ${key} = ${scope.places.name(OWN_KEY)}` : where;
  });
}

function writeOf(on: Preparing, step: Update, shape: TableShape, slugs: readonly ColumnValue[]): Write {
  if (isAsItIs(step)) return asItIs(on, step, shape);
  return slugs.length === 0 ? statementOf(on, step, shape, false) : perRow(on, step, shape, slugs);
}

/** The row is answered, and nothing of it is written. */
function isAsItIs({ outcome }: Update): boolean {
  return outcome === 'unchanged' || outcome === 'repeated';
}

function asItIs(on: Preparing, step: Update, shape: TableShape): Write {
  const scope = scopeOf(on.schema, step.table);
  const { sql, big } = answered(step.answer ?? [], scope);
  const text = `SELECT ${sql} FROM ${shape.sql} WHERE ${guarded(step.where, step.guards, scope)}`;
  const statement = on.prepare({ sql: text, args: scope.places.args }, { big, one: true });
  return function* (bindings) {
    return yield { statement, bindings };
  };
}

/** `oneRow`: of all that match, only the row whose key is bound. Where events are sent beside it, the rows end in their keys. */
function statementOf(on: Preparing, step: Update, shape: TableShape, oneRow: boolean): Write {
  const scope = scopeOf(on.schema, step.table);
  const set = step.set
    .map(withSlugParameter)
    .map((each) => `${columnOf(shape, each.column)} = ${assigned(each, shape, scope)}`);
  const version = columnOf(shape, VERSION);
  if (!step.set.some((each) => each.column === VERSION)) set.push(`${version} = ${shape.sql}.${version} + 1`);
  const key = oneRow ? ` AND ${shape.key} = ${scope.places.name(OWN_KEY)}` : '';
  const where = `${guarded(step.where, step.guards, scope)}${key}`;
  const around = step.answer?.some((each) => searches(each.expr)) === true;
  const later = (step.every && around) || isReadAgain(on, step.table, step.answer);
  const { sql, big } = later ? { sql: shape.key, big: false } : answered(step.answer ?? [], scope);
  const { within, beside } = eventsOf(on, step);
  const change = `UPDATE ${shape.sql} SET ${set.join(', ')}`;
  const told = beside.length > 0 && !later ? `${sql}, ${shape.key}` : sql;
  const text =
    within.length > 0
      ? updateWith(change, where, { ...step, events: within, returning: sql }, scope)
      : `${change} WHERE ${where} RETURNING ${told}`;
  const statement = on.prepare({ sql: text, args: scope.places.args }, { big, one: !step.every });
  // RETURNING sees neighbours half changed, or not yet; the answer shows all as they are after the effect.
  const read = later ? byKey(on, step.table, step.answer) : undefined;
  return function* (bindings) {
    const rows = yield { statement, bindings };
    if (!read) return rows;
    const after: Row[] = [];
    for (const [key = null] of rows)
      for (const row of yield* read(bindings, key)) after.push(beside.length > 0 ? [...row, key] : row);
    return after;
  };
}

function assigned(each: ColumnValue, shape: TableShape, scope: Scope): string {
  const column = shapeOfColumn(shape, each.column);
  const given = stored(each.value, column, scope);
  if (!each.merge) return given;
  const own = `${shape.sql}.${column.sql}`;
  const merged = scope.schema.dialect.merge(own, given);
  return each.merge === true
    ? merged
    : `CASE WHEN ${condition(each.merge.where, scope)} THEN ${merged} ELSE ${own} END`;
}

/** A slug depends on the other rows: each row is looked at, gets its slug, is changed, and sends its events. */
function perRow(on: Preparing, step: Update, shape: TableShape, slugs: readonly ColumnValue[]): Write {
  const scope = scopeOf(on.schema, step.table);
  const wanted = slugs.map((each) => output(each.value, scope));
  const where = guarded(step.where, step.guards, scope);
  const text = `SELECT ${[shape.key, ...wanted].join(', ')} FROM ${shape.sql} WHERE ${where}`;
  const found = on.prepare({ sql: text, args: scope.places.args });
  const free = slugs.map((each, place) => slugFinder(on, shape, each, `wanted ${place}`));
  const write = statementOf(on, step, shape, true);
  const events = sendingOf(on, step, true);
  return function* (bindings) {
    const rows: Row[] = [];
    for (const row of yield { statement: found, bindings }) {
      let bound: Bindings = { ...bindings, [OWN_KEY]: row[0] ?? null };
      for (const [i, find] of free.entries()) bound = yield* find({ ...bound, [`wanted ${i}`]: row[i + 1] ?? null });
      const before = events && (yield* events.before(bound));
      const written = yield* write(bound);
      rows.push(...(events && before ? yield* events.send(bound, before, written) : written));
    }
    return rows;
  };
}

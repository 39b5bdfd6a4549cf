// The step `delete`. Input: the step of a plan. Output: a function from bindings to the rows as they were, or to the cause of the
// first guard that fails; what is deleted with a row goes first. Notation, part 2 "When deleted".

import type { Step } from '../../plan/steps.ts';
import { columnsOf, searches, searchesTable } from '../../sql/walk.ts';
import type { Bindings, Row } from '../store.ts';
import { anyFails, guarded, whyNot } from './guards.ts';
import { sendingAlong, sendingBefore } from './outbox.ts';
import { aliasOf, condition, output, scopeOf, tableOf } from './print.ts';
import type { Scope } from './print.ts';
import { answered } from './answered.ts';
import type { Ran, RunStep } from './ran.ts';
import { deleteWith, eventsOf, locksFirst } from './with-events.ts';
import type { Effect, Preparing, Statement } from './statement.ts';

export type Delete = Extract<Step, { kind: 'delete' }>;

type Write = (bindings: Bindings) => Effect<readonly Row[]>;

export function remove(on: Preparing, step: Delete): RunStep {
  const looksAround = step.answer?.some((each) => searches(each.expr)) === true;
  // An answer that searches tables shows them as they were: it is read before anything goes.
  const write =
    step.cascade.length === 0 && !looksAround
      ? atOnce(on, step)
      : isByTable(step)
        ? byTable(on, step)
        : inTurn(on, step);
  const why = step.every ? undefined : whyNot(on, step.table, step.where, step.guards, step.moves);
  const fails = step.every && step.guards.length > 0 ? anyFails(on, step) : undefined;
  const send = sendingBefore(on, step.table, eventsOf(on, step).beside, (scope, also) =>
    condition({ kind: 'and', items: [step.where, ...step.guards.map(({ where }) => where), ...also] }, scope),
  );
  const outcome = step.outcome ?? 'deleted';
  const done: Ran = { outcome };
  const nothing: Ran = step.quiet ? UNCHANGED : done;
  return function* (bindings) {
    const failing = fails && (yield* fails(bindings));
    if (failing !== undefined) return failing;
    if (send) yield* send(bindings);
    const rows = yield* write(bindings);
    if (rows.length === 0 && why) {
      const refused = yield* why(bindings);
      if (refused !== undefined) return refused;
      if (!step.ifThere) return { refused: step.absent };
      return step.answer === undefined ? UNCHANGED : { rows: [], outcome: 'unchanged' };
    }
    on.grow(step.table, -rows.length);
    if (rows.length === 0 && step.answer === undefined) return nothing;
    return step.answer === undefined ? done : { rows, outcome };
  };
}

const UNCHANGED: Ran = { outcome: 'unchanged' };

function atOnce(on: Preparing, step: Delete): Write {
  const shape = tableOf(on.schema, step.table);
  const scope = scopeOf(on.schema, step.table);
  const where = guarded(step.where, step.guards, scope);
  const { sql, big } = answered(step.answer ?? [], scope);
  const { within } = eventsOf(on, step);
  const change = `DELETE FROM ${shape.sql} WHERE ${where}`;
  const text =
    within.length > 0
      ? deleteWith(change, { ...step, events: within, returning: sql }, scope)
      : `${change} RETURNING ${sql}`;
  const statement = on.prepare({ sql: text, args: scope.places.args }, { big });
  const lock = locksFirst(on, step) ? locking(on, step) : undefined;
  return function* (bindings) {
    if (lock) yield { statement: lock, bindings };
    return yield { statement, bindings };
  };
}

/** What comes behind it sees all rows as they are when these do not change any more. */
function locking(on: Preparing, { table, where, guards }: Delete): Statement {
  const scope = scopeOf(on.schema, table);
  const text = `SELECT 1 FROM ${tableOf(on.schema, table).sql} WHERE ${guarded(where, guards, scope)}`;
  return on.prepare({ sql: `${text}${on.schema.dialect.locking}`, args: scope.places.args });
}

/** Reads the rows, then deletes what goes with each, then the row. */
function inTurn(on: Preparing, step: Delete): Write {
  const shape = tableOf(on.schema, step.table);
  const scope = scopeOf(on.schema, step.table);
  const kept = [
    ...new Map(step.cascade.flatMap((each) => columnsOf(each.where, ROW).map((column) => [column.column, column]))),
  ].map(([name, { type }]) => ({ name, sql: output({ kind: 'column', column: name, type }, scope) }));
  const { sql } = answered(step.answer ?? [], scope);
  const where = guarded(step.where, step.guards, scope);
  const text = `SELECT ${[shape.key, ...kept.map((each) => each.sql), sql].join(', ')} FROM ${shape.sql} WHERE ${where}`;
  const found = on.prepare({ sql: text, args: scope.places.args }, { big: true });
  const cascades = step.cascade.map((each) => ({ table: each.table, run: cascade(on, each) }));
  const going = scopeOf(on.schema, step.table);
  const itself = `DELETE FROM ${shape.sql} WHERE ${shape.key} = ${going.places.name(KEY)} RETURNING 1`;
  const own = on.prepare({ sql: itself, args: going.places.args }, { one: true });
  return function* (bindings) {
    const gone: Row[] = [];
    for (const row of yield { statement: found, bindings }) {
      const bound: Record<string, Bindings[string]> = { ...bindings, [KEY]: row[0] ?? null };
      for (const [place, { name }] of kept.entries()) bound[`${ROW}.${name}`] = row[place + 1] ?? null;
      for (const each of cascades) on.grow(each.table, -(yield* each.run(bound)));
      yield { statement: own, bindings: bound };
      gone.push(row.slice(1 + kept.length));
    }
    return gone;
  };
}

/** Many rows, and nothing that goes is looked for by what goes after it. */
function isByTable({ every, answer, guards, where, cascade, table }: Delete): boolean {
  if (!every || answer !== undefined || guards.length > 0 || searches(where)) return false;
  const isFree = (place: number): boolean =>
    [table, ...cascade.slice(0, place + 1).map((each) => each.table)].every(
      (each) => !searchesTable(cascade[place]!.where, each),
    );
  return cascade.every((_, place) => isFree(place));
}

/** All that goes with the rows, table by table, then the rows. */
function byTable(on: Preparing, step: Delete): Write {
  const shape = tableOf(on.schema, step.table);
  const taker = aliasOf(ROW, on);
  const cascades = step.cascade.map((each) => {
    const below = tableOf(on.schema, each.table);
    const alias = aliasOf(each.alias, on);
    const which = (base: Scope): string => {
      const sources = new Map([
        [each.alias, below],
        [ROW, shape],
      ]);
      const goes = condition(step.where, { ...base, own: { shape, name: taker } });
      const along = condition(each.where, { ...base, own: { shape: below, name: alias }, sources });
      // From the rows that go to what goes with them: SQLite keeps to the order of a CROSS JOIN.
      const found = `SELECT ${alias}.${below.key} FROM ${shape.sql} AS ${taker} CROSS JOIN ${below.sql} AS ${alias}`;
      return `FROM ${below.sql} WHERE ${below.key} IN (${found} WHERE ${goes} AND ${along})`;
    };
    const base = scopeOf(on.schema, each.table);
    const statement = on.prepare({ sql: `DELETE ${which(base)} RETURNING 1`, args: base.places.args });
    return { table: each.table, statement, send: sendingAlong(on, each, below.sql, which) };
  });
  const own = atOnce(on, step);
  return function* (bindings) {
    for (const { table, statement, send } of cascades) {
      yield* send(bindings);
      on.grow(table, -(yield { statement, bindings }).length);
    }
    return yield* own(bindings);
  };
}

/** The source under which a cascade names the row that goes, and the binding of its key. */
const ROW = 'row';
const KEY = 'key of the row';

/** Answers how many rows went. */
function cascade(on: Preparing, each: Delete['cascade'][number]): (bindings: Bindings) => Effect<number> {
  const shape = tableOf(on.schema, each.table);
  const alias = aliasOf(each.alias, on);
  const which = (base: Scope): string => {
    const scope: Scope = { ...base, own: { shape, name: alias }, sources: new Map([[each.alias, shape]]), bound: ROW };
    return `FROM ${shape.sql} AS ${alias} WHERE ${condition(each.where, scope)}`;
  };
  const base = scopeOf(on.schema, each.table);
  const statement = on.prepare({ sql: `DELETE ${which(base)} RETURNING 1`, args: base.places.args });
  // What an event carries may look for rows by an alias like this one.
  const send = sendingAlong(
    on,
    each,
    shape.sql,
    (scope) => `FROM ${shape.sql} WHERE ${shape.key} IN (SELECT ${alias}.${shape.key} ${which(scope)})`,
  );
  return function* (bindings) {
    yield* send(bindings);
    return (yield { statement, bindings }).length;
  };
}

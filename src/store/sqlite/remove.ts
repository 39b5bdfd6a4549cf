// The step `delete`. In: the step of a plan. Out: a function from bindings to the rows as they were, or to the cause of
// the first guard that fails; what goes with a row goes first. Notation, part 2 "When deleted".

import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '../../plan/steps.ts';
import { columnsOf, searches } from '../../sql/walk.ts';
import type { Bindings, Row } from '../store.ts';
import { anyFails, guarded, whyNot } from './guards.ts';
import { columnOf, condition, scopeOf, tableOf } from './print.ts';
import type { Scope } from './print.ts';
import { answered } from './reads.ts';
import type { Ran, RunStep } from './reads.ts';
import { quote } from './schema.ts';
import type { Schema } from './schema.ts';
import type { Counts } from './counts.ts';
import { prepare } from './statement.ts';

export type Delete = Extract<Step, { kind: 'delete' }>;

export function remove(database: DatabaseSync, schema: Schema, step: Delete, counts: Counts): RunStep {
  const looksAround = step.answer?.some((each) => searches(each.expr)) === true;
  // An answer that searches tables shows them as they were: it is read before anything goes.
  const write =
    step.cascade.length > 0 || looksAround ? inTurn(database, schema, step, counts) : atOnce(database, schema, step);
  const why = step.every ? undefined : whyNot(database, schema, step.table, step.where, step.guards);
  const fails = step.every ? anyFails(database, schema, step.table, step.where, step.guards) : undefined;
  const done: Ran = { outcome: 'deleted' };
  return (bindings) => {
    const failing = fails?.(bindings);
    if (failing !== undefined) return failing;
    const rows = write(bindings);
    if (rows.length === 0 && why) {
      const refused = why(bindings);
      if (refused !== undefined) return refused;
      if (!step.ifThere) return { refused: step.absent };
      return step.answer === undefined ? UNCHANGED : { rows: [], outcome: 'unchanged' };
    }
    counts.grow(step.table, -rows.length);
    return step.answer === undefined ? done : { rows, outcome: 'deleted' };
  };
}

const UNCHANGED: Ran = { outcome: 'unchanged' };

function atOnce(database: DatabaseSync, schema: Schema, step: Delete): (bindings: Bindings) => readonly Row[] {
  const shape = tableOf(schema, step.table);
  const scope = scopeOf(schema, step.table);
  const where = guarded(step.where, step.guards, scope);
  const { sql, big } = answered(step.answer ?? [], scope);
  const text = `DELETE FROM ${shape.sql} WHERE ${where} RETURNING ${sql}`;
  const statement = prepare(database, { sql: text, args: scope.places.args }, big);
  return (bindings) => statement.all(bindings);
}

/** Looks at the rows, then takes what goes with each, then the row. */
function inTurn(
  database: DatabaseSync,
  schema: Schema,
  step: Delete,
  counts: Counts,
): (bindings: Bindings) => readonly Row[] {
  const shape = tableOf(schema, step.table);
  const scope = scopeOf(schema, step.table);
  const used = [...new Set(step.cascade.flatMap((each) => columnsOf(each.where, ROW).map((column) => column.column)))];
  const kept = used.map((column) => `${shape.sql}.${columnOf(shape, column)}`);
  const { sql } = answered(step.answer ?? [], scope);
  const where = guarded(step.where, step.guards, scope);
  const text = `SELECT ${[shape.key, ...kept, sql].join(', ')} FROM ${shape.sql} WHERE ${where}`;
  const found = prepare(database, { sql: text, args: scope.places.args }, true);
  const cascades = step.cascade.map((each) => ({ table: each.table, run: cascade(database, schema, each) }));
  const own = prepare(
    database,
    { sql: `DELETE FROM ${shape.sql} WHERE ${shape.key} = ?1 RETURNING 1`, args: [{ name: KEY }] },
    false,
  );
  return (bindings) =>
    found.all(bindings).map((row) => {
      const bound: Record<string, Bindings[string]> = { ...bindings, [KEY]: row[0] ?? null };
      for (const [place, column] of used.entries()) bound[`${ROW}.${column}`] = row[place + 1] ?? null;
      for (const each of cascades) counts.grow(each.table, -each.run(bound));
      own.get(bound);
      return row.slice(1 + used.length);
    });
}

/** The source under which a cascade names the row that goes, and the binding of its key. */
const ROW = 'row';
const KEY = 'key of the row';

/** Answers how many rows went. */
function cascade(
  database: DatabaseSync,
  schema: Schema,
  each: Delete['cascade'][number],
): (bindings: Bindings) => number {
  const shape = tableOf(schema, each.table);
  const alias = quote(each.alias);
  const base = scopeOf(schema, each.table);
  const scope: Scope = { ...base, own: { shape, name: alias }, sources: new Map([[each.alias, shape]]), bound: ROW };
  const text = `DELETE FROM ${shape.sql} AS ${alias} WHERE ${condition(each.where, scope)} RETURNING 1`;
  const statement = prepare(database, { sql: text, args: scope.places.args }, false);
  return (bindings) => statement.all(bindings).length;
}

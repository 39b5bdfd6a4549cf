// The step `insert`. In: the step of a plan. Out: a function from bindings to the new row, or to the first check that
// fails, or to the cause of the unique index that the row meets. plan/steps.ts says what it answers.

import type { DatabaseSync } from 'node:sqlite';
import type { ColumnValue, Guard, Step } from '../../plan/steps.ts';
import type { Expr } from '../../sql/expression.ts';
import type { Bindings } from '../store.ts';
import { refusedBy, type Refused } from './guards.ts';
import { condition, scopeOf, tableOf, value } from './print.ts';
import type { Scope } from './print.ts';
import { answered } from './reads.ts';
import type { Ran, RunStep } from './reads.ts';
import type { Schema, TableShape } from './schema.ts';
import type { Counts } from './counts.ts';
import { slugFinder, slugParameter } from './slug.ts';
import { prepare } from './statement.ts';
import { uniqueness } from './unique.ts';

export type Insert = Extract<Step, { kind: 'insert' }>;

export function insert(database: DatabaseSync, schema: Schema, step: Insert, counts: Counts): RunStep {
  const shape = tableOf(schema, step.table);
  const slugs = step.values.filter((each) => each.slug);
  const values = step.values.map(withSlugParameter);
  const scope = scopeOf(schema, step.table, false);
  const columns = values.map((each) => shape.columns.get(each.column)?.sql ?? each.column);
  const given = values.map((each) => value(each.value, scope));
  const checks = step.checks.map((check) => condition(check.where, scope));
  // The values come from no row, so what is answered may name the columns of the new one.
  const own: Scope = { ...scope, own: { shape, name: shape.sql } };
  const { sql, big } = answered(step.answer ?? [], own);
  const source =
    checks.length === 0 ? `VALUES (${given.join(', ')})` : `SELECT ${given.join(', ')} WHERE ${checks.join(' AND ')}`;
  const into =
    columns.length === 0
      ? `INSERT INTO ${shape.sql} DEFAULT VALUES`
      : `INSERT INTO ${shape.sql} (${columns.join(', ')}) ${source}`;
  const statement = prepare(database, { sql: `${into} RETURNING ${sql}`, args: scope.places.args }, big);
  const failing = firstFailing(database, schema, shape, step.checks);
  const taken = uniqueness(database, schema, shape, step.values, undefined);
  const free = slugs.map((each) => slugFinder(database, schema, shape, each, undefined));
  const answers = step.answer !== undefined;
  return (bindings) => {
    let bound = bindings;
    for (const find of free) bound = find(bound);
    try {
      const row = statement.get(bound);
      if (row === undefined) return failing(bound);
      counts.grow(step.table, 1);
      return answers ? { rows: [row], outcome: 'created' } : CREATED;
    } catch (error) {
      return taken(error, bound);
    }
  };
}

const CREATED: Ran = { outcome: 'created' };

/** The checks that are not true; the insert that asked had one. */
function firstFailing(
  database: DatabaseSync,
  schema: Schema,
  shape: TableShape,
  checks: readonly Guard[],
): (bindings: Bindings) => Refused {
  if (checks.length === 0) {
    return () => {
      throw new Error(`nothing was inserted into ${shape.table.name}`);
    };
  }
  const scope = scopeOf(schema, shape.table.name, false);
  const judged = checks.map((check) => `${condition(check.where, scope)} IS TRUE`);
  const statement = prepare(database, { sql: `SELECT ${judged.join(', ')}`, args: scope.places.args }, false);
  return (bindings) => {
    const row = statement.get(bindings);
    const refused = refusedBy(checks.filter((_, place) => row?.[place] === 0));
    if (!refused) throw new Error(`nothing was inserted into ${shape.table.name}, and every check holds`);
    return refused;
  };
}

/** A slug is found before the statement runs, and bound. */
export function withSlugParameter(each: ColumnValue): ColumnValue {
  if (!each.slug) return each;
  const parameter: Expr = { kind: 'parameter', name: slugParameter(each.column), type: 'text' };
  return { column: each.column, value: parameter };
}

// The steps `update` and `put`. In: the step of a plan. Out: a function from bindings to the changed rows, or to the
// cause of the first guard that fails. One guarded UPDATE; why not is asked only when it changed nothing (design, section 6).

import type { DatabaseSync } from 'node:sqlite';
import type { ColumnValue, Step } from '../../plan/steps.ts';
import type { SqlValue } from '../../sql/expression.ts';
import { searches } from '../../sql/walk.ts';
import type { Bindings, Row } from '../store.ts';
import { anyFails, guarded, whyNot } from './guards.ts';
import { insert, withSlugParameter } from './insert.ts';
import { columnOf, scopeOf, tableOf, value } from './print.ts';
import type { Scope } from './print.ts';
import { answered } from './reads.ts';
import type { Ran, RunStep } from './reads.ts';
import { VERSION } from './schema.ts';
import type { Schema, TableShape } from './schema.ts';
import type { Counts } from './counts.ts';
import { OWN_KEY, slugFinder } from './slug.ts';
import { prepare } from './statement.ts';
import { uniqueness } from './unique.ts';

export type Update = Extract<Step, { kind: 'update' }>;

/** Undefined: there is no row to change. */
type Change = (bindings: Bindings) => Ran | undefined;

export function update(database: DatabaseSync, schema: Schema, step: Update): RunStep {
  const change = changer(database, schema, step);
  const absent: Ran = { refused: step.absent };
  return (bindings) => change(bindings) ?? absent;
}

export function put(
  database: DatabaseSync,
  schema: Schema,
  step: Extract<Step, { kind: 'put' }>,
  counts: Counts,
): RunStep {
  const change = changer(database, schema, step.update);
  const create = insert(database, schema, step.insert, counts);
  return (bindings, before) => change(bindings) ?? create(bindings, before);
}

function changer(database: DatabaseSync, schema: Schema, step: Update): Change {
  const shape = tableOf(schema, step.table);
  const slugs = step.set.filter((each) => each.slug);
  const write =
    slugs.length === 0
      ? statementOf(database, schema, step, shape, false)
      : perRow(database, schema, step, shape, slugs);
  const taken = uniqueness(database, schema, shape, step.set, step.where);
  const why = step.every ? undefined : whyNot(database, schema, step.table, step.where, step.guards);
  const fails = step.every ? anyFails(database, schema, step.table, step.where, step.guards) : undefined;
  const done: Ran = { outcome: step.outcome };
  return (bindings) => {
    const failing = fails?.(bindings);
    if (failing !== undefined) return failing;
    try {
      const rows = write(bindings);
      if (rows.length > 0 || !why) return step.answer === undefined ? done : { rows, outcome: step.outcome };
    } catch (error) {
      return taken(error, bindings);
    }
    return why(bindings);
  };
}

/** `oneRow`: of all that match, only the row whose key is bound. */
function statementOf(
  database: DatabaseSync,
  schema: Schema,
  step: Update,
  shape: TableShape,
  oneRow: boolean,
): (bindings: Bindings) => readonly Row[] {
  const scope = scopeOf(schema, step.table);
  const set = step.set
    .map(withSlugParameter)
    .map((each) => `${columnOf(shape, each.column)} = ${assigned(each, scope)}`);
  const version = columnOf(shape, VERSION);
  if (!step.set.some((each) => each.column === VERSION)) set.push(`${version} = ${version} + 1`);
  const key = oneRow ? ` AND ${shape.key} = ${scope.places.name(OWN_KEY)}` : '';
  const where = `${guarded(step.where, step.guards, scope)}${key}`;
  const later = step.every && step.answer?.some((each) => searches(each.expr)) === true;
  const { sql, big } = later ? { sql: shape.key, big: false } : answered(step.answer ?? [], scope);
  const text = `UPDATE ${shape.sql} SET ${set.join(', ')} WHERE ${where} RETURNING ${sql}`;
  const statement = prepare(database, { sql: text, args: scope.places.args }, big);
  if (later) {
    // RETURNING sees each row's neighbours half changed; the answer shows all as they are after the effect.
    const read = byKey(database, schema, step);
    return (bindings) => statement.all(bindings).flatMap((row) => read(bindings, row[0] ?? null));
  }
  if (step.every) return (bindings) => statement.all(bindings);
  return (bindings) => {
    const row = statement.get(bindings);
    return row === undefined ? [] : [row];
  };
}

function byKey(
  database: DatabaseSync,
  schema: Schema,
  step: Update,
): (bindings: Bindings, key: SqlValue) => readonly Row[] {
  const scope = scopeOf(schema, step.table);
  const { sql, big } = answered(step.answer ?? [], scope);
  const { sql: table, key } = tableOf(schema, step.table);
  const text = `SELECT ${sql} FROM ${table} WHERE ${key} = ${scope.places.name(OWN_KEY)}`;
  const statement = prepare(database, { sql: text, args: scope.places.args }, big);
  return (bindings, own) => statement.all({ ...bindings, [OWN_KEY]: own });
}

function assigned(each: ColumnValue, scope: Scope): string {
  const given = value(each.value, scope);
  if (!each.merge || !scope.own) return given;
  // json_patch is RFC 7396; null stands for a column without a value. https://www.rfc-editor.org/rfc/rfc7396
  return `json_patch(coalesce(${scope.own.name}.${columnOf(scope.own.shape, each.column)}, '{}'), ${given})`;
}

/** A slug depends on the other rows: each row is looked at, gets its slug, and is changed. */
function perRow(
  database: DatabaseSync,
  schema: Schema,
  step: Update,
  shape: TableShape,
  slugs: readonly ColumnValue[],
): (bindings: Bindings) => readonly Row[] {
  const scope = scopeOf(schema, step.table);
  const wanted = slugs.map((each) => value(each.value, scope));
  const where = guarded(step.where, step.guards, scope);
  const text = `SELECT ${[shape.key, ...wanted].join(', ')} FROM ${shape.sql} WHERE ${where}`;
  const found = prepare(database, { sql: text, args: scope.places.args }, false);
  const free = slugs.map((each, place) => slugFinder(database, schema, shape, each, `wanted ${place}`));
  const write = statementOf(database, schema, step, shape, true);
  return (bindings) =>
    found.all(bindings).flatMap((row) => {
      let bound: Bindings = { ...bindings, [OWN_KEY]: row[0] ?? null };
      for (let i = 0; i < free.length; i++) {
        const find = free[i];
        if (find) bound = find({ ...bound, [`wanted ${i}`]: row[i + 1] ?? null });
      }
      return write(bound);
    });
}

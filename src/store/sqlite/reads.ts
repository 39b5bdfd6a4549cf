// The steps that only read. In: `find` and `list` of a plan. Out: functions from bindings to rows, or to the cause
// that there is none. plan/steps.ts says what each answers.

import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '../../plan/steps.ts';
import type { Expr, Select } from '../../sql/expression.ts';
import { typeOf } from '../../sql/walk.ts';
import type { Bindings, Row, StepOutcome } from '../store.ts';
import { scopeOf, selection, tableOf, value } from './print.ts';
import type { Printed, Scope } from './print.ts';
import type { ReadStep } from './reader-messages.ts';
import type { Schema } from './schema.ts';
import { OWN_KEY } from './slug.ts';
import { prepare } from './statement.ts';

/** What one step came to. */
export interface Ran {
  readonly refused?: string;
  /** Further causes that hold as well: other unique indexes, other references of the body. */
  readonly also?: readonly string[];
  readonly rows?: readonly Row[];
  readonly total?: number;
  readonly outcome?: StepOutcome;
}

/** `before`: what the last step that answered came to. */
export type RunStep = (bindings: Bindings, before: Ran) => Ran;

/** How reads are prepared: `ticks` where they run under a budget; `count` where the number of all rows is known. */
export interface Reading {
  readonly ticks: boolean;
  readonly count?: (table: string) => number;
}

export function isRead(step: Step): step is ReadStep {
  return step.kind === 'find' || step.kind === 'list';
}

export function prepareRead(database: DatabaseSync, schema: Schema, step: ReadStep, reading: Reading): RunStep {
  return step.kind === 'find' ? find(database, schema, step, reading) : list(database, schema, step, reading);
}

function find(
  database: DatabaseSync,
  schema: Schema,
  step: Extract<Step, { kind: 'find' }>,
  reading: Reading,
): RunStep {
  const { printed, big } = rowsOf(schema, step.select, reading.ticks, 1);
  const statement = prepare(database, printed, big);
  const absent: Ran = { refused: step.absent };
  return (bindings) => {
    const row = statement.get(bindings);
    return row === undefined ? absent : { rows: [row], outcome: 'found' };
  };
}

function list(
  database: DatabaseSync,
  schema: Schema,
  step: Extract<Step, { kind: 'list' }>,
  reading: Reading,
): RunStep {
  const { printed, big } = rowsOf(schema, step.select, reading.ticks);
  const statement = prepare(database, printed, big);
  if (!step.total) return (bindings) => ({ rows: statement.all(bindings), outcome: 'found' });
  const { table, where } = step.select;
  if (!where && reading.count) {
    const count = reading.count;
    return (bindings) => ({ rows: statement.all(bindings), total: count(table), outcome: 'found' });
  }
  const count = prepare(database, countOf(schema, step.select, reading.ticks), false);
  return (bindings) => ({
    rows: statement.all(bindings),
    total: Number(count.get(bindings)?.[0] ?? 0),
    outcome: 'found',
  });
}

/** The rows that were answered, as they are now; those that have gone, as they were. */
export function again(database: DatabaseSync, schema: Schema, step: Extract<Step, { kind: 'again' }>): RunStep {
  const scope = scopeOf(schema, step.table);
  const { sql, big } = answered(step.answer, scope);
  const { sql: table, key } = tableOf(schema, step.table);
  const text = `SELECT ${sql} FROM ${table} WHERE ${key} = ${scope.places.name(OWN_KEY)}`;
  const statement = prepare(database, { sql: text, args: scope.places.args }, big);
  const place = step.answer.findIndex(({ name }) => name === step.key);
  return (bindings, before) => ({
    ...before,
    rows: before.rows?.map((row) => statement.get({ ...bindings, [OWN_KEY]: row[place] ?? null }) ?? row) ?? [],
  });
}

/** `most`: no more rows than that are wanted, whatever the select says. */
function rowsOf(
  schema: Schema,
  select: Select,
  ticks: boolean,
  most?: number,
): { readonly printed: Printed; readonly big: boolean } {
  const scope: Scope = { ...scopeOf(schema, select.table), ticks };
  const { sql, big } = answered(select.columns, scope);
  const limit = most !== undefined && !select.limit ? ` LIMIT ${most}` : '';
  return { printed: { sql: `SELECT ${sql} ${selection(select, scope)}${limit}`, args: scope.places.args }, big };
}

/** All rows that match, without limit and offset. Without a condition SQLite counts pages, not rows: nothing to report. */
function countOf(schema: Schema, select: Select, ticks: boolean): Printed {
  const scope: Scope = { ...scopeOf(schema, select.table), ticks: ticks && select.where !== undefined };
  const whole: Select = { table: select.table, columns: [], where: select.where, order: [] };
  return { sql: `SELECT count(*) ${selection(whole, scope)}`, args: scope.places.args };
}

/** The columns of an answer, and whether one may hold integers beyond 2^53. */
export function answered(
  columns: readonly { readonly name: string; readonly expr: Expr }[],
  scope: Scope,
): { readonly sql: string; readonly big: boolean } {
  const sql = columns.map((column) => value(column.expr, scope)).join(', ');
  return { sql: sql === '' ? '1' : sql, big: columns.some((column) => isBig(column.expr, scope)) };
}

function isBig(expr: Expr, scope: Scope): boolean {
  if (expr.kind === 'count') return false;
  if (expr.kind === 'column') {
    const shape = expr.source === undefined ? scope.own?.shape : scope.sources.get(expr.source);
    return shape?.columns.get(expr.column)?.big ?? true;
  }
  const type = typeOf(expr);
  return type === 'integer' || type === 'decimal';
}

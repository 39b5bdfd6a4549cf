// What events carry, as SQL. Input: an event, the table of the row that it is about. Output: what the outbox keeps of it: texts and nulls in
// a JSON list, and the digest of the plan that shows them. Notation, part 6, Payload; decision 0068.

import type { CarriedPlan } from '../../plan/payload-plan.ts';
import type { Emit, Step } from '../../plan/steps.ts';
import type { Expr } from '../../sql/expression.ts';
import { searches, searchesTable, typeOf } from '../../sql/walk.ts';
import type { Result, Row } from '../store.ts';
import { shapeOf } from '../payload-shape.ts';
import { balanced } from './balanced.ts';
import { columnOf, scopeOf, shapeOfColumn, stored, tableOf, value, type Scope } from './print.ts';
import type { RunAll } from './run.ts';
import type { Schema } from './schema.ts';
import type { Preparing, Statement } from './statement.ts';

export const OUTBOX = '_outbox';

export interface Carried {
  /** A text of JSON. */
  readonly payload: string;
  readonly shape: string;
}

/** Of the row in `scope`; undefined: nothing is kept of what it carries. */
export function carriedBy({ event, late }: Emit, table: string, scope: Scope): Carried | undefined {
  const plan = planOf(scope.schema, event, table);
  if (!plan) return undefined;
  const outbox = tableOf(scope.schema, OUTBOX);
  const shape: Expr = { kind: 'literal', value: late ? null : shapeOf(plan).digest, type: 'text' };
  return { payload: list(plan.columns, scope), shape: stored(shape, shapeOfColumn(outbox, 'shape'), scope) };
}

function planOf(schema: Schema, event: string, table: string): CarriedPlan | undefined {
  const { payloads = [] } = tableOf(schema, OUTBOX).table;
  const found = payloads.find((one) => one.event === event && one.resource === table);
  return found && 'columns' in found ? found : undefined;
}

/** As the outbox keeps it. */
export function asJson(payload: string, { schema }: Pick<Scope, 'schema'>): string {
  return schema.dialect.into({ sql: payload, type: 'json' }, shapeOfColumn(tableOf(schema, OUTBOX), 'payload'));
}

/** Does what one of them carries look at other rows; of that table, where one is named? */
export function looksAround(schema: Schema, emits: readonly Emit[], of: string, table?: string): boolean {
  return emits.some(({ event }) =>
    planOf(schema, event, of)?.columns.some(({ expr }) => (table ? searchesTable(expr, table) : searches(expr))),
  );
}

function list(columns: CarriedPlan['columns'], scope: Scope): string {
  const parts = columns.map(
    ({ expr }, place) => `'${place === 0 ? '[' : ','}' || coalesce(${member(expr, scope)}, 'null')`,
  );
  return parts.length === 0 ? `'[]'` : `(${balanced(parts, ' || ')} || ']')`;
}

/** As a JSON string. */
function member(expr: Expr, scope: Scope): string {
  const { dialect } = scope.schema;
  const operand = { sql: value(expr, scope), type: typeOf(expr) };
  switch (operand.type) {
    case 'text':
    case 'json':
    case 'instant':
    case 'date':
      return dialect.quoted(operand);
    default:
      return `'"' || ${dialect.text(operand, 0)} || '"'`;
  }
}

/** The steps run; what looks at rows that the last of them have changed is made once more. */
export function withLate(on: Preparing, steps: readonly Step[], run: RunAll): RunAll {
  const late = new Map<string, Statement>();
  for (const step of steps)
    for (const { table, emits = [] } of step.kind === 'put'
      ? [step.update, step.insert]
      : 'emits' in step
        ? [step]
        : [])
      for (const emit of emits) {
        const plan = emit.late && planOf(on.schema, emit.event, table);
        if (plan) late.set(JSON.stringify([emit.event, table]), making(on, plan));
      }
  if (late.size === 0) return run;
  const outbox = tableOf(on.schema, OUTBOX);
  const last = on.prepare({ sql: `SELECT max(${outbox.key}) FROM ${outbox.sql}`, args: [] }, { one: true });
  return function* (bindings) {
    const [before]: readonly Row[] = yield { statement: last, bindings };
    const result: Result = yield* run(bindings);
    if (result.kind !== 'done') return result;
    const bound = { ...bindings, ...result.bound, [LAST]: before?.[0] ?? 0 };
    for (const statement of late.values()) yield { statement, bindings: bound, unread: true };
    return result;
  };
}

const LAST = 'last event before';

function text(given: string): Expr {
  return { kind: 'literal', value: given, type: 'text' };
}

/** Of those that this transaction has written: only they have a payload without its shape. */
function making(on: Preparing, plan: CarriedPlan): Statement {
  const outbox = tableOf(on.schema, OUTBOX);
  const of = tableOf(on.schema, plan.resource);
  const scope = scopeOf(on.schema, plan.resource);
  const column = (name: string): string => `${outbox.sql}.${columnOf(outbox, name)}`;
  const kept = (name: string, expr: Expr): string => stored(expr, shapeOfColumn(outbox, name), scope);
  const now = `(SELECT ${list(plan.columns, scope)} FROM ${of.sql} WHERE ${of.sql}.${of.key} = ${column('key')})`;
  const set = [
    `${columnOf(outbox, 'payload')} = coalesce(${asJson(now, scope)}, ${column('payload')})`,
    `${columnOf(outbox, 'shape')} = ${kept('shape', text(shapeOf(plan).digest))}`,
  ].join(', ');
  const where = [
    `${outbox.sql}.${outbox.key} > ${scope.places.name(LAST)}`,
    `${column('event')} = ${kept('event', text(plan.event))}`,
    `${column('resource')} = ${kept('resource', text(plan.resource))}`,
    `${column('payload')} IS NOT NULL`,
    `${column('shape')} IS NULL`,
  ].join(' AND ');
  return on.prepare({ sql: `UPDATE ${outbox.sql} SET ${set} WHERE ${where}`, args: scope.places.args });
}

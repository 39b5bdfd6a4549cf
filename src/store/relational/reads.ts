// The steps that only read. Input: `find` and `list` of a plan. Output: functions from bindings to rows, or to the cause that
// there is none. plan/steps.ts says what each answers.

import type { Answered, Guard, Step } from '../../plan/steps.ts';
import type { Select, SqlValue } from '../../sql/expression.ts';
import { compileCondition } from '../../sql/evaluate.ts';
import { searches, searchesTable } from '../../sql/walk.ts';
import type { Bindings, Row } from '../store.ts';
import { answered, rowsOf } from './answered.ts';
import { every, holds, refusedBy, whyNot } from './guards.ts';
import { list } from './lists.ts';
import { condition, output, scopeOf, tableOf } from './print.ts';
import type { Printed, Scope } from './print.ts';
import type { Ran, Reading, ReadStep, RunStep } from './ran.ts';
import type { Schema } from './schema.ts';
import { selection } from './selection.ts';
import { OWN_KEY } from './slug.ts';
import type { Effect, Preparing } from './statement.ts';
import { free } from './unique.ts';

export function isRead(step: Step): step is ReadStep {
  return step.kind === 'find' || step.kind === 'list' || step.kind === 'bind' || step.kind === 'free';
}

export function prepareRead(on: Preparing, step: ReadStep, reading: Reading): RunStep {
  switch (step.kind) {
    case 'find':
      return find(on, step, reading);
    case 'list':
      return list(on, step, reading);
    case 'bind':
      return bind(on, step);
    case 'free':
      return free(on, step);
  }
}

type Find = Extract<Step, { kind: 'find' }>;

function find(on: Preparing, step: Find, reading: Reading): RunStep {
  const { guards = [] } = step;
  const { table, where = { kind: 'true' } } = step.select;
  const select = guards.length === 0 ? step.select : { ...step.select, where: every(where, guards) };
  const { printed, big } = rowsOf(on.schema, select, reading.ticks, { most: 1 });
  const statement = on.prepare(step.or ? anyOf(on.schema, step, step.or, reading.ticks) : printed, { big, one: true });
  const absent: Ran = step.ifThere ? {} : { refused: step.absent };
  const why = guards.length === 0 ? undefined : whyNot(on, table, where, guards, step.moves);
  return function* (bindings) {
    const rows = yield { statement, bindings };
    if (rows.length > 0) return { rows, outcome: 'found' };
    return (why && (yield* why(bindings))) ?? absent;
  };
}

const NO_ROW: Row = [];
const NO_COLUMNS = {};

/** One statement for one row, or for none. A condition that needs no store is judged here. */
function bind(on: Preparing, step: Extract<Step, { kind: 'bind' }>): RunStep {
  const { from, values, guards, outcome } = step;
  const scope = scopeOf(on.schema, from?.table);
  const { sql, big } = answered(values, scope);
  const { texts, failing } = judgedWith(guards, scope);
  const rows =
    from &&
    ` FROM ${tableOf(on.schema, from.table).sql} WHERE ${condition(from.where, scope)} LIMIT 1${step.locks ? on.schema.dialect.locking : ''}`;
  const text = `SELECT ${[sql, ...texts].join(', ')}${rows ?? ''}`;
  const statement = on.prepare({ sql: text, args: scope.places.args }, { big, one: true });
  const first = Math.max(values.length, 1);
  const names = values.map(({ name }) => name);
  const done: Ran = outcome === undefined ? {} : { outcome };
  return function* (bindings) {
    const row = (yield { statement, bindings })[0] ?? NO_ROW;
    const bound: Record<string, SqlValue> = { ...bindings };
    for (let place = 0; place < names.length; place++) bound[names[place]!] = row[place] ?? null;
    return refusedBy(failing(row, first, bound)) ?? { ...done, bound };
  };
}

interface JudgedWith {
  /** Columns of the statement, for the guards that search. */
  readonly texts: readonly string[];
  /** `first`: the place of the first of these columns in the row. */
  failing(row: Row, first: number, bound: Bindings): readonly Guard[];
}

/** Guards that are judged with what a statement binds: those that search by the engine, the others here. */
export function judgedWith(guards: readonly Guard[], scope: Scope): JudgedWith {
  const asked = guards.filter(({ where }) => searches(where));
  const checks = guards.map((guard): ((row: Row, first: number, bound: Bindings) => boolean) => {
    const place = asked.indexOf(guard);
    if (place !== -1) return (row, first) => Number(row[first + place]) !== 0;
    const isTrue = compileCondition(guard.where);
    return (_, __, bound) => isTrue(NO_COLUMNS, bound);
  });
  return {
    texts: asked.map((guard) => output(holds(guard), scope)),
    failing: (row, first, bound) => guards.filter((_, place) => !checks[place]!(row, first, bound)),
  };
}

/** One statement: a row that moves from one to the other while they are asked is seen in one of them. */
function anyOf(schema: Schema, { select, absent }: Find, or: readonly Select[], ticks: boolean): Printed {
  const { places } = scopeOf(schema, select.table);
  const each = [select, ...or].map((one, place) => {
    const scope: Scope = { ...scopeOf(schema, one.table), places, ticks };
    return `SELECT * FROM (SELECT 1 ${selection(one, scope)} LIMIT 1) AS "_${place}"`;
  });
  if (select.columns.length > 0) throw new Error(`what is ${absent} answers nothing where several are asked`);
  return { sql: each.join(' UNION ALL '), args: places.args };
}

/** Does RETURNING show less than what is true after the statement? Then the row is read once more. */
export function isReadAgain(on: Preparing, table: string, answer: Answered): boolean {
  return on.returning === 'before' && answer?.some((each) => searchesTable(each.expr, table)) === true;
}

/** What a step answers of the row with that key. */
export function byKey(
  on: Preparing,
  table: string,
  answer: Answered,
): (bindings: Bindings, key: SqlValue) => Effect<readonly Row[]> {
  const scope = scopeOf(on.schema, table);
  const { sql, big } = answered(answer ?? [], scope);
  const shape = tableOf(on.schema, table);
  const text = `SELECT ${sql} FROM ${shape.sql} WHERE ${shape.key} = ${scope.places.name(OWN_KEY)}`;
  const statement = on.prepare({ sql: text, args: scope.places.args }, { big });
  return function* (bindings, own) {
    return yield { statement, bindings: { ...bindings, [OWN_KEY]: own } };
  };
}

/** The rows that were answered, as they are now; those that have gone, as they were. */
export function again(on: Preparing, step: Extract<Step, { kind: 'again' }>): RunStep {
  const scope = scopeOf(on.schema, step.table);
  const { sql, big } = answered(step.answer, scope);
  const { sql: table, key } = tableOf(on.schema, step.table);
  const text = `SELECT ${sql} FROM ${table} WHERE ${key} = ${scope.places.name(OWN_KEY)}`;
  const statement = on.prepare({ sql: text, args: scope.places.args }, { big, one: true });
  const place = step.answer.findIndex(({ name }) => name === step.key);
  // What the answering step has bound was passed on, and steps behind it have bound more.
  return function* (bindings, before) {
    const { bound: _, ...answer } = before;
    const rows: Row[] = [];
    for (const row of before.rows ?? []) {
      const [now] = yield { statement, bindings: { ...bindings, [OWN_KEY]: row[place] ?? null } };
      rows.push(now ?? row);
    }
    return { ...answer, rows };
  };
}

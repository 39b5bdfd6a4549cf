// The steps that only read. Input: `find` and `list` of a plan. Output: functions from bindings to rows, or to the cause that
// there is none. plan/steps.ts says what each answers.

import type { Answered, Guard, Step, StepOutcome } from '../../plan/steps.ts';
import type { Expr, Select, SqlValue } from '../../sql/expression.ts';
import { compileCondition, compileValue } from '../../sql/evaluate.ts';
import { searches, searchesTable, typeOf } from '../../sql/walk.ts';
import type { Bindings, Row } from '../store.ts';
import { every, holds, refusedBy, whyNot } from './guards.ts';
import { condition, output, scopeOf, tableOf } from './print.ts';
import { keysOf, selection } from './selection.ts';
import { joined } from './joined.ts';
import type { Among } from './keyed.ts';
import type { Printed, Scope } from './print.ts';
import type { Schema } from './schema.ts';
import { OWN_KEY } from './slug.ts';
import type { Effect, Preparing, Statement } from './statement.ts';
import { selectTotal, totalOf } from './total-tables.ts';

/** The result of one step. */
export interface Ran {
  readonly refused?: string;
  /** Further causes that hold as well: other unique indexes, other references of the body. */
  readonly also?: readonly string[];
  readonly moves?: readonly string[];
  /** A row that refuses all, in words. */
  readonly row?: string;
  readonly rows?: readonly Row[];
  readonly total?: number;
  readonly outcome?: StepOutcome;
  /** With what it has bound, for the steps behind it and for the answer. */
  readonly bound?: Bindings;
}

/** `before`: the result of the last step that answered. */
export type RunStep = (bindings: Bindings, before: Ran) => Effect<Ran>;

export type ReadStep = Extract<Step, { kind: 'find' | 'list' | 'bind' }>;

/**
 * How reads are prepared: `ticks` where they run under a budget; `count` where the number of all rows is known, `counted`
 * where it may be.
 */
export interface Reading {
  readonly ticks: boolean;
  readonly count?: (table: string) => number;
  readonly counted?: (table: string) => number | undefined;
  /** Other statements may see other rows: the number comes with the page. */
  readonly counts?: 'with the page';
}

export function isRead(step: Step): step is ReadStep {
  return step.kind === 'find' || step.kind === 'list' || step.kind === 'bind';
}

export function prepareRead(on: Preparing, step: ReadStep, reading: Reading): RunStep {
  switch (step.kind) {
    case 'find':
      return find(on, step, reading);
    case 'list':
      return list(on, step, reading);
    case 'bind':
      return bind(on, step);
  }
}

type Find = Extract<Step, { kind: 'find' }>;

function find(on: Preparing, step: Find, reading: Reading): RunStep {
  const { guards = [] } = step;
  const { table, where = { kind: 'true' } } = step.select;
  const select = guards.length === 0 ? step.select : { ...step.select, where: every(where, guards) };
  const { printed, big } = rowsOf(on.schema, select, reading.ticks, { most: 1 });
  const statement = on.prepare(step.or ? anyOf(on.schema, step, step.or, reading.ticks) : printed, { big, one: true });
  const absent: Ran = { refused: step.absent };
  const why = guards.length === 0 ? undefined : whyNot(on, table, where, guards);
  return function* (bindings) {
    const rows = yield { statement, bindings };
    if (rows.length > 0) return { rows, outcome: 'found' };
    return (why && (yield* why(bindings))) ?? absent;
  };
}

const NO_ROW: Row = [];
const NO_COLUMNS = {};

/** One statement for one row, or for none. A condition that needs no store is judged here. */
function bind(on: Preparing, { from, values, guards, outcome }: Extract<Step, { kind: 'bind' }>): RunStep {
  const scope = scopeOf(on.schema, from?.table);
  const { sql, big } = answered(values, scope);
  const { texts, failing } = judgedWith(guards, scope);
  const rows = from && ` FROM ${tableOf(on.schema, from.table).sql} WHERE ${condition(from.where, scope)} LIMIT 1`;
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

/**
 * Those that a reference leads from may be many: all of them are looked at where they are counted, else the first that are
 * met in order may be enough.
 */
export function amongOf({ total }: Extract<Step, { kind: 'list' }>): Among {
  return total ? 'any' : 'keys';
}

function list(on: Preparing, step: Extract<Step, { kind: 'list' }>, reading: Reading): RunStep {
  const prepared = (select: Select): Statement => {
    const { printed, big } = rowsOf(on.schema, select, reading.ticks, { among: amongOf(step) });
    return on.prepare(printed, { big });
  };
  const usual = prepared(step.select);
  const by = step.orders?.by;
  const chosen = new Map(step.orders?.of.map(({ value, order }) => [value, prepared({ ...step.select, order })]));
  const of = by === undefined ? () => usual : (bindings: Bindings) => chosen.get(String(bindings[by])) ?? usual;
  if (!step.total) {
    return function* (bindings) {
      return { rows: yield { statement: of(bindings), bindings }, outcome: 'found' };
    };
  }
  const totalOf = prepareTotal(on, step, reading);
  return function* (bindings) {
    const rows = yield { statement: of(bindings), bindings };
    return { rows, total: yield* totalOf(bindings, rows.length), outcome: 'found' };
  };
}

/** How many rows match, on all pages. `found`: on the page. */
export function prepareTotal(
  on: Preparing,
  step: Extract<Step, { kind: 'list' }>,
  reading: Reading,
): (bindings: Bindings, found: number) => Effect<number> {
  const { table, where } = step.select;
  const known = where || step.most !== undefined ? undefined : reading.count;
  if (known) {
    // oxlint-disable-next-line require-yield -- nothing has to be asked
    return function* () {
      return known(table);
    };
  }
  const scope: Scope = { ...scopeOf(on.schema, table), ticks: reading.ticks };
  const count = on.prepare({ sql: countOf(step, scope), args: scope.places.args }, { one: true });
  const isLast = lastPage(step.select);
  return function* (bindings, found) {
    const all = isLast(bindings, found);
    if (all !== undefined) return all;
    const before = where ? undefined : reading.counted?.(table);
    if (before !== undefined) return before;
    const [counted] = yield { statement: count, bindings };
    return Number(counted?.[0] ?? 0);
  };
}

/** On a page that is not full is the last row: then there are as many as are before it. Undefined: there may be more. */
export function lastPage({ limit, offset }: Select): (bindings: Bindings, found: number) => number | undefined {
  const [most, before] = [limit, offset].map((expr) => expr && compileValue(expr));
  return (bindings, found) => {
    const size = most?.(NO_COLUMNS, bindings) ?? null;
    const start = before?.(NO_COLUMNS, bindings) ?? 0;
    if (typeof start !== 'number' || (found === 0 && start > 0)) return undefined;
    const isFull = size !== null && !(typeof size === 'number' && found < size);
    return isFull ? undefined : start + found;
  };
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
  return function* (bindings, before) {
    const rows: Row[] = [];
    for (const row of before.rows ?? []) {
      const [now] = yield { statement, bindings: { ...bindings, [OWN_KEY]: row[place] ?? null } };
      rows.push(now ?? row);
    }
    return { ...before, rows };
  };
}

/** `most`: no more rows than that are wanted, even if the select allows more. */
function rowsOf(
  schema: Schema,
  select: Select,
  ticks: boolean,
  { most, among }: { readonly most?: number; readonly among?: Among } = {},
): { readonly printed: Printed; readonly big: boolean } {
  const scope: Scope = { ...scopeOf(schema, select.table), ticks };
  const { scope: ofRow, text: joins } = joined(select, scope);
  const { sql, big } = answered(select.columns, ofRow);
  const of: Scope = among ? { ...scope, among } : scope;
  const limit = most !== undefined && !select.limit ? ` LIMIT ${most}` : '';
  return { printed: { sql: `SELECT ${sql} ${selection(select, of, joins)}${limit}`, args: scope.places.args }, big };
}

/** All rows that match, without limit and offset. Without a condition it may be kept, and SQLite counts pages, not rows: nothing to report. */
export function countOf({ select, most }: Extract<Step, { kind: 'list' }>, within: Scope): string {
  const { limit: _, offset: __, ...all } = select;
  const isOfAll = !select.where && !select.distinct && !select.members && most === undefined;
  const kept = isOfAll ? totalOf(tableOf(within.schema, select.table)) : undefined;
  if (kept) return selectTotal(kept);
  const scope: Scope = { ...within, ticks: within.ticks === true && select.where !== undefined, among: 'any' };
  const rows = keysOf({ ...all, order: [] }, scope).from;
  const from = most === undefined ? rows : `FROM (SELECT 1 ${rows} LIMIT ${most + 1}) AS "_some"`;
  return `SELECT count(*) ${from}`;
}

/** The columns of an answer, and whether one may hold integers beyond 2^53. */
export function answered(
  columns: readonly { readonly name: string; readonly expr: Expr }[],
  scope: Scope,
): { readonly sql: string; readonly big: boolean } {
  const sql = columns.map((column) => output(column.expr, scope)).join(', ');
  return { sql: sql === '' ? '1' : sql, big: columns.some((column) => isBig(column.expr, scope)) };
}

/** May it be an integer beyond 2^53? */
export function isBig(expr: Expr, scope: Scope): boolean {
  if (expr.kind === 'count' || expr.kind === 'octets') return false;
  if (expr.kind === 'lookup') return scope.schema.get(expr.table)?.columns.get(expr.column)?.big ?? true;
  if (expr.kind === 'column') {
    const shape = expr.source === undefined ? scope.own?.shape : scope.sources.get(expr.source);
    return shape?.columns.get(expr.column)?.big ?? true;
  }
  const type = typeOf(expr);
  return type === 'integer' || type === 'decimal';
}

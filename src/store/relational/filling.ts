// What a rule that is new gives rows that are there. Input: a table as it is stored and as the document wants it. Output: the
// value of each row, or why it has none; what a migration says of it. Only looks. Decision 0041.

import { slug } from '../../base/slug.ts';
import { foldCase } from '../../base/fold-case.ts';
import type { ComputedRule } from '../../plan/made-rule.ts';
import type { Column } from '../../plan/plan.ts';
import { compileValue } from '../../sql/evaluate.ts';
import type { Value, Values } from '../../sql/evaluate.ts';
import type { SqlValue } from '../../sql/expression.ts';
import { columnsOf } from '../../sql/walk.ts';
import type { MigrationChange } from '../migration.ts';
import type { Fits, Row } from '../store.ts';
import { nameOf } from './at-stake.ts';
import type { Looking } from './at-stake.ts';
import type { Obstacle } from './changes.ts';
import { VERSION } from './schema.ts';
import type { ColumnShape, TableShape, UniqueShape } from './schema.ts';

/** The rows of one table that lack what rules make. */
export interface Filling {
  readonly was: TableShape;
  readonly shape: TableShape;
  readonly fields: readonly FilledField[];
  /** Stored fields that are read of each row. */
  readonly read: readonly string[];
  /** Of these rows; undefined: of all. */
  readonly where: string | undefined;
  /** What must be unique, and is made by a formula: a slug is made unique instead. */
  readonly unique: readonly UniqueShape[];
}

export interface FilledField {
  readonly name: string;
  readonly column: Column;
  /** As the wanted table keeps it. */
  readonly kept: ColumnShape;
  readonly rule: ComputedRule;
  /** Undefined: it is a new one. */
  readonly before: ColumnShape | undefined;
  readonly since: string;
  readonly compute: Value;
  readonly fits: (value: SqlValue) => boolean;
}

/** `stays`: it is there. `why`: without a value, or with one that may not be kept (`breaks`). */
export interface Found {
  readonly value: SqlValue;
  readonly stays?: true;
  readonly why?: string;
  readonly breaks?: true;
}

export function fillingOf(
  was: TableShape,
  shape: TableShape,
  obstacles: readonly Obstacle[],
  fits: Fits | undefined,
): Filling | undefined {
  const wanted = new Map(shape.table.columns.map((column) => [column.name, column]));
  const fields = obstacles.flatMap(({ filled }): readonly FilledField[] => {
    const column = filled && wanted.get(filled.field);
    const kept = filled && shape.columns.get(filled.field);
    if (!column?.made || !kept || !('value' in column.made)) return [];
    const { name, made: rule } = column;
    const judge = column.rule
      ? (fits?.(column.rule, shape.table.shapes) ?? ((): boolean => false))
      : (): boolean => true;
    const compute = compileValue(rule.value);
    return [{ name, column, kept, rule, before: was.columns.get(name), since: filled.since, compute, fits: judge }];
  });
  if (fields.length === 0) return undefined;
  const made = new Set(fields.filter(({ rule }) => rule.slug !== true).map(({ name }) => name));
  const unique = shape.unique.filter(({ index }) => index.columns.some((name) => made.has(name)));
  const needed = [
    ...fields.flatMap(({ name, rule }) => [name, ...columnsOf(rule.value, undefined).map(({ column }) => column)]),
    ...unique.flatMap(({ index }) => [...index.columns, ...(index.except ?? []).map(({ column }) => column)]),
  ];
  const isAll = fields.some(({ before }) => before === undefined);
  const lacking = fields.map(({ before }) => `${before?.sql ?? ''} IS NULL`).join(' OR ');
  return {
    was,
    shape,
    fields,
    read: [...new Set(needed)].filter((name) => was.columns.has(name)),
    where: isAll || unique.length > 0 ? undefined : `(${lacking})`,
    unique,
  };
}

/** What is read of a row: its key, its version, then `read`. */
export function columnsRead({ was, read }: Filling): string {
  const values = read.map((name) => {
    const column = was.columns.get(name)!;
    return was.dialect.outOf(column.sql, column);
  });
  return [was.key, was.columns.get(VERSION)!.sql, ...values].join(', ');
}

/** Of one row, by field: what it has then in what is read and in what is filled. */
export function filled({ was, shape, fields, read }: Filling, row: Row): ReadonlyMap<string, Found> {
  const stored = new Map(read.map((name, place) => [name, row[place + 2] ?? null]));
  const columns = new Map(shape.table.columns.map((column) => [column.name, column]));
  const hasChanged = Number(row[1]) > 1;
  const found = new Map<string, Found>();
  const of = (name: string): Found => {
    const known = found.get(name) ?? make(name);
    found.set(name, known);
    return known;
  };
  const make = (name: string): Found => {
    const column = columns.get(name);
    const field = fields.find((one) => one.name === name);
    const isKept = isSame(was.columns.get(name), shape.columns.get(name));
    const value = isKept ? (stored.get(name) ?? null) : null;
    if (value !== null) return { value, stays: true };
    if (!field) return { value: column?.nullable === false || !isKept ? (column?.fill ?? null) : null };
    const { rule, compute } = field;
    if (rule.mayChange && hasChanged) return { value: null, why: changedSince(rule.mayChange) };
    const operands: Values = Object.fromEntries(
      columnsOf(rule.value, undefined).map((each) => [each.column, of(each.column).value]),
    );
    return judged(field, compute(operands, {}));
  };
  for (const name of [...read, ...fields.map((field) => field.name)]) of(name);
  return found;
}

function isSame(was: ColumnShape | undefined, is: ColumnShape | undefined): boolean {
  return was?.type === is?.type && was?.scale === is?.scale;
}

function changedSince(names: readonly string[]): string {
  const ticked = names.map((name) => `\`${name}\``).join(', ');
  return `${ticked} may have changed since these rows were made, and the value of then is not kept`;
}

function judged(field: FilledField, computed: SqlValue): Found {
  const { rule, fits } = field;
  const value = rule.slug && computed !== null ? slug(String(computed)) : computed;
  if (value === null) return { value, why: `${rule.said} has no result for these rows` };
  return fits(value) ? { value } : breaking(field, value);
}

/** The value cannot be kept. */
export function breaking({ rule }: FilledField, value: SqlValue): Found {
  return { value, why: `the document does not allow what ${rule.said} gives these rows`, breaks: true };
}

/** May the row not be kept like that? */
export function isRefused({ column, rule }: FilledField, { value, breaks }: Found): boolean {
  return breaks === true || (value === null && (!column.nullable || rule.must === true));
}

/** The most rows in memory at once. */
const PAGE = 10_000;

/** What a migration would fill, and what is in its way. */
export function* foreseen(filling: Filling): Looking<readonly MigrationChange[]> {
  const { was, fields, where } = filling;
  const tally = new Map<string, Omit<MigrationChange, 'first'> & { readonly key: SqlValue }>();
  const add = (change: Omit<MigrationChange, 'first' | 'resource' | 'rows'>, key: SqlValue): void => {
    const name = JSON.stringify([change.field, change.what]);
    const before = tally.get(name);
    tally.set(name, { resource: was.table.name, key: before?.key ?? key, ...change, rows: (before?.rows ?? 0) + 1 });
  };
  const shared = sharedIn(filling);
  let last: SqlValue = -1;
  for (;;) {
    const more = [`${was.key} > ${was.dialect.place(1, 'integer')}`, ...(where === undefined ? [] : [where])];
    const sql = `SELECT ${columnsRead(filling)} FROM ${was.sql} WHERE ${more.join(' AND ')} ORDER BY ${was.key} LIMIT ${PAGE}`;
    const rows: readonly Row[] = yield { sql, values: [last] };
    for (const row of rows) {
      last = row[0] ?? null;
      const values = filled(filling, row);
      for (const field of fields) {
        const found = values.get(field.name)!;
        if (found.stays !== true) add(foreseenOf(field, found), last);
      }
      for (const what of shared(values)) add({ does: 'stops', what }, last);
    }
    if (rows.length < PAGE) break;
  }
  const out: MigrationChange[] = [];
  for (const { key, ...change } of tally.values())
    out.push({ ...change, ...(change.does === 'stops' && { first: yield* nameOf(was, key) }) });
  return out;
}

function foreseenOf(field: FilledField, found: Found): Pick<MigrationChange, 'does' | 'field' | 'what'> {
  const { name, since, rule } = field;
  if (isRefused(field, found)) return { does: 'stops', field: name, what: `${since}: ${found.why}` };
  if (found.value === null) return { does: 'adds', field: name, what: `${since}; these rows have none: ${found.why}` };
  return { does: 'fills', field: name, what: `${since}; these rows get ${rule.said}` };
}

/** Of each row, in turn: what it shares with an earlier one, and must not. */
function sharedIn({ unique }: Filling): (values: ReadonlyMap<string, Found>) => readonly string[] {
  const groups = unique.map((each) => ({ ...each.index, seen: new Set<string>() }));
  return (values) =>
    groups.flatMap(({ columns, ignoringCase, except = [], seen }) => {
      const own = columns.map((name) => values.get(name)?.value ?? null);
      const isGone = except.some(({ column, states }) => states.includes(String(values.get(column)?.value)));
      if (isGone || own.includes(null)) return [];
      const key = JSON.stringify(
        own.map((value) => (ignoringCase && typeof value === 'string' ? foldCase(value) : String(value))),
      );
      const isShared = seen.has(key);
      seen.add(key);
      return isShared
        ? [`${columns.join(', ')} must be unique, and these rows would have a value that another has`]
        : [];
    });
}

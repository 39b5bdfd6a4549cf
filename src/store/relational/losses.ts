// What is put in the place of values that are given up. Input: what is in the way and may be lost. Output: SQL. Decision 0015: a
// field loses its values, never a row its place.

import type { SqlValue } from '../../sql/expression.ts';
import { broken } from './at-stake.ts';
import type { Looking } from './at-stake.ts';
import type { Loss, Obstacle } from './changes.ts';
import type { ColumnShape, TableShape } from './schema.ts';

type Copied = readonly { readonly into: string; readonly from: string }[];

/** Keys of the rows whose value of a field breaks what the document says now. */
export type Broken = ReadonlyMap<string, readonly SqlValue[]>;

export function* brokenRows(was: TableShape, lost: readonly Obstacle[]): Looking<Broken> {
  const out = new Map<string, readonly SqlValue[]>();
  for (const { rows, loss } of lost) if (loss && rows.kind === 'values') out.set(loss.field, yield* broken(was, rows));
  return out;
}

/** What is copied, with the values that fields of another type, and fields that must have one now, get instead. */
export function withLosses(copied: Copied, was: TableShape, shape: TableShape, lost: readonly Obstacle[]): Copied {
  const instead = new Map(copied.map(({ into, from }) => [into, from]));
  for (const { loss } of lost) {
    if (!loss || loss.how === 'gone' || loss.how === 'narrowed') continue;
    const into = shape.columns.get(loss.field)?.sql ?? '';
    const from = loss.how === 'retyped' ? was.columns.get(loss.field)?.sql : instead.get(into);
    if (from !== undefined) instead.set(into, thenInstead(shape, loss.field, loss.how, from));
  }
  return copied.map(({ into, from }) => ({ into, from: instead.get(into) ?? from }));
}

/** Of one row, as SQL: what it has then in the place of `value`. `broken`: a condition, where single values are replaced. */
export function thenInstead(shape: TableShape, field: string, how: Loss['how'], value: string, broken = ''): string {
  const fill = fillOf(shape, field);
  switch (how) {
    case 'gone':
      return value;
    case 'required':
      return `coalesce(${value}, ${fill})`;
    case 'narrowed':
      return `CASE WHEN ${broken} THEN ${fill} ELSE ${value} END`;
    case 'retyped':
      // A row without a value there stays without one.
      return hasFill(shape, field) ? `CASE WHEN ${value} IS NOT NULL THEN ${fill} END` : fill;
  }
}

export function hasFill(shape: TableShape, field: string): boolean {
  return (shape.table.columns.find(({ name }) => name === field)?.fill ?? null) !== null;
}

/** What a row gets that is there when a field is new. */
export function fillOf(shape: TableShape, field: string): string {
  const fill = shape.table.columns.find(({ name }) => name === field)?.fill ?? null;
  return literalFor(shape, shape.columns.get(field)!, fill);
}

/** What a new field of rows that are there has, as SQL. */
function literalFor({ dialect }: TableShape, column: ColumnShape, fill: string | number | null): string {
  const sql = dialect.literal(fill, column.type, () => {
    throw new Error(`the default of ${column.sql} cannot be written into a statement`);
  });
  return dialect.into({ sql, type: column.type }, column);
}

/** The most keys in one statement. */
const KEYS = 1_000;

/** Of rows whose value breaks a rule, in the table as it is then. */
export function replacements(shape: TableShape, broken: Broken): readonly string[] {
  return [...broken].flatMap(([field, keys]) => {
    const set = `UPDATE ${shape.sql} SET ${shape.columns.get(field)!.sql} = ${fillOf(shape, field)}`;
    return Array.from({ length: Math.ceil(keys.length / KEYS) }, (_, page) => {
      const own = keys.slice(page * KEYS, (page + 1) * KEYS).map(String);
      return `${set} WHERE ${shape.key} IN (${own.join(', ')})`;
    });
  });
}

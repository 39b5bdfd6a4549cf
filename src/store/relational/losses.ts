// What is put in the place of values that are given up. In: what stands in the way and may be lost. Out: SQL. Decision 0015:
// a field loses its values, never a row its place.

import type { SqlValue } from '../../sql/expression.ts';
import { broken } from './at-stake.ts';
import type { Looking } from './at-stake.ts';
import type { Obstacle } from './changes.ts';
import { literalFor } from './migration.ts';
import type { TableShape } from './schema.ts';

type Copied = readonly { readonly into: string; readonly from: string }[];

/** Keys of the rows whose value of a field breaks what the document says now. */
export type Broken = ReadonlyMap<string, readonly SqlValue[]>;

export function* brokenRows(was: TableShape, lost: readonly Obstacle[]): Looking<Broken> {
  const out = new Map<string, readonly SqlValue[]>();
  for (const { rows, loss } of lost) if (loss && rows.kind === 'values') out.set(loss.field, yield* broken(was, rows));
  return out;
}

/** What is copied, with the values that fields of another type, and fields that must have one now, get instead. */
export function withLosses(copied: Copied, shape: TableShape, lost: readonly Obstacle[]): Copied {
  const instead = new Map<string, (from: string) => string>();
  for (const { loss } of lost) {
    if (!loss) continue;
    const { field, how } = loss;
    const into = shape.columns.get(field)?.sql ?? '';
    if (how === 'retyped') instead.set(into, () => fillOf(shape, field));
    if (how === 'required' && !instead.has(into))
      instead.set(into, (from) => `coalesce(${from}, ${fillOf(shape, field)})`);
  }
  return copied.map(({ into, from }) => ({ into, from: instead.get(into)?.(from) ?? from }));
}

/** What a row gets that is there when a field is new. */
export function fillOf(shape: TableShape, field: string): string {
  const fill = shape.table.columns.find(({ name }) => name === field)?.fill ?? null;
  return literalFor(shape, shape.columns.get(field)!, fill);
}

/** So many keys stand in one statement. */
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

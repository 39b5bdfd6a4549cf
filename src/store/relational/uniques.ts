// What must be unique in the wanted tables, and whether rows would share a value. Input: a table as it is stored and as the
// document wants it, and the values that would be given up. Output: a change for each index that is new, or that rows would break
// then. Decision 0015: it is never decided which of two rows keeps a value.

import type { Table, UniqueIndex } from '../../plan/plan.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { MigrationChange } from '../migration.ts';
import { count, said } from './at-stake.ts';
import type { Looking } from './at-stake.ts';
import type { Loss } from './changes.ts';
import { fillOf, thenInstead } from './losses.ts';
import { holdsKey, stateLiterals } from './schema.ts';
import type { TableShape, UniqueShape } from './schema.ts';

/** Values that are replaced; `rows`: how many do, `keys`: which, where it is judged one by one. */
export interface Given extends Loss {
  readonly rows: number;
  readonly keys?: readonly SqlValue[];
}

export function* uniques(
  was: TableShape,
  shape: TableShape,
  lost: readonly Given[],
  judged: readonly UniqueShape[],
): Looking<readonly MigrationChange[]> {
  const free = was.table.unique.filter((one) => !shape.table.unique.some((other) => isSame(one, other)));
  const out: MigrationChange[] = free.map((one) => ({
    does: 'adds',
    resource: shape.table.name,
    ...(one.columns.length === 1 && { field: one.columns[0]! }),
    what: wordOf(one),
    rows: 0,
  }));
  for (const unique of shape.unique) {
    if (judged.includes(unique)) continue;
    const { columns, ignoringCase } = unique.index;
    const before = was.table.unique.find((each) => isSame(each, unique.index));
    const isTouched = lost.some(({ field, rows }) => rows > 0 && columns.includes(field));
    const isAsBefore = before !== undefined && exempts(before, unique.index);
    if (isAsBefore && !isTouched) continue;
    const values = columns.map((name) => valueThen(was, shape, name, lost));
    const terms = columns.map((name, place) => unique.term(values[place]!, name));
    const except = (unique.index.except ?? []).map(({ column, states }) => ({
      sql: valueThen(was, shape, column, lost),
      states: stateLiterals(states, was.dialect),
    }));
    const some = [...holdsKey({ except }), ...values.map((value) => `${value} IS NOT NULL`)].join(' AND ');
    // Named before they are grouped: a number behind GROUP BY is the place of a column.
    const named = terms.map((term, place) => `${term} AS "_term ${place}"`).join(', ');
    const groups = `SELECT count(*) AS n FROM (SELECT ${named} FROM ${was.sql} WHERE ${some}) AS "_terms" GROUP BY ${terms.map((_, place) => `"_term ${place}"`).join(', ')} HAVING count(*) > 1`;
    const [row] = yield { sql: `SELECT coalesce(sum(n), 0) FROM (${groups}) AS "_shared"`, values: [] };
    const rows = Number(row?.[0]);
    if (isAsBefore && rows === 0) continue;
    const when = isAsBefore ? '' : before ? ' in more states now' : ' now';
    const what = `${columns.join(', ')} must be unique${when}${ignoringCase ? ', ignoring case' : ''}`;
    const share = isAsBefore ? 'would share a value then' : 'share a value';
    out.push({
      does: rows === 0 ? 'adds' : 'stops',
      resource: shape.table.name,
      ...(columns.length === 1 && { field: columns[0]! }),
      what: rows === 0 ? `${what}; no two rows share a value` : `${what}, and rows ${share}`,
      rows,
    });
  }
  return out;
}

/** What the document keeps unique no more, in words, where there are rows: other processes may serve them, and depend on it. */
export function* freed(was: TableShape, { table }: TableShape): Looking<readonly string[]> {
  const free = was.table.unique.filter((one) => !table.unique.some((other) => isSame(one, other)));
  const rows = free.length > 0 ? yield* count(was, undefined) : 0;
  return rows === 0 ? [] : free.map((one) => said(was, wordOf(one), rows));
}

/** What must be unique in the second, and need not be in the first, or in fewer states. */
export function tightened(was: Table, is: Table): readonly UniqueIndex[] {
  return is.unique.filter((unique) => !was.unique.some((each) => isSame(each, unique) && exempts(each, unique)));
}

function wordOf({ columns, ignoringCase }: UniqueIndex): string {
  return `${columns.join(', ')} need not be unique any more${ignoringCase ? ', ignoring case' : ''}`;
}

export function isSame(one: UniqueIndex, other: UniqueIndex): boolean {
  return one.ignoringCase === other.ignoringCase && JSON.stringify(one.columns) === JSON.stringify(other.columns);
}

/** Does no row hold a key that held none before? */
function exempts({ except: before = [] }: UniqueIndex, { except: now = [] }: UniqueIndex): boolean {
  return before.every(({ column, states }) => {
    const own = now.find((each) => each.column === column)?.states ?? [];
    return states.every((state) => own.includes(state));
  });
}

/** What rows will have there, from what they have. */
function valueThen(was: TableShape, shape: TableShape, name: string, lost: readonly Given[]): string {
  const before = was.columns.get(name);
  const column = shape.columns.get(name);
  if (!column) return 'NULL';
  const own = lost.filter(({ field, how, rows }) => field === name && (rows > 0 || how === 'retyped'));
  if (!before || (before.as !== column.as && own.length === 0)) return fillOf(shape, name);
  return own.reduce(
    (value, { how, keys = [] }) => thenInstead(shape, name, how, value, `${was.key} IN (${keys.join(', ')})`),
    before.sql,
  );
}

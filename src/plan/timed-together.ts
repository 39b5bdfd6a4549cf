// Which timed tables belong together: time moves their rows in one order. Input: the timed rows of each table. Output: groups of
// tables, each in written order. Notation, part 3, head By; decision 0012.

import { isSearch, parametersOf, walk } from '../sql/walk.ts';
import type { DueRow } from './due.ts';
import type { Step } from './steps.ts';

/** Tables whose rows their conditions look at. */
export function readsOf(rows: readonly DueRow[]): ReadonlySet<string> {
  const tables = new Set<string>();
  for (const { onlyIf, cascade } of rows)
    for (const expr of [onlyIf, ...cascade.map(({ where }) => where)])
      for (const each of walk(expr)) if (isSearch(each)) tables.add(each.table);
  return tables;
}

/** Tables whose rows go with those that they remove. */
export function takesOf(rows: readonly DueRow[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ cascade }) => cascade.map(({ table }) => table)));
}

/** Tables that look at rows which another one moves or removes belong to its group. */
export function connected(found: ReadonlyMap<string, readonly DueRow[]>): readonly (readonly string[])[] {
  const group = new Map([...found.keys()].map((table) => [table, table]));
  const takers = new Map([...found].map(([table, rows]) => [table, new Set([table, ...takesOf(rows)])]));
  const join = (one: string, other: string): void => {
    const its = group.get(other);
    for (const [each, of] of group) if (of === its) group.set(each, group.get(one)!);
  };
  for (const [table, rows] of found) {
    const reads = readsOf(rows);
    for (const [other, touched] of takers)
      if (other !== table && (takers.get(table)!.has(other) || [...touched].some((each) => reads.has(each))))
        join(table, other);
  }
  return [...new Set(group.values())].map((name) => [...group].flatMap(([table, of]) => (of === name ? [table] : [])));
}

/** A row that goes leaves no instant behind: what waited for that moves in the same transaction. */
export function settled(every: readonly DueRow[], looksAround: boolean, pass: readonly Step[]): readonly Step[] {
  const isLeft = looksAround && every.some(({ timed }) => timed.to === undefined);
  return isLeft ? every.flatMap(() => pass) : pass;
}

/** What goes with a row may depend on the instant. */
export function asksNow({ cascade }: DueRow): boolean {
  return cascade.some(({ where }) => parametersOf(where).includes('now'));
}

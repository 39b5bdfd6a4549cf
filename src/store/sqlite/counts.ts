// How many rows a table has, counted once and then kept: the total of a list without a condition costs no scan. Input: what
// writes add and take away, and whether it was kept. Output: the committed number, exactly.

import type { DatabaseSync } from 'node:sqlite';

export interface Counts {
  /** Inside a transaction: the change of the number of rows. */
  grow(table: string, by: number): void;
  /** A place in what has grown since the last COMMIT. */
  mark(): number;
  /** What has grown since that place was not kept. */
  undo(mark: number): void;
  committed(): void;
  /** The tables were changed. */
  forget(): void;
  /** Asked outside of a transaction. `sql`: the table as statements name it. */
  of(table: string, sql: string): number;
  /** The same, where it has been counted already. */
  known(table: string): number | undefined;
}

export function countsOf(database: DatabaseSync): Counts {
  const known = new Map<string, number>();
  let grown: { readonly table: string; readonly by: number }[] = [];
  // Changes when another connection wrote. https://www.sqlite.org/pragma.html#pragma_data_version
  const version = database.prepare('PRAGMA data_version');
  version.setReturnArrays(true);
  let seen: unknown;
  const add = (table: string, by: number): void => {
    const before = known.get(table);
    if (before !== undefined) known.set(table, before + by);
  };
  const current = (table: string): number | undefined => {
    const now = (version.get() as unknown as unknown[] | undefined)?.[0];
    if (now !== seen) known.clear();
    seen = now;
    return known.get(table);
  };
  return {
    grow(table, by) {
      if (by === 0 || known.size === 0) return;
      grown.push({ table, by });
      add(table, by);
    },
    mark: () => grown.length,
    undo(mark) {
      for (const each of grown.splice(mark)) add(each.table, -each.by);
    },
    committed() {
      if (grown.length > 0) grown = [];
    },
    forget: () => known.clear(),
    known: current,
    of(table, sql) {
      const before = current(table);
      if (before !== undefined) return before;
      const row = database.prepare(`SELECT count(*) AS n FROM ${sql}`).get();
      const count = Number(row?.['n'] ?? 0);
      known.set(table, count);
      return count;
    },
  };
}

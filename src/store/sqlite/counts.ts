// How many rows a table has, counted once and then kept: the total of a list without a condition costs no scan.
// In: what writes add and take away, and whether it was kept. Out: the committed number, exactly.

import type { DatabaseSync } from 'node:sqlite';
import { tableOf } from '../relational/print.ts';
import type { Schema } from '../relational/schema.ts';

export interface Counts {
  /** Inside a transaction: so many rows more, or fewer. */
  grow(table: string, by: number): void;
  /** A place in what has grown since the last COMMIT. */
  mark(): number;
  /** What has grown since that place was not kept. */
  undo(mark: number): void;
  committed(): void;
  /** Asked outside of a transaction. */
  of(table: string): number;
}

export function countsOf(database: DatabaseSync, schema: Schema): Counts {
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
    of(table) {
      const now = (version.get() as unknown as unknown[] | undefined)?.[0];
      if (now !== seen) known.clear();
      seen = now;
      const before = known.get(table);
      if (before !== undefined) return before;
      const row = database.prepare(`SELECT count(*) AS n FROM ${tableOf(schema, table).sql}`).get();
      const count = Number(row?.['n'] ?? 0);
      known.set(table, count);
      return count;
    },
  };
}

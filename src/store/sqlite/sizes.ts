// About how many rows each table has, kept in memory: it decides whether a scan is small enough for the main thread.
// In: what writes add and take away. Out: a number that is exact up to LIMIT, and at least LIMIT above it.

import type { DatabaseSync } from 'node:sqlite';
import { tableOf } from './print.ts';
import type { Schema } from './schema.ts';

export interface Sizes {
  grow(table: string, by: number): void;
  /** Forgets; the next question counts again. */
  forget(): void;
  of(table: string): number;
}

/** Counting stops here. */
export const COUNTED = 10_000;

export function sizes(database: DatabaseSync, schema: Schema): Sizes {
  const known = new Map<string, number>();
  return {
    grow(table, by) {
      const before = known.get(table);
      if (before === undefined) return;
      // Counting had stopped: what is left after a deletion is not known.
      if (by < 0 && before >= COUNTED) known.delete(table);
      else known.set(table, Math.min(COUNTED, before + by));
    },
    forget: () => known.clear(),
    of(table) {
      const before = known.get(table);
      if (before !== undefined) return before;
      const { sql } = tableOf(schema, table);
      const row = database.prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${sql} LIMIT ${COUNTED})`).get();
      const count = Number(row?.['n'] ?? 0);
      known.set(table, count);
      return count;
    },
  };
}

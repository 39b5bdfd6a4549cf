// How much a read may scan on the main thread. Input: a call for about every 128th row that a statement visits (`ticking` in
// print.ts). Output: past the budget the statement is ended, and the read starts again in a reader (readers.ts). node:sqlite
// cannot be interrupted from outside; a function that throws is the way in.

/** Visits about every 128th row: rows of one table have consecutive keys. */
export const TICK_MASK = 127;

/** This many ticks are some 5,000 rows: one or two milliseconds. */
const TICKS = 40;

/** Thrown through SQLite. */
export const OVER_BUDGET: Error = new Error('a read visits too many rows for the main thread');

export interface Budget {
  /** Called by SQL; answers true. */
  tick(): number;
  renew(): void;
}

export function budgetOf(): Budget {
  let left = TICKS;
  return {
    tick() {
      if (left-- <= 0) throw OVER_BUDGET;
      return 1;
    },
    renew() {
      left = TICKS;
    },
  };
}

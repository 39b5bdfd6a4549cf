// What one process has counted, as a store keeps it for the next one. Input: calls of a rate, many at once. Output: the same, in their order.
// Decision 0072.

import type { Rate } from './rates.ts';

/** Calls of one rate that a process has counted. */
export interface CountedCalls {
  readonly rate: Rate;
  /** In milliseconds: none of them counts from then on. */
  readonly until: number;
  /** Each a key of 16 octets and its instant as a double; negative: it was given back. */
  readonly calls: Uint8Array;
}

/** What one process has counted, for the next. */
export interface KeptCalls {
  /** In the order in which they were kept. */
  read(): Iterable<CountedCalls>;
  /** Kept when it resolves; some of those that are over by `now` are taken out. Rejects where it cannot now. */
  keep(calls: CountedCalls, now: number): Promise<void>;
}

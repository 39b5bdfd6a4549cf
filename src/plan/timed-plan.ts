// Rows that time moves, as data. Notation, part 3, By.

import type { Step } from './steps.ts';

/** At most `batch` rows that are due, by their instant and key; then, bound to the last of them, one move of each. */
export interface TimedBatch {
  readonly rows: Step;
  readonly steps: readonly Step[];
}

/**
 * Tables whose instants depend on each other. Each step of `begin`, `due`, `next` and `earliest` is a separate program; all that
 * `sweep` writes is one. `now` and `base` are bound. From its due instant a row is shown as moved: before a request at
 * `now` is answered, what is due by then is written (notation, part 3, By).
 */
export interface TimedGroup {
  readonly tables: readonly string[];
  /** Once, before the first request: rows that were there before their machine was timed. */
  readonly begin: readonly Step[];
  /** Each finds a row that is due; refused when there is none. */
  readonly due: readonly Step[];
  /** At most one instant each: when the next row is due. */
  readonly next: readonly Step[];
  /**
   * Before `sweep`: rows that go round by time alone, and come back as they were, take whole rounds in one write. One
   * round and less than another are left to `sweep`. Left out where none can.
   */
  readonly rounds?: readonly TimedBatch[];
  readonly sweep:
    /** For each row of part 3 and each state that it leaves; one after the other. */
    | { readonly kind: 'rows'; readonly batches: readonly TimedBatch[] }
    /** The earliest instant that is due; then, bound to it as `instant` and `now`, with its day and second, all that is due. */
    | {
        readonly kind: 'instants';
        readonly earliest: readonly Step[];
        /** Where rows look at each other: the latest instants at which one came into its state. Nothing is made before. */
        readonly floor?: readonly Step[];
        readonly steps: readonly Step[];
      };
}

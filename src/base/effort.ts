// How much may be computed to make samples: documents come from anyone, and samples are optional. Input: steps, each a few
// nanoseconds. Output: whether there are any left. Counted, not timed, so that the same document gives the same samples.

export interface Effort {
  left: number;
}

/** For one operation: some milliseconds at most. */
const ONE = 2_000_000;
/** For all operations of a document: each of ten thousand may take this many. */
const ALL = 100_000_000;

export function effortForAll(): Effort {
  return { left: ALL };
}

/** Takes steps; `false`: there are too few left, and the work that needs them is not done. */
export function spend(effort: Effort, steps: number): boolean {
  effort.left -= steps;
  return effort.left >= 0;
}

/** Runs with the share of one operation. */
export function withShare<T>(all: Effort, run: (one: Effort) => T): T {
  const share = Math.min(all.left, ONE);
  const one = { left: share };
  try {
    return run(one);
  } finally {
    all.left -= share - Math.max(0, one.left);
  }
}

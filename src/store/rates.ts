// The contract of counters of calls: what serve may ask where part 8 limits how many calls there are in a time. Input: for each limit that a
// call meets, its numbers and the digest of what it is counted by. Output: is the call admitted, and what is left. Exact: no more than
// `count` in any window, and none is refused while fewer were, but for a burst. A call at t no longer counts at t + window. Notation, part 8.

/** The numbers of a limit: `50 per 10 seconds, burst 20`. */
export interface Rate {
  readonly count: number;
  /** Milliseconds. */
  readonly window: number;
  /**
   * Of these, so many at once at most; more become free evenly, `count` in each window. Whole numbers: a call adds `window` to a debt that
   * falls by `count` each millisecond down to 0, and is admitted where the debt is at most `burst * window` with it. At most `count`.
   */
  readonly burst?: number;
}

export interface RateAsk {
  readonly rate: Rate;
  /** Digest of the limit and of what it is counted by: 16 octets in hexadecimal digits. What is sent is not kept. */
  readonly key: string;
}

/** What one limit says of a call. */
export interface RateState {
  readonly isAdmitted: boolean;
  /** How many more would be admitted now. */
  readonly remaining: number;
  /** Milliseconds until one more is admitted than now; of a call that is refused: until it would be admitted. */
  readonly after: number;
}

export interface RateDecision {
  /** By the clock that judged it, in milliseconds since 1970: `giveBack` names it. */
  readonly at: number;
  /** One for each ask, in its order. The call is admitted where all are; else it is counted by none of them. */
  readonly states: readonly RateState[];
}

export interface RateCounter {
  /** Answers at once where it counts in this process. Rejects where it cannot count now: the call is `unavailable`. */
  admit(asks: readonly RateAsk[]): RateDecision | Promise<RateDecision>;
  /**
   * A call that was counted ahead turns out not to be of those that are counted. Of a debt it gives back what the call can have left:
   * `window - count * (now - at)`, where that is more than 0.
   */
  giveBack(asks: readonly RateAsk[], at: number): void;
}

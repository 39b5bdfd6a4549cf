// What a store counts of its work, for who watches it. Input: what is measured. Output: histograms that only grow, and a look at the
// connections of this moment.

import { Histogram } from '../base/histogram.ts';

export interface StoreFigures {
  /** Seconds of each COMMIT that kept something. */
  readonly commits: Readonly<Partial<Record<'group' | 'transaction' | 'statement', Histogram>>>;
  /** Requests in each group that was committed. */
  readonly together?: Histogram;
  readonly pools?: () => readonly PoolFigures[];
}

/** Connections of one kind. */
export interface PoolFigures {
  readonly name: string;
  readonly most: number;
  readonly used: number;
  readonly idle: number;
  /** What waits for one, or on one behind others. */
  readonly waiting: number;
}

const SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const REQUESTS = [1, 2, 4, 8, 16, 32, 64];

export function commitSeconds(): Histogram {
  return new Histogram(SECONDS);
}

export function requestsTogether(): Histogram {
  return new Histogram(REQUESTS);
}

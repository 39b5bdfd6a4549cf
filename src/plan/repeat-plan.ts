// How a repeated call is recognized, as data, and the table of the answers that are kept. Notation, part 4, Repeat; decision 0046.

import type { HeaderPlan } from './output.ts';

export interface RepeatPlan {
  /** What the key is bound as, among the headers of the request. */
  readonly parameter: string;
  /** What a key is unique within; nothing: all calls. */
  readonly scope: readonly ('caller' | 'operation' | 'path')[];
  /** What the first steps bind of who calls; left out where nobody is asked. */
  readonly callers?: readonly string[];
  /** How many of the steps these are. */
  readonly before: number;
  /** Milliseconds; null: for good. */
  readonly for: number | null;
  readonly answers: KeptAnswersPlan;
  /** On an answer that is repeated. */
  readonly markedBy: readonly HeaderPlan[];
}

/** Those that are named, or all others. Codes are those of part 7. */
export interface KeptAnswersPlan {
  readonly are: 'these' | 'all others';
  readonly statuses: readonly (number | StatusClass)[];
  readonly codes: readonly string[];
}

export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx';

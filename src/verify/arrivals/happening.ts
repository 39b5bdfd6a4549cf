// What events tell of: changes of rows, as the calls have made them, and what has come of it. Pure types.

import type { FoundInReply, Invented } from '../verdict.ts';
import type { Row, Truth, Value } from '../world/known.ts';

/** What a call did to a row. */
export interface Change {
  readonly row: Row;
  readonly kind: 'created' | 'changed' | 'deleted';
  /** What the row had before. */
  readonly before: ReadonlyMap<string, Value>;
  /** It went with another row. */
  readonly isAlong: boolean;
  readonly isSure: boolean;
}

/** An event that is due. */
export interface Happening {
  readonly event: string;
  /** As the row was at that moment. */
  readonly row: Row;
  /** The row itself. */
  readonly of: Row;
  /** Is it sure that it is sent? */
  readonly is: Truth;
  /** The row that gets it; undefined: who reads the stream. Is it one of its receivers? */
  readonly receivers: ReadonlyMap<Row | undefined, Truth>;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly operation: string;
  /** Of the call that caused it: its place among all. */
  readonly exchange: number;
}

/** An event that came. */
export interface Arrived {
  /** The path of the listener, or that of the stream. */
  readonly to: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Of a stream. */
  readonly event?: string;
  readonly id?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It was not accepted: it has to come again. */
  readonly isRefused?: true;
}

export interface EventFinding {
  readonly finding: FoundInReply;
  /** Of the call that caused it. */
  readonly exchange: number | undefined;
}

export interface EventInvention {
  readonly invented: Omit<Invented, 'exchanges'>;
  /** Of the call that caused the event, where that is known. */
  readonly exchange: number | undefined;
}

export interface EventsJudged {
  readonly findings: readonly EventFinding[];
  readonly invented: readonly EventInvention[];
  readonly exercised: readonly string[];
}

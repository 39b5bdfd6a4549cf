// An event that waits, as it was written down, and what can be asked of several. Input: one. Output: its types. plan/outbox.ts says what each
// column holds.

export interface OutboxQuery {
  readonly id?: number | undefined;
  readonly event?: string | undefined;
  readonly resource?: string | undefined;
  /** An instant: events from then on. */
  readonly since?: string | undefined;
  /** An instant: events before it. */
  readonly before?: string | undefined;
}

export interface OutboxEntry {
  readonly id: number;
  readonly at: string;
  readonly event: string;
  readonly resource: string;
  /** The row key. */
  readonly key: string;
  readonly operation: string;
  readonly traceparent: string | null;
  /** JSON, whose numbers have all their digits. */
  readonly row: string;
}

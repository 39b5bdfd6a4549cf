// An event that waits, as it was written down, and what can be asked of several. Input: one. Output: its types, and one line of JSON.
// plan/outbox.ts says what each column holds.

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

/** With what it carries. */
export interface CarryingEntry extends OutboxEntry {
  /** Texts and nulls in a JSON list; null: nothing was kept of it. */
  readonly payload: string | null;
  /** The digest of the plan that shows it, and that plan as it was kept. */
  readonly shape: string | null;
  readonly shownBy: string | null;
}

/** One line of JSON. The row and the payload, as it is sent, stay as they are. */
export function outboxJson(entry: CarryingEntry, payload: string | undefined): string {
  const { row, payload: _, shape: __, shownBy: ___, ...told } = entry;
  const carried = payload === undefined ? '' : `,"payload":${payload}`;
  return `${JSON.stringify(told).slice(0, -1)},"row":${row}${carried}}`;
}

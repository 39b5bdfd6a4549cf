// A change of a row as an audit has it. Input: what was written down. Output: its type, and one line of JSON. docs/audit.md.

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  /** Null: nobody who is known. */
  readonly who: string | null;
  readonly operation: string | null;
  readonly request: string | null;
  readonly traceparent: string | null;
  readonly resource: string;
  readonly row: string;
  readonly kind: 'create' | 'change' | 'delete';
  /** JSON, whose numbers have all their digits; null: the row was not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** Fields that changed and are masked. */
  readonly masked: readonly string[];
}

/** What is kept as JSON stays as it is. */
export function entryJson({ before, after, masked, ...entry }: AuditEntry): string {
  const start = JSON.stringify({ ...entry, id: undefined }).slice(0, -1);
  return `${start},"before":${before ?? 'null'},"after":${after ?? 'null'},"masked":${JSON.stringify(masked)}}`;
}

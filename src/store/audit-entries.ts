// What is read of an audit. Input: what is asked for. Output: the text of a statement with its values; entries in the order in which the
// changes were made. No document is needed: an entry says all by itself, by the names that were then.

import type { SqlValue } from '../sql/expression.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Row } from './store.ts';

export interface AuditQuery {
  readonly resource?: string | undefined;
  readonly row?: string | undefined;
  /** An instant: changes from then on. */
  readonly since?: string | undefined;
}

/** Entries of one statement. */
export const PAGE = 1_000;

/** `place`: how the engine writes the place of a value. */
export function auditPage(
  { resource, row, since }: AuditQuery,
  after: number,
  place: (number: number) => string,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const values: SqlValue[] = [];
  const wanted = [
    ['"id" >', after],
    ['"resource" =', resource],
    ['"row" =', row],
    ['"at" >=', since],
  ] as const;
  const conditions = wanted.flatMap(([what, value]) =>
    value === undefined ? [] : [`${what} ${place(values.push(value))}`],
  );
  return {
    sql: `SELECT ${COLUMNS} FROM _audit WHERE ${conditions.join(' AND ')} ORDER BY "id" LIMIT ${PAGE}`,
    values,
  };
}

const COLUMNS =
  '"id", "at", "who", "operation", "request", "trace", "resource", "row", "kind", "before", "after", "masked"';

/** Changes of all rows that are looked at for those of one: no index finds them, and requests wait meanwhile. */
export const LOOKED_AT = 20_000;
const HISTORY = 50;

/** The last changes of one row, the last one first. */
export function historySql(place: (number: number) => string): string {
  const last = `SELECT * FROM _audit ORDER BY "id" DESC LIMIT ${LOOKED_AT}`;
  return `SELECT ${COLUMNS} FROM (${last}) AS "last" WHERE "resource" = ${place(1)} AND "row" = ${place(2)} ORDER BY "id" DESC LIMIT ${HISTORY}`;
}

export function auditEntry(row: Row): AuditEntry {
  const [id, at, who, operation, request, traceparent, resource, name, kind, before, after, masked] = row;
  return {
    id: Number(id),
    at: String(at),
    who: text(who),
    operation: text(operation),
    request: text(request),
    traceparent: text(traceparent),
    resource: String(resource),
    row: String(name),
    kind: String(kind) as AuditEntry['kind'],
    before: text(before),
    after: text(after),
    masked: JSON.parse(text(masked) ?? '[]') as readonly string[],
  };
}

function text(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** Takes entries one after the other, page by page. */
export type TakeEntry = (entry: AuditEntry) => void;

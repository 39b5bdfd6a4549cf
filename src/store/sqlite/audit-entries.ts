// The audit of a directory, read while it may be served. Input: the directory and what is asked for. Output: its entries, of one moment;
// false where there is no audit.

import { auditEntry, auditPage, PAGE, type AuditQuery, type TakeEntry } from '../audit-entries.ts';
import type { Row } from '../store.ts';
import { isThere } from './audit.ts';
import { hasData, noData, openForReading } from './reading.ts';

export function readAudit(directory: string, query: AuditQuery, take: TakeEntry): boolean {
  if (!hasData(directory)) throw noData(directory);
  const database = openForReading(directory);
  try {
    if (!isThere(database)) return false;
    let last = 0;
    for (;;) {
      const { sql, values } = auditPage(query, last, () => '?');
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      const entries = (statement.all(...values) as unknown as Row[]).map(auditEntry);
      for (const entry of entries) take(entry);
      last = entries.at(-1)?.id ?? last;
      if (entries.length < PAGE) return true;
    }
  } finally {
    database.close();
  }
}

// The audit of a database. Input: its address and what is asked for. Output: its entries; false where there is no audit.

import { auditEntry, auditPage, PAGE, type AuditQuery, type TakeEntry } from '../audit-entries.ts';
import { isAuditThere } from './audit.ts';
import { within } from './migration.ts';
import { examine } from './examine.ts';

export async function readAudit(url: string, query: AuditQuery, take: TakeEntry): Promise<boolean> {
  return within(url, async (session) => {
    await examine(session, url);
    if (!(await isAuditThere(session))) return false;
    let last = 0;
    for (;;) {
      const { sql, values } = auditPage(query, last, (number) => `$${number}`);
      const entries = (await session.query(sql, values)).map(auditEntry);
      for (const entry of entries) take(entry);
      last = entries.at(-1)?.id ?? last;
      if (entries.length < PAGE) return true;
    }
  });
}

// The events that wait in a database. Input: its address and what is asked for. Output: its entries; false where nothing
// there emits events.

import { carryingEntry, outboxPage, PAGE, type TakeOutboxEntry } from '../outbox-entries.ts';
import type { OutboxQuery } from '../outbox-entry.ts';
import { OUTBOX } from '../relational/payloads.ts';
import { isTableThere } from './audit.ts';
import { within } from './migration.ts';
import { examine } from './open.ts';

const WORDS = {
  place: (number: number) => `$${number}`,
  instant: (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  json: (column: string) => `${column}::text`,
};

const CARRIES = `
  SELECT 1 FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = current_schema()::regnamespace AND relname = '${OUTBOX}' AND attname = 'payload' AND NOT attisdropped`;

export async function readOutbox(url: string, query: OutboxQuery, take: TakeOutboxEntry): Promise<boolean> {
  return within(url, async (session) => {
    await examine(session, url);
    if (!(await isTableThere(session, OUTBOX))) return false;
    const [carries] = await session.query(CARRIES);
    let last = 0;
    for (;;) {
      const { sql, values } = outboxPage(query, last, WORDS, carries !== undefined);
      const entries = (await session.query(sql, values)).map(carryingEntry);
      for (const entry of entries) take(entry);
      last = entries.at(-1)?.id ?? last;
      if (entries.length < PAGE) return true;
    }
  });
}

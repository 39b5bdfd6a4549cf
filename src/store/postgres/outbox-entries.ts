// The events in a database. Input: its address and what is asked for. Output: its entries; false where nothing
// there emits events.

import { DELIVERIES } from '../delivery-entries.ts';
import { readEvents, type TakeEvent } from '../event-entries.ts';
import type { EventQuery } from '../event-entry.ts';
import { OUTBOX } from '../relational/payloads.ts';
import { isTableThere } from './audit.ts';
import { within } from './migration.ts';
import { examine } from './examine.ts';

const WORDS = {
  place: (number: number) => `$${number}`,
  instant: (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  json: (column: string) => `${column}::text`,
};

const CARRIES = `
  SELECT 1 FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = current_schema()::regnamespace AND relname = '${OUTBOX}' AND attname = 'payload' AND NOT attisdropped`;

export async function readOutbox(url: string, query: EventQuery, take: TakeEvent): Promise<boolean> {
  return within(url, async (session) => {
    await examine(session, url);
    if (!(await isTableThere(session, OUTBOX))) return false;
    const [carries] = await session.query(CARRIES);
    const tables = { carries: carries !== undefined, deliveries: await isTableThere(session, DELIVERIES) };
    await readEvents(query, ({ sql, values }) => session.query(sql, values), WORDS, tables, take);
    return true;
  });
}

// The events that wait in a directory, read while it may be served. Input: the directory and what
// is asked for. Output: its entries, of one moment; false where nothing there emits events.

import { carryingEntry, outboxPage, PAGE, type TakeOutboxEntry } from '../outbox-entries.ts';
import type { OutboxQuery } from '../outbox-entry.ts';
import type { Row } from '../store.ts';
import { hasData, noData, openForReading } from './reading.ts';

const WORDS = { place: () => '?', instant: (column: string) => column, json: (column: string) => column };

export function readOutbox(directory: string, query: OutboxQuery, take: TakeOutboxEntry): boolean {
  if (!hasData(directory)) throw noData(directory);
  const database = openForReading(directory);
  try {
    if (!database.prepare("SELECT 1 FROM main.sqlite_schema WHERE name = '_outbox'").get()) return false;
    const [{ carries } = {}] = database
      .prepare("SELECT 1 AS carries FROM pragma_table_info('_outbox') WHERE name = 'payload'")
      .all();
    let last = 0;
    for (;;) {
      const { sql, values } = outboxPage(query, last, WORDS, carries === 1);
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      const entries = (statement.all(...values) as unknown as Row[]).map(carryingEntry);
      for (const entry of entries) take(entry);
      last = entries.at(-1)?.id ?? last;
      if (entries.length < PAGE) return true;
    }
  } finally {
    database.close();
  }
}

// The events in a directory, read while it may be served. Input: the directory and what is asked for. Output: its
// entries, of one moment; false where nothing there emits events.

import { readEvents, type TakeEvent } from '../event-entries.ts';
import type { EventQuery } from '../event-entry.ts';
import type { Row } from '../store.ts';
import { hasData, noData, openForReading } from './reading.ts';

const WORDS = { place: () => '?', instant: (column: string) => column, json: (column: string) => column };

export async function readOutbox(directory: string, query: EventQuery, take: TakeEvent): Promise<boolean> {
  if (!hasData(directory)) throw noData(directory);
  const database = openForReading(directory);
  const isThere = (sql: string): boolean => database.prepare(sql).get() !== undefined;
  const isTable = (name: string): boolean => isThere(`SELECT 1 FROM main.sqlite_schema WHERE name = '${name}'`);
  try {
    if (!isTable('_outbox')) return false;
    const carries = isThere("SELECT 1 FROM pragma_table_info('_outbox') WHERE name = 'payload'");
    const tables = { carries, deliveries: isTable('_deliveries') };
    await readEvents(
      query,
      ({ sql, values }) => {
        const statement = database.prepare(sql);
        statement.setReturnArrays(true);
        return Promise.resolve(statement.all(...values) as unknown as Row[]);
      },
      WORDS,
      tables,
      take,
    );
    return true;
  } finally {
    database.close();
  }
}

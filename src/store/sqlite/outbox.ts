// The events that wait in a directory, taken out by the process that serves it. Input: what is asked for. Output: how many there were.

import { DELIVERIES } from '../delivery-entries.ts';
import { outboxDrop } from '../outbox-entries.ts';
import type { OutboxQuery } from '../outbox-entry.ts';
import { OUTBOX } from '../relational/payloads.ts';
import type { Schema } from '../relational/schema.ts';
import type { Result, WaitingEvents } from '../store.ts';
import { DeliveryWrites } from './delivery-writes.ts';
import type { Parts } from './program.ts';

const WORDS = { place: () => '?' };

/** Nothing where no operation emits one. */
export function waitingEvents(
  schema: Schema,
  { database, group, counts }: Pick<Parts, 'database' | 'group' | 'counts'>,
): { readonly outbox?: WaitingEvents } {
  if (!schema.has(OUTBOX)) return {};
  const writes = schema.has(DELIVERIES) ? new DeliveryWrites(database, schema, counts) : undefined;
  const drop = async (query: OutboxQuery, most: number): Promise<number> => {
    let gone = 0;
    const effect = (): Result => {
      const { sql, values } = outboxDrop(query, most, WORDS);
      const events = database
        .prepare(sql)
        .all(...values)
        .map((row) => Number(row['id']));
      writes?.dropped(events);
      gone = events.length;
      counts.grow(OUTBOX, -gone);
      return { kind: 'done', outcome: 'deleted', rows: [], total: undefined };
    };
    const result = await group.submit({ effect, savepoint: true, deadline: undefined });
    if (result.kind !== 'done') throw new Error(result.kind === 'unavailable' ? result.reason : result.kind);
    return gone;
  };
  return { outbox: { drop } };
}

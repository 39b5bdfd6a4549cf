// The events that wait in a directory, taken out by the process that serves it. Input: what is asked for. Output: how many there were.

import type { DatabaseSync } from 'node:sqlite';
import { DELIVERED, DELIVERIES } from '../delivery-entries.ts';
import { eventsOfRow, nextEvent, outboxDrop, windowEnd } from '../outbox-entries.ts';
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
  const submit = async (run: () => void): Promise<void> => {
    const effect = (): Result => {
      run();
      return { kind: 'done', outcome: 'deleted', rows: [], total: undefined };
    };
    const result = await group.submit({ effect, savepoint: true, deadline: undefined });
    if (result.kind !== 'done') throw new Error(result.kind === 'unavailable' ? result.reason : result.kind);
  };
  const takeOut = ({ sql, values }: ReturnType<typeof outboxDrop>): number => {
    const events = numbersOf(database, { sql, values });
    writes?.dropped(events);
    counts.grow(OUTBOX, -events.length);
    return events.length;
  };
  return {
    outbox: {
      async drop(query, most) {
        let gone = 0;
        await submit(() => (gone = takeOut(outboxDrop(query, most, WORDS))));
        return gone;
      },
      async erase(row, after) {
        const tables = writes ? [OUTBOX, DELIVERED] : [OUTBOX];
        let erased = { events: 0, last: undefined as number | undefined };
        await submit(() => {
          erased = { events: 0, last: undefined };
          const [first] = numbersOf(database, nextEvent(tables, after, WORDS));
          if (first === undefined) return;
          const of = eventsOfRow(OUTBOX, row, first, WORDS);
          const waiting = takeOut({ ...of, sql: `DELETE FROM ${OUTBOX} WHERE "id" IN (${of.sql}) RETURNING "id"` });
          const kept = writes ? numbersOf(database, eventsOfRow(DELIVERED, row, first, WORDS)) : [];
          writes?.erased(kept);
          erased = { events: waiting + kept.length, last: windowEnd(first) };
        });
        return erased;
      },
    },
  };
}

function numbersOf(database: DatabaseSync, { sql, values }: ReturnType<typeof outboxDrop>): readonly number[] {
  const rows = database.prepare(sql).all(...values);
  return rows.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
}

// The events that wait in a database, taken out. Input: what is asked for. Output: how many there were.

import { outboxDrop } from '../outbox-entries.ts';
import type { OutboxQuery } from '../outbox-entry.ts';
import { OUTBOX } from '../relational/outbox.ts';
import type { Schema } from '../relational/schema.ts';
import type { WaitingEvents } from '../store.ts';
import { faultOf } from './faults.ts';
import type { Lend } from './program.ts';

const WORDS = { place: (number: number) => `$${number}` };

/** Nothing where no operation emits one. */
export function waitingEvents(
  schema: Schema,
  lend: Lend,
  during: <T>(run: () => Promise<T>) => Promise<T>,
): { readonly outbox?: WaitingEvents } {
  if (!schema.has(OUTBOX)) return {};
  const drop = (query: OutboxQuery, most: number): Promise<number> =>
    during(async () => {
      const { sql, values } = outboxDrop(query, most, WORDS);
      try {
        return (await lend((session) => session.query(sql, values))).length;
      } catch (error) {
        const reason = faultOf(error);
        throw reason === undefined ? error : new Error(reason, { cause: error });
      }
    });
  return { outbox: { drop } };
}

// The events that wait in a database: taken out by the operator, and delivered. Input: what is asked for. Output: how many there were;
// deliveries.

import type { Deliveries } from '../deliveries.ts';
import { DELIVERIES } from '../delivery-entries.ts';
import { outboxDrop, outboxOldest } from '../outbox-entries.ts';
import type { OutboxQuery } from '../outbox-entry.ts';
import { OUTBOX } from '../relational/payloads.ts';
import type { Schema } from '../relational/schema.ts';
import type { WaitingEvents } from '../store.ts';
import { deliveriesOf } from './deliveries.ts';
import { droppingEvents, droppingLanes, IN_TURN, lanesOfEvents, lockingLanes } from './delivery-texts.ts';
import { transactionsOf, type Transaction } from './delivery-transactions.ts';
import { faultOf } from './faults.ts';
import type { Lend } from './program.ts';
import type { Signals } from './signals.ts';

const WORDS = { place: (number: number) => `$${number}` };

/** Nothing where no operation emits one. */
export function waitingEvents(
  schema: Schema,
  lend: Lend,
  during: <T>(run: () => Promise<T>) => Promise<T>,
  signals: Signals,
): { readonly outbox?: WaitingEvents; readonly deliveries?: Deliveries } {
  if (!schema.has(OUTBOX)) return {};
  const { within } = transactionsOf(lend, during);
  if (schema.has(DELIVERIES))
    return {
      outbox: { drop: (query, most) => within(dropping(query, most)) },
      ...deliveriesOf(schema, lend, during, signals),
    };
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

/** With their deliveries, also those that are held. */
function dropping(query: OutboxQuery, most: number): (transaction: Transaction) => Promise<number> {
  return async ({ ask, askLast }) => {
    await ask(IN_TURN);
    const events = (await ask(outboxOldest(query, most, WORDS))).map(([id]) => Number(id));
    const lanes = (await ask(lanesOfEvents(events))).map(([lane]) => String(lane));
    await ask(lockingLanes(lanes));
    const [row] = await ask(droppingEvents(events));
    await askLast(droppingLanes(lanes));
    return Number(row?.[0] ?? 0);
  };
}

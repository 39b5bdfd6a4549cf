// The events that wait in a database: taken out by the operator, and delivered. Input: what is asked for. Output: how many there were;
// deliveries.

import type { Deliveries } from '../deliveries.ts';
import { DELIVERED, DELIVERIES } from '../delivery-entries.ts';
import { eventsOfRow, nextEvent, outboxOldest, windowEnd } from '../outbox-entries.ts';
import { OUTBOX } from '../relational/payloads.ts';
import type { Schema } from '../relational/schema.ts';
import type { Erased, EventRow, Row, WaitingEvents } from '../store.ts';
import { deliveriesOf } from './deliveries.ts';
import {
  droppingAlone,
  droppingEvents,
  droppingLanes,
  erasingEvents,
  IN_TURN,
  lanesOfEvents,
  lockingLanes,
} from './delivery-texts.ts';
import { transactionsOf, type Transaction } from './delivery-transactions.ts';
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
  const isDelivered = schema.has(DELIVERIES);
  const takeOut = isDelivered ? withDeliveries : alone;
  return {
    outbox: {
      drop: (query, most) =>
        within(async ({ ask, askLast }) => {
          if (isDelivered) await ask(IN_TURN);
          const events = numbersOf(await ask(outboxOldest(query, most, WORDS)));
          return takeOut({ ask, askLast }, events);
        }),
      erase: (row, after) => within(erasing(row, after, isDelivered)),
    },
    ...(isDelivered ? deliveriesOf(schema, lend, during, signals) : {}),
  };
}

const numbersOf = (rows: readonly Row[]): readonly number[] =>
  rows.flatMap(([id]) => (id === null ? [] : [Number(id)]));

async function alone({ askLast }: Transaction, events: readonly number[]): Promise<number> {
  return numbersOf(await askLast(droppingAlone(events))).length;
}

/** With their deliveries, also those that are held. */
async function withDeliveries({ ask, askLast }: Transaction, events: readonly number[]): Promise<number> {
  const lanes = (await ask(lanesOfEvents(events))).map(([lane]) => String(lane));
  await ask(lockingLanes(lanes));
  const [row] = await ask(droppingEvents(events));
  await askLast(droppingLanes(lanes));
  return Number(row?.[0] ?? 0);
}

function erasing(row: EventRow, after: number, isDelivered: boolean): (transaction: Transaction) => Promise<Erased> {
  return async ({ ask, askLast }) => {
    // No event is brought back from those that are done meanwhile.
    if (isDelivered) await ask(IN_TURN);
    const [first] = numbersOf(await ask(nextEvent(isDelivered ? [OUTBOX, DELIVERED] : [OUTBOX], after, WORDS)));
    if (first === undefined) return { events: 0, last: undefined };
    const last = windowEnd(first);
    if (!isDelivered) {
      const waiting = numbersOf(await ask(eventsOfRow(OUTBOX, row, first, WORDS)));
      return { events: await alone({ ask, askLast }, waiting), last };
    }
    const looked = [OUTBOX, DELIVERED].map((table) => eventsOfRow(table, row, first, WORDS));
    const found = (await Promise.all(looked.map(async (text) => numbersOf(await ask(text))))).flat();
    const lanes = (await ask(lanesOfEvents(found))).map(([lane]) => String(lane));
    await ask(lockingLanes(lanes));
    // What waited may be done by now, and is found where it is.
    const [dropped] = await ask(droppingEvents(found));
    const [kept] = await ask(erasingEvents(found));
    await askLast(droppingLanes(lanes));
    return { events: Number(dropped?.[0] ?? 0) + Number(kept?.[0] ?? 0), last };
  };
}

// An event as the operator sees it: as it was written down, with what became of it. Input: one. Output: its types, and one line of JSON.

import type { DeliveryState, EventAttempt } from './deliveries.ts';
import type { OutboxEntry, OutboxQuery } from './outbox-entry.ts';

/** With what it carries. */
export interface CarryingEntry extends OutboxEntry {
  /** Texts and nulls in a JSON list; null: nothing was kept of it. */
  readonly payload: string | null;
  /** The digest of the plan that shows it, and that plan as it was kept. */
  readonly shape: string | null;
  readonly shownBy: string | null;
}

/** With what became of it. */
export interface EventEntry extends CarryingEntry {
  /** When nobody waited for it any more; null: it is in the outbox. */
  readonly done: string | null;
  readonly deliveries: readonly ToReceiver[];
  /** The first ones of each; undefined: they were not asked for. */
  readonly attempts: readonly EventAttempt[] | undefined;
}

export interface ToReceiver {
  /** The row key. */
  readonly receiver: string;
  readonly state: DeliveryState;
  readonly tries: number;
  /** When it is tried next, where it waits. */
  readonly due: string;
}

/** Of events and of their deliveries. */
export interface EventQuery extends OutboxQuery {
  /** A delivery to this row key, in this state. */
  readonly receiver?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Not only those in the outbox. */
  readonly isAll?: boolean;
}

/** As people see them. */
export const STATES: Readonly<Record<DeliveryState, string>> = {
  waiting: 'waiting',
  accepted: 'delivered',
  kept: 'given up',
  dropped: 'dropped',
};

/** One line of JSON. The row and the payload, as it is sent, stay as they are. */
export function eventJson(entry: EventEntry, payload: string | undefined): string {
  const { row, payload: _, shape: __, shownBy: ___, done, deliveries, attempts, ...told } = entry;
  const carried = payload === undefined ? '' : `,"payload":${payload}`;
  const became = deliveries.map(({ receiver, state, tries, due }) => ({
    receiver,
    state: STATES[state],
    tries,
    ...(state === 'waiting' && { next: due }),
  }));
  const more = JSON.stringify({ done, deliveries: became, ...(attempts && { attempts }) }).slice(1);
  return `${JSON.stringify(told).slice(0, -1)},"row":${row}${carried},${more}`;
}

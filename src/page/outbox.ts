// The events that wait to be sent, on the page. Input: the oldest of them, and how many there are. Output: HTML, with a link to the row
// that each is about.

import { code, table, visible, wide } from './html.ts';
import { rowAddress } from './row-address.ts';

export interface Outbox {
  /** Null: not known now. */
  readonly waiting: number | null;
  readonly events: readonly {
    readonly id: string;
    readonly event: string;
    readonly at: string;
    readonly operation: string;
    readonly resource: string;
    readonly key: string;
  }[];
}

export function outboxTable({ waiting, events }: Outbox): string {
  if (waiting === null) return '<p>How many events wait to be sent cannot be told now.</p>';
  if (waiting === 0) return '<p class="dim">No event waits to be sent.</p>';
  const rest = waiting > events.length ? ` These are the first ${events.length}.` : '';
  const told = `<p><b>${waiting}</b> ${waiting === 1 ? 'event waits' : 'events wait'} to be sent.${rest}</p>`;
  const rows = events.map(({ id, event, at, operation, resource, key }) => [
    visible(id),
    code(event),
    visible(at),
    code(operation),
    `<a href="${rowAddress({ resource, key })}">${visible(resource)} ${visible(key)}</a>`,
  ]);
  return told + wide('Events that wait to be sent', table(['number', 'event', 'at', 'by', 'row (by its key)'], rows));
}

// The events that wait to be sent, on the page. Input: the oldest of them, how many there are, and why they wait. Output: HTML, with a link to the
// row that each is about, and to the receivers that accept nothing.

import { code, list, table, visible, wide, words } from './html.ts';
import { rowAddress } from './row-address.ts';

export interface Outbox {
  /** Null: not known now. */
  readonly waiting: number | null;
  /** What is open, or not supported: it keeps events from being sent. */
  readonly heldBy: readonly { readonly id: string; readonly question?: string }[];
  /** Of the oldest, so many. */
  readonly why: readonly {
    readonly event: string;
    readonly why: string;
    readonly events: number;
    readonly oldest: string;
  }[];
  readonly looked: number;
  /** Receivers that do not accept what waits for them, by their row keys; `resource`: whose rows they are. */
  readonly away: readonly { readonly receiver: string; readonly waiting: number; readonly next: string }[];
  readonly resource?: string;
  readonly events: readonly {
    readonly id: string;
    readonly event: string;
    readonly at: string;
    readonly operation: string;
    readonly resource: string;
    readonly key: string;
  }[];
}

export function outboxTable(outbox: Outbox): string {
  const { waiting, events } = outbox;
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
  return (
    told +
    reasons(outbox) +
    wide('Events that wait to be sent', table(['number', 'event', 'at', 'by', 'row (by its key)'], rows))
  );
}

const MEANS: Readonly<Record<string, string>> = {
  held: 'what keeps them is not shown, or not supported',
  'no broker': 'no broker is named that takes them: --broker',
  'no secret': 'no secret is named by which they are signed: --event-secrets',
  'without payload': 'nothing is kept that they carry',
  'not in the document': 'the document has no such event any more',
  'on its way': 'on its way, or behind others of its order',
  'receiver away': 'a receiver does not accept it, or one before it',
  'given up': 'given up, and kept for the operator',
};

function reasons({ waiting, heldBy, why, looked, away, resource }: Outbox): string {
  const open = heldBy.map(({ id, question }) =>
    question === undefined ? code(id) : `${code(id)}: ${words(question)}`,
  );
  const rows = why.map((one) => [
    code(one.event),
    visible(MEANS[one.why] ?? one.why),
    visible(String(one.events)),
    visible(one.oldest),
  ]);
  const receivers = away.map(({ receiver, waiting: count, next }) => {
    const name = `${visible(resource ?? 'Receiver')} ${visible(receiver)}`;
    const link = resource === undefined ? name : `<a href="${rowAddress({ resource, key: receiver })}">${name}</a>`;
    return `${link} does not accept what is sent: <b>${count}</b> ${count === 1 ? 'event waits' : 'events wait'}, the next try is at ${visible(next)}.`;
  });
  const label = looked < (waiting ?? 0) ? `Why the oldest ${looked} wait` : 'Why they wait';
  return [
    open.length === 0 ? '' : `<p>No event is sent, or not all are, because of what is open:</p>${list(open)}`,
    rows.length === 0 ? '' : wide(label, table(['event', 'why', 'how many', 'since'], rows, label)),
    receivers.length === 0 ? '' : list(receivers),
  ].join('');
}

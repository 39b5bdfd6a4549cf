// The operation on which events are streamed, and whose rows they are about. Input: a model. Output: that operation; what its answers have instead of a
// body of their own. Notation, part 6, Sent as: server-sent events.

import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { whosIn, type Who } from '../../notation/values/who.ts';

/** The media type of a stream: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export const EVENT_STREAM = 'text/event-stream';

/** With parameters or without. */
export function isEventStream(mediaType: string): boolean {
  return mediaType.split(';', 1)[0]!.trim().toLowerCase() === EVENT_STREAM;
}

/** Undefined: events are sent in another way, or it is not known how. */
export const streamOf: (model: Model) => LinkedOperation | undefined = oncePer((model: Model) => {
  const { delivery } = model.document.events;
  const sent = delivery && valueOf(delivery.facts.sentAs);
  return sent?.kind === 'server-sent events' ? model.operations.get(sent.operation.text) : undefined;
});

export function isStream(model: Model, linked: LinkedOperation): boolean {
  return streamOf(model) === linked;
}

/** A reader goes on where it was while events are kept. */
export function mayGoOn({ document }: Model): boolean {
  const { delivery } = document.events;
  return delivery !== undefined && valueOf(delivery.facts.keptFor) !== undefined;
}

/** By which a reader says which event it had last: https://html.spec.whatwg.org/multipage/server-sent-events.html#the-last-event-id-header */
export const LAST_EVENT_ID = 'Last-Event-ID';

/** The answer of a stream carries the events: what they are is said by Delivery, and not by its row. */
export function isStreamed(row: Pick<LinkedOperation['facts']['statuses']['items'][number], 'status'>): boolean {
  const status = valueOf(row.status);
  return status !== undefined && 'code' in status && status.code === 200;
}

/** Of whose rows it asks more than who calls: `owner by Order.customer`. */
export function ownedIn(who: Who): ReadonlySet<string> {
  return new Set(whosIn(who).flatMap((one) => (one.kind === 'owner' ? one.path.slice(0, 1) : [])));
}

// One try to send an event to a broker. Input: the plan of delivery; what an event carries; a broker. Output: what became of the try, and when the next
// one is due. Notation, part 6, Delivery; decision 0070.

import type { BrokerPlan } from '../../plan/delivery-plan.ts';
import type { Claimed, OutboxEvent } from '../../store/deliveries.ts';
import { instantText, type Clock } from '../clock.ts';
import type { Broker, Message } from './broker.ts';
import { partsOf } from './envelopes.ts';
import type { Payload } from './payload.ts';
import type { Sent } from './relay.ts';
import type { Send } from './sending.ts';
import { waitAfter } from './waits.ts';

/** The one receiver of all events, whatever its subject or queue is called: what waits goes where the document says now. */
export const BROKER = 'broker';

export interface PublishingParts {
  readonly plan: BrokerPlan;
  readonly payload: (event: OutboxEvent) => Promise<Payload>;
  readonly broker: Broker;
  /** The public address of the service. */
  readonly source: string;
  readonly prefix: string;
  readonly clock: Clock;
}

export function publishingOf(parts: PublishingParts): Send {
  const { plan, broker, clock } = parts;
  return async (claimed, stop) => {
    if (claimed.receiver !== BROKER) return { kind: 'no receiver' };
    const message = await messageOf(parts, claimed);
    const began = clock.now();
    const from = performance.now();
    const published = await broker.publish(message);
    if (published.kind === 'left alone') return { kind: 'not tried', again: published.again };
    if (published.kind !== 'taken' && stop.aborted) throw new Error('the service stops');
    const ms = Math.round(performance.now() - from);
    const attempt = { at: instantText(began), status: null, ms, answer: published.said };
    if (published.kind === 'taken') return { kind: 'accepted', attempt };
    const again = published.kind === 'away' ? published.again : waitAfter(claimed.tries + 1, plan.waits, Math.random());
    return { kind: 'not accepted', attempt, again } satisfies Sent;
  };
}

async function messageOf({ plan, payload, source, prefix }: PublishingParts, { event }: Claimed): Promise<Message> {
  const carried = await payload(event);
  if ('held' in carried) throw new Error(carried.held);
  const id = `${prefix}${event.id}`;
  const { event: type, at: time, traceparent } = event;
  const parts = partsOf(plan.envelope, { id, source, type, time, traceparent, payload: carried.json });
  const told = plan.duplicates.header === undefined ? {} : { [plan.duplicates.header]: id };
  const { contentType, attributes, body, trace } = parts;
  return { id, type, contentType, attributes, body, headers: { ...trace, ...told } };
}

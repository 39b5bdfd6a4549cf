// What sends the events of a plan to a broker. Input: what it sends, the plan, its store, a clock, the broker. Output: a relay, which runs. Notation,
// part 6; decision 0070.

import type { BrokerPlan } from '../../plan/delivery-plan.ts';
import { connectAmqp } from './amqp.ts';
import { brokerOf } from './broker.ts';
import type { BrokerAddress } from './broker-address.ts';
import type { Due } from './context.ts';
import { closing, count, withPrefix } from './joined.ts';
import { connectNats } from './nats.ts';
import { compilePayloads } from './payload.ts';
import { BROKER, publishingOf } from './publishing.ts';
import { laneOf } from './receivers.ts';
import { startRelay, type Relay } from './relay.ts';

/** Milliseconds for an answer, unless the document states a Time-out. */
const TIME_OUT = 10_000;

export function joinedBroker(
  { context, sent: plan, deliveries, kinds }: Due<BrokerPlan>,
  address: BrokerAddress,
): Relay {
  const { store, clock, log, url } = context;
  const connect = address.kind === 'nats' ? connectNats : connectAmqp;
  const { timeOut = TIME_OUT } = plan;
  const broker = brokerOf({
    connect: () => connect(address, plan.name, timeOut),
    timeOut,
    waits: plan.waits,
    now: () => performance.now(),
    shown: address.shown,
    log,
  });
  const payload = compilePayloads(context.plan, store.notes);
  const relay = startRelay({
    deliveries,
    kinds,
    receivers: (event) => Promise.resolve([{ receiver: BROKER, lane: laneOf(plan.order, event, BROKER) }]),
    send: withPrefix(store, (prefix) => publishingOf({ plan, payload, broker, source: url, prefix, clock })),
    told: ({ event }, sent) => count(context.counts, event.event, sent),
    // It is tried until it is accepted.
    givenUp: () => Promise.resolve(),
    givenUpEvents: 'kept',
    clock,
    log,
  });
  return closing(relay, broker);
}

// Whether events are to be sent, and the relay that does so. Input: a plan that is served, its store, a clock, what the operator allows. Output: a
// relay; nothing of it is loaded where nothing is to be sent. Notation, part 6; decisions 0068 and 0070.

import { reasonOf } from '../reason.ts';
import { withoutBroker } from './broker-address.ts';
import type { RelayContext, RelaySettings } from './context.ts';
import { lackOf } from './lack.ts';
import type { Relay } from './relay.ts';

const NOTHING: Relay = { wake: () => undefined, stop: () => Promise.resolve() };

export function relayOf(context: RelayContext, settings: RelaySettings): Relay {
  const loading = loadingOf(context, settings);
  if (!loading) return NOTHING;
  let relay: Relay | undefined;
  const loaded = loading.then((start) => (relay = start()));
  loaded.catch((error: unknown) => context.log(`events wait: ${reasonOf(error)}`));
  return {
    // It looks at what waits when it starts.
    wake: () => relay?.wake(),
    stop: () =>
      loaded.then(
        (one) => one.stop(),
        () => undefined,
      ),
  };
}

/** Undefined: nothing is to be sent, or nothing can be. */
function loadingOf(context: RelayContext, settings: RelaySettings): Promise<() => Relay> | undefined {
  const { plan, log } = context;
  const { webhook, broker, heldBy = [], events: held = {} } = plan.delivery ?? {};
  const { deliveries } = context.store;
  if (heldBy.length > 0 || !deliveries || lackOf(plan, settings) === 'no secret') return undefined;
  const kinds = (plan.events ?? []).filter((event) => !Object.hasOwn(held, event));
  const due = { context, deliveries, kinds };
  if (webhook)
    return import('./joined.ts').then(
      ({ joinedRelay }) =>
        () =>
          joinedRelay({ ...due, sent: webhook }, settings),
    );
  if (!broker) return undefined;
  const why = withoutBroker(plan, settings);
  if (why !== undefined) log(why);
  const address = settings.broker;
  if (why !== undefined || !address) return undefined;
  return import('./joined-broker.ts').then(
    ({ joinedBroker }) =>
      () =>
        joinedBroker({ ...due, sent: broker }, address),
  );
}

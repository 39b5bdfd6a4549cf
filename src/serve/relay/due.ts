// Whether events are to be sent, and the relay that does so. Input: a plan that is served, its store, a clock, what the operator allows. Output: a
// relay; nothing of it is loaded where nothing is to be sent. Notation, part 6; decision 0068.

import { reasonOf } from '../reason.ts';
import type { RelayContext, RelaySettings } from './context.ts';
import type { Relay } from './relay.ts';

const NOTHING: Relay = { wake: () => undefined, stop: () => Promise.resolve() };

export function relayOf(context: RelayContext, settings: RelaySettings): Relay {
  const { webhook, heldBy = [], events: held = {} } = context.plan.delivery ?? {};
  const { deliveries } = context.store;
  if (!webhook || heldBy.length > 0 || !deliveries) return NOTHING;
  const kinds = (context.plan.events ?? []).filter((event) => !Object.hasOwn(held, event));
  let relay: Relay | undefined;
  const loaded = import('./joined.ts').then(
    ({ joinedRelay }) => (relay = joinedRelay({ context, webhook, deliveries, kinds }, settings)),
  );
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

// Whether events are to be sent, and the relay that does so. Input: a plan that is served, its store, a clock, what the operator allows. Output: a
// relay; nothing of it is loaded where nothing is to be sent. Notation, part 6; decision 0068.

import type { WebhookPlan } from '../../plan/delivery-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Deliveries } from '../../store/deliveries.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../clock.ts';
import { reasonOf } from '../reason.ts';
import type { TimedRunner } from '../timed.ts';
import type { Ranges } from './addresses.ts';
import type { Relay } from './relay.ts';
import type { Secret } from './signatures.ts';

/** What is the operator's to say. */
export interface RelaySettings {
  /** Addresses that may be called though they are not public. */
  readonly allowed: Ranges;
  /** By which events are signed where the document says that the operator keeps the secret; the newest first. */
  readonly secrets: readonly Secret[];
}

export interface RelayContext {
  readonly plan: Plan;
  readonly store: Store;
  readonly clock: Clock;
  /** The public address. */
  readonly url: string;
  readonly base: string;
  readonly timed: ReadonlyMap<string, TimedRunner>;
  readonly log: (line: string) => void;
}

/** What there is to send, and where it is kept. */
export interface Due {
  readonly context: RelayContext;
  readonly webhook: WebhookPlan;
  readonly deliveries: Deliveries;
  /** The kinds of event that can be sent. */
  readonly kinds: readonly string[];
}

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

// What a relay is made of. Notation, part 6; decision 0068.

import type { BrokerPlan, WebhookPlan } from '../../plan/delivery-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Deliveries } from '../../store/deliveries.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../clock.ts';
import type { Counts } from '../metrics/counts.ts';
import type { TimedRunner } from '../timed.ts';
import type { Ranges } from './addresses.ts';
import type { BrokerAddress } from './broker-address.ts';
import type { Secret } from './signatures.ts';

/** How long delivered events are kept, unless the operator says otherwise. */
export const KEPT_FOR = '7 days';

/** What is the operator's to say. */
export interface RelaySettings {
  /** Addresses that may be called though they are not public. */
  readonly allowed: Ranges;
  /** By which events are signed where the document says that the operator keeps the secret, at that moment; the newest first. */
  readonly secrets: () => readonly Secret[];
  /** Where messages go; left out where the operator names none. */
  readonly broker?: BrokerAddress;
  /** Milliseconds for which events that were delivered are kept, with what was tried; left out, the default. */
  readonly keep?: number;
  /** Calls that emit events are unavailable while so many are in the outbox; left out, there is no limit. */
  readonly outboxLimit?: number;
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
  readonly counts: Pick<Counts, 'tried' | 'sent'>;
}

/** What there is to send, and where it is kept. */
export interface Due<P extends WebhookPlan | BrokerPlan> {
  readonly context: RelayContext;
  readonly sent: P;
  readonly deliveries: Deliveries;
  /** The kinds of event that can be sent. */
  readonly kinds: readonly string[];
}

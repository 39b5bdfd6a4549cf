// What a relay is made of. Notation, part 6; decision 0068.

import type { WebhookPlan } from '../../plan/delivery-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Deliveries } from '../../store/deliveries.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../clock.ts';
import type { TimedRunner } from '../timed.ts';
import type { Ranges } from './addresses.ts';
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

// What sends the events of a plan that is served. Input: the plan, its store, a clock, what the operator allows. Output: a relay; nothing runs where
// nothing is to be sent. Notation, part 6; decision 0068.

import { randomBytes } from 'node:crypto';
import { RECEIVER, type GivenUpPlan } from '../../plan/delivery-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Claimed } from '../../store/deliveries.ts';
import type { Store } from '../../store/store.ts';
import { instantText, type Clock } from '../clock.ts';
import { compileMade } from '../generated-values.ts';
import type { TimedRunner } from '../timed.ts';
import type { Ranges } from './addresses.ts';
import { guardOf } from './guard.ts';
import { compilePayloads } from './payload.ts';
import { posterOf } from './post.ts';
import { compileReceivers } from './receivers.ts';
import { startRelay, type Relay } from './relay.ts';
import { sendingOf, type Send } from './sending.ts';
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

const NOTHING: Relay = { wake: () => undefined, stop: () => Promise.resolve() };

export function relayOf(context: RelayContext, { allowed, secrets }: RelaySettings): Relay {
  const { plan, store, clock, log, url } = context;
  const { webhook, heldBy = [], events: held = {} } = plan.delivery ?? {};
  const { deliveries } = store;
  if (!webhook || heldBy.length > 0 || !deliveries) return NOTHING;
  const receivers = compileReceivers(webhook, store);
  const poster = posterOf(guardOf(allowed));
  const payload = compilePayloads(plan, store.notes);
  const parts = { plan: webhook, receivers, payload, poster, source: url, secrets, clock };
  const relay = startRelay({
    deliveries,
    kinds: (plan.events ?? []).filter((event) => !Object.hasOwn(held, event)),
    receivers: (event) => receivers.all(event),
    send: withPrefix(store, (prefix) => sendingOf({ ...parts, prefix })),
    givenUp: givingUp(context, webhook.givenUp),
    givenUpEvents: webhook.givenUp.heldBy ? 'kept' : webhook.givenUp.events,
    clock,
    log,
  });
  return {
    wake: relay.wake,
    async stop() {
      const stopped = relay.stop();
      poster.close();
      await stopped;
    },
  };
}

/** Events of other data have other ids. */
const PREFIX = 'events prefix';

function withPrefix({ notes }: Pick<Store, 'notes'>, make: (prefix: string) => Send): Send {
  let known: Promise<Send> | undefined;
  return async (claimed, stop) => {
    known ??= notes.keep(PREFIX, `${randomBytes(9).toString('base64url')}.`).then(make);
    // What cannot be read now is read for the next one.
    const send = await known.catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return send(claimed, stop);
  };
}

/** What is stated of the row of a receiver that accepts nothing, in a transaction of its own. */
function givingUp({ store, base, timed, clock }: RelayContext, plan: GivenUpPlan): (claimed: Claimed) => Promise<void> {
  if (plan.steps.length === 0 || plan.heldBy) return () => Promise.resolve();
  const program = store.prepare(plan.steps);
  const make = compileMade(plan.make);
  const before = (plan.timed ?? []).map((table) => timed.get(table)!);
  return async ({ receiver }) => {
    const at = clock.now();
    for (const one of before) {
      const why = await one.catchUp(instantText(at));
      if (why !== undefined) throw new Error(why);
    }
    const bindings: Record<string, SqlValue> = { base, [RECEIVER]: Number(receiver) };
    make?.(bindings, at);
    const result = await program.run(bindings);
    if (result.kind === 'unavailable') throw new Error(result.reason);
  };
}

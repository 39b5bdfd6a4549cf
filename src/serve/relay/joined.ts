// What sends the events of a plan that is served. Input: what it sends, the plan, its store, a clock, what the operator allows. Output: a relay, which
// runs. Notation, part 6; decision 0068.

import { RECEIVER, type GivenUpPlan, type WebhookPlan } from '../../plan/delivery-plan.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Claimed } from '../../store/deliveries.ts';
import type { Store } from '../../store/store.ts';
import { instantText } from '../clock.ts';
import { compileMade } from '../generated-values.ts';
import type { Due, RelayContext, RelaySettings } from './context.ts';
import { guardOf } from './guard.ts';
import { compilePayloads } from './payload.ts';
import { posterOf } from './post.ts';
import { prefixOf } from './prefix.ts';
import { compileReceivers } from './receivers.ts';
import { startRelay, type Relay, type Sent } from './relay.ts';
import { sendingOf, type Send } from './sending.ts';

export function joinedRelay(
  { context, sent: webhook, deliveries, kinds }: Due<WebhookPlan>,
  { allowed, secrets }: RelaySettings,
): Relay {
  const { plan, store, clock, log, url } = context;
  const receivers = compileReceivers(webhook, store);
  const poster = posterOf(guardOf(allowed));
  const payload = compilePayloads(plan, store.notes);
  const parts = { plan: webhook, receivers, payload, poster, source: url, secrets, clock };
  const relay = startRelay({
    deliveries,
    kinds,
    receivers: (event) => receivers.all(event),
    send: withPrefix(store, (prefix) => sendingOf({ ...parts, prefix })),
    told: ({ event }, sent) => count(context.counts, event.event, sent),
    givenUp: givingUp(context, webhook.givenUp),
    givenUpEvents: webhook.givenUp.heldBy ? 'kept' : webhook.givenUp.events,
    clock,
    log,
  });
  return closing(relay, poster);
}

/** What it sends by is closed when it stops: what is being sent ends then. */
export function closing(relay: Relay, by: { close(): void }): Relay {
  return {
    wake: relay.wake,
    async stop() {
      const stopped = relay.stop();
      by.close();
      await stopped;
    },
  };
}

export function count(counts: RelayContext['counts'], event: string, sent: Exclude<Sent, { kind: 'no room' }>): void {
  if (sent.kind === 'not tried') return;
  if (sent.kind === 'no receiver') return counts.sent(event, 'no receiver');
  const { status, ms } = sent.attempt;
  if (sent.kind === 'accepted') {
    counts.tried(event, 'accepted', ms);
    return counts.sent(event, 'delivered');
  }
  counts.tried(event, status === null ? 'unanswered' : 'refused', ms);
  if (sent.again === undefined) counts.sent(event, 'given up');
}

export function withPrefix({ notes }: Pick<Store, 'notes'>, make: (prefix: string) => Send): Send {
  let known: Promise<Send> | undefined;
  return async (claimed, stop, standing) => {
    known ??= prefixOf(notes).then(make);
    // What cannot be read now is read for the next one.
    const send = await known.catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return send(claimed, stop, standing);
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

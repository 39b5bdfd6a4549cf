// How events are sent: the bullets of Delivery as data, and what keeps events waiting. Input: a model. Output: a DeliveryPlan. Notation, part 6,
// Delivery; decision 0068.

import { entriesOf } from '../notation/declaration.ts';
import { DELIVERY, type DeliveryFacts } from '../notation/events.ts';
import { valueOf } from '../notation/slot.ts';
import type { Signature } from '../notation/values/signatures.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import { streamOf } from '../analysis/document/streams.ts';
import { fieldPath } from '../analysis/document/slot-ids.ts';
import { receiversOf, toldResources } from '../analysis/requests/receivers.ts';
import type { Context } from './context.ts';
import type {
  BrokerPlan,
  DeliveryPlan,
  DuplicatesPlan,
  EnvelopePlan,
  GivenUpPlan,
  OrderPlan,
  SignaturePlan,
  WebhookPlan,
} from './delivery-plan.ts';
import { envelopePlan } from './envelope.ts';
import { givenUpSteps } from './given-up.ts';
import type { PayloadPlan } from './payload-plan.ts';
import { receiversPlan } from './receivers.ts';
import { streamPlan } from './stream.ts';
import type { timedGroups } from './timed.ts';
import { unlessOpen } from './unless-wrong.ts';

type Time = ReturnType<typeof timedGroups>;

const GIVEN_UP = '6/delivery/given-up';

export function deliveryPlan(context: Context, time: Time): DeliveryPlan {
  const { model } = context;
  const facts = model.document.events.delivery?.facts;
  const webhook = facts && unlessOpen(model, () => webhookPlan(context, time, facts));
  const stream = facts && unlessOpen(model, () => streamPlan(context, facts, envelopeOf(facts)));
  const broker = facts && unlessOpen(model, () => brokerPlan(facts));
  const ids = [...new Set([...openIn(context), ...addressOpen(context)])];
  const isSent = facts?.sentAs.status === 'none' || (webhook ?? stream ?? broker) !== undefined || ids.length > 0;
  const heldBy = isSent ? ids : ['6/delivery'];
  for (const id of heldBy) context.held([id]);
  return { heldBy, ...(webhook && { webhook }), ...(stream && { stream }), ...(broker && { broker }) };
}

const OPEN: ReadonlySet<string> = new Set(['gap', 'unreadable', 'unsupported']);

/** What is open here keeps every event waiting. What becomes of one that is given up is asked only then, and how long it is kept by nobody. */
const OF_ALL: ReadonlySet<unknown> = new Set(
  entriesOf(DELIVERY).flatMap(([key, of]) => (key === 'givenUp' || key === 'keptFor' ? [] : [of])),
);

function openIn({ model }: Context): readonly string[] {
  const isOfAll = ({ id, of, kind, status }: Fact): boolean =>
    OPEN.has(status) && (of ? OF_ALL.has(of) || isOfStream(of) : kind === 'delivery' || id === '6');
  // How long a reader can ask for an event again.
  const isOfStream = (of: Fact['of']): boolean => of === DELIVERY.keptFor && streamOf(model) !== undefined;
  return [...slotsOf(model).open.values()].filter(isOfAll).map(({ id }) => id);
}

/** What is not shown of the fields that are read of each receiver. */
function addressOpen(context: Context): readonly string[] {
  const receivers = receiversOf(context.model);
  if (!receivers) return [];
  const { resource } = receivers;
  const signature = context.model.document.events.delivery?.facts.signature;
  const secret = signature && secretField(valueOf(signature));
  return [receivers.sent.to.field.text, ...(secret === undefined ? [] : [secret])].flatMap(
    (field) => context.gap(fieldPath(resource.name.text, field, 'type')) ?? [],
  );
}

/** With the events that are held by what they carry, and with those that Given up sends marked as `told` marks others. */
export function deliveryOf(
  delivery: DeliveryPlan,
  payloads: readonly PayloadPlan[],
  told: (planned: { readonly run: GivenUpPlan }) => { readonly run: GivenUpPlan },
): DeliveryPlan {
  const { webhook } = delivery;
  const events: Record<string, { heldBy: readonly string[] }> = {};
  for (const one of payloads)
    if ('held' in one)
      events[one.event] = { heldBy: [...new Set([...(events[one.event]?.heldBy ?? []), ...one.held.by])] };
  return {
    ...delivery,
    ...(Object.keys(events).length > 0 && { events }),
    ...(webhook && { webhook: { ...webhook, givenUp: told({ run: webhook.givenUp }).run } }),
  };
}

/** Undefined: what is stated is not enough. */
function webhookPlan(context: Context, time: Time, facts: DeliveryFacts): WebhookPlan | undefined {
  const { model } = context;
  const receivers = receiversOf(model);
  const [accepted, tries] = [valueOf(facts.accepted), valueOf(facts.tries)];
  const [order, signature, envelope] = [orderOf(facts), signatureOf(facts), envelopeOf(facts)];
  if (!receivers || !accepted || !tries || !order || !signature || !envelope) return undefined;
  const { sent, resource } = receivers;
  const secret = secretField(valueOf(facts.signature));
  const found = toldResources(model).map((about) => [
    about.name.text,
    receiversPlan(model, sent, resource, about, secret),
  ]);
  const keptFor = valueOf(facts.keptFor);
  return {
    resource: resource.name.text,
    receivers: Object.fromEntries(found),
    accepted,
    tries,
    ...waitsOf(facts),
    ...timeOutOf(facts),
    order,
    signature,
    envelope,
    duplicates: duplicatesOf(facts, signature, envelope),
    ...(keptFor !== undefined && { keptFor }),
    givenUp: givenUpOf(context, time, facts),
  };
}

const SECOND = 1000;
const HOUR = 3_600_000;
/** Unless the document states others. */
const OF_BROKER = { times: [SECOND], doubling: true, atMost: 30 * SECOND };

/** Undefined: it is sent in another way, or what is stated is not enough. No message is signed, so one that has to be is not sent. */
function brokerPlan(facts: DeliveryFacts): BrokerPlan | undefined {
  const sent = valueOf(facts.sentAs);
  const [order, envelope] = [orderOf(facts), envelopeOf(facts)];
  if (sent?.kind !== 'subject' && sent?.kind !== 'queue') return undefined;
  if (!order || !envelope || valueOf(facts.signature)) return undefined;
  const keptFor = valueOf(facts.keptFor);
  return {
    kind: sent.kind,
    name: sent.name,
    waits: OF_BROKER,
    ...waitsOf(facts),
    ...timeOutOf(facts),
    order,
    envelope,
    duplicates: duplicatesOf(facts, { kind: 'none' }, envelope),
    ...(keptFor !== undefined && { keptFor }),
  };
}

/** `any`: the service chooses. */
function waitsOf({ waits }: DeliveryFacts): Pick<WebhookPlan, 'waits'> {
  if (waits.status === 'any') return { waits: { times: [5 * SECOND], doubling: true, atMost: HOUR } };
  const stated = valueOf(waits);
  return stated ? { waits: stated } : {};
}

function timeOutOf({ timeOut }: DeliveryFacts): Pick<WebhookPlan, 'timeOut'> {
  if (timeOut.status === 'any') return { timeOut: 30 * SECOND };
  const stated = valueOf(timeOut);
  return stated === undefined ? {} : { timeOut: stated };
}

function orderOf({ order }: DeliveryFacts): OrderPlan | undefined {
  if (order.status === 'none' || order.status === 'any') return { kind: 'none' };
  const stated = valueOf(order);
  if (stated?.kind === 'each row') return { kind: 'each row', resource: stated.resource.text };
  return stated && { kind: 'each receiver' };
}

function secretField(signature: Signature | undefined): string | undefined {
  return signature?.secret?.kind === 'field' ? signature.secret.field.field.text : undefined;
}

function signatureOf({ signature }: DeliveryFacts): SignaturePlan | undefined {
  if (signature.status === 'none') return { kind: 'none' };
  const stated = valueOf(signature);
  if (!stated?.secret) return undefined;
  const secret = stated.secret.kind === 'field' ? 'of the receiver' : 'of the operator';
  if (stated.kind === 'Standard Webhooks') return { kind: stated.kind, secret };
  const { kind, header, value, digest, encoding, signed } = stated;
  return { kind, header, ...(value && { value }), digest, encoding, signed, secret };
}

/** One that is left out is none. */
function envelopeOf({ envelope }: DeliveryFacts): EnvelopePlan | undefined {
  if (envelope.status === 'none' || envelope.status === 'absent') return { kind: 'none' };
  const stated = valueOf(envelope);
  if (stated?.kind === 'shape') return envelopePlan(stated.shape);
  return stated?.mode === undefined ? undefined : { kind: stated.kind, mode: stated.mode };
}

function duplicatesOf({ duplicates }: DeliveryFacts, signature: SignaturePlan, envelope: EnvelopePlan): DuplicatesPlan {
  const by = valueOf(duplicates)?.by;
  if (by?.in !== 'header') return {};
  const isSent =
    (signature.kind === 'Standard Webhooks' && isHeader(by.name, 'webhook-id')) ||
    (envelope.kind === 'CloudEvents' && envelope.mode === 'binary' && isHeader(by.name, 'ce-id'));
  return isSent ? {} : { header: by.name };
}

function isHeader(name: string, known: string): boolean {
  return name.toLowerCase() === known;
}

/** Left out, `none` or `any`: nothing is done, and nothing is lost. */
function givenUpOf(context: Context, time: Time, { givenUp }: DeliveryFacts): GivenUpPlan {
  const nothing = { steps: [], make: [] };
  if (OPEN.has(slotsOf(context.model).open.get(GIVEN_UP)?.status ?? '')) {
    context.held([GIVEN_UP]);
    return { events: 'kept', ...nothing, heldBy: [GIVEN_UP] };
  }
  const given = valueOf(givenUp);
  if (!given || given.kind === 'kept for the operator') return { events: 'kept', ...nothing };
  if (given.kind === 'dropped') return { events: 'dropped', ...nothing };
  const receivers = receiversOf(context.model);
  const done = receivers && unlessOpen(context.model, () => givenUpSteps(context, time, given, receivers.resource));
  const events = given.kind === 'deletes' ? 'dropped' : 'kept';
  return done ? { events, ...done } : { events: 'kept', ...nothing, heldBy: [GIVEN_UP] };
}

// One try to send an event to one receiver. Input: the plan of delivery; what an event carries; who gets it; a poster. Output: what became of the try, and
// when the next one is due. Notation, part 6, Delivery; decision 0068.

import type { WebhookPlan } from '../../plan/delivery-plan.ts';
import type { Attempt, Claimed } from '../../store/deliveries.ts';
import { instantText, type Clock } from '../clock.ts';
import { isAccepted } from './accepted.ts';
import { wrapped } from './envelopes.ts';
import type { Payload } from './payload.ts';
import type { Outcome } from './outcomes.ts';
import { pathOf, type Poster } from './post.ts';
import type { Receiver, Receivers } from './receivers.ts';
import type { Standing } from './turns.ts';
import type { Sent } from './relay.ts';
import { problemOf, signed, type Secret } from './signatures.ts';
import { nextTry } from './waits.ts';

export interface SendingParts {
  readonly plan: WebhookPlan;
  readonly receivers: Receivers;
  readonly payload: (event: Claimed['event']) => Promise<Payload>;
  readonly poster: Poster;
  /** The public address of the service. */
  readonly source: string;
  /** Begins the id of each event; with it no other data has the same. */
  readonly prefix: string;
  /** Of the operator; the newest first. */
  readonly secrets: () => readonly Secret[];
  readonly clock: Clock;
}

/** Rejects where it cannot be tried now. */
export type Send = (claimed: Claimed, stop: AbortSignal, standing: Standing) => Promise<Sent>;

export function sendingOf(parts: SendingParts): Send {
  const { plan, receivers, clock } = parts;
  return async (claimed, stop, standing) => {
    const receiver = await receivers.one(claimed.event, claimed.receiver);
    if (!receiver) return { kind: 'no receiver' };
    const began = clock.now();
    const { origin: where = '' } = URL.parse(receiver.address) ?? {};
    // What waits for a connection keeps others waiting.
    if (parts.poster.room(receiver.address, standing) <= 0) return { kind: 'no room', where };
    const outcome = await tried(parts, claimed, { ...receiver, standing }, began);
    // What was answered is a try, also while the service stops. What was not may be the end of the connection, and what cannot be sent from
    // here is nothing that a receiver did.
    if (outcome.status === null && stop.aborted) throw new Error('the service stops');
    if (outcome.status === null && outcome.problem === 'not sent') throw new Error(outcome.detail);
    const attempt = attemptOf(outcome, began);
    if (outcome.status !== null && isAccepted(plan.accepted, outcome.status))
      return { kind: 'accepted', attempt, where };
    const now = clock.now();
    const tries = { tries: claimed.tries + 1, since: Date.parse(claimed.since), now, ...retryAfterOf(outcome) };
    const next = nextTry(tries, plan.tries, plan.waits, Math.random());
    return { kind: 'not accepted', attempt, again: next === undefined ? undefined : Math.max(0, next - now), where };
  };
}

function retryAfterOf(outcome: Outcome): { readonly retryAfter?: number } {
  return outcome.status !== null && outcome.retryAfter !== undefined ? { retryAfter: outcome.retryAfter } : {};
}

function attemptOf(outcome: Outcome, began: number): Attempt {
  const { status, ms } = outcome;
  const answer = outcome.status === null ? outcome.detail : outcome.answer;
  return { at: instantText(began), status, ms, answer };
}

async function tried(
  parts: SendingParts,
  { event }: Claimed,
  receiver: Receiver & { readonly standing: Standing },
  now: number,
): Promise<Outcome> {
  const { plan, source, prefix } = parts;
  const payload = await parts.payload(event);
  if ('held' in payload) throw new Error(payload.held);
  const id = `${prefix}${event.id}`;
  const message = wrapped(plan.envelope, {
    id,
    source,
    type: event.event,
    time: event.at,
    traceparent: event.traceparent,
    payload: payload.json,
  });
  const signature = signatureOf(parts, receiver, { id, timestamp: Math.floor(now / 1000), body: message.body });
  if (typeof signature === 'string') return { status: null, ms: 0, problem: 'not signed', detail: signature };
  const told = plan.duplicates.header === undefined ? {} : { [plan.duplicates.header]: id };
  const headers = { 'user-agent': 'ninefold', ...message.headers, ...told, ...signature };
  const timeOut = plan.timeOut === undefined ? {} : { timeOut: plan.timeOut };
  const { address, standing } = receiver;
  return parts.poster.post({ url: address, headers, body: message.body, standing, ...timeOut });
}

const NO_SECRET = 'the document signs them by a secret of the operator, and --event-secrets gives none';

/** A text: why it cannot be signed, as a sentence. */
function signatureOf(
  { plan: { signature }, secrets }: SendingParts,
  { secret, address }: Receiver,
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
): Readonly<Record<string, string>> | string {
  if (signature.kind === 'none' || !URL.canParse(address)) return {};
  // Not a try: the receiver has done nothing wrong.
  if (signature.secret === 'of the operator' && secrets().length === 0) throw new Error(NO_SECRET);
  const known: readonly Secret[] =
    signature.secret === 'of the operator' ? secrets() : secret === undefined ? [] : [secret];
  for (const one of known.length === 0 ? [undefined] : known) {
    const problem = problemOf(signature.kind, one);
    if (problem !== undefined) return `It cannot be signed: ${problem}.`;
  }
  return signed(signature, known, { ...message, method: 'POST', path: pathOf(address) });
}

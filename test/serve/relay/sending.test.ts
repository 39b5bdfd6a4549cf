// What is a try of an event, and what is none: only what a receiver answered, or did not answer.

import { describe, expect, it } from 'vitest';
import type { WebhookPlan } from '../../../src/plan/delivery-plan.ts';
import type { Outcome } from '../../../src/serve/relay/outcomes.ts';
import { sendingOf, type Send } from '../../../src/serve/relay/sending.ts';
import type { Claimed } from '../../../src/store/deliveries.ts';

const AT = '2026-01-01T00:00:00.000Z';

const PLAN = {
  accepted: [{ class: '2xx' }],
  tries: { kind: 'times', times: 2 },
  signature: { kind: 'none' },
  envelope: { kind: 'none' },
  duplicates: {},
} as unknown as WebhookPlan;

const CLAIMED = {
  delivery: 1,
  lane: '1',
  receiver: '1',
  tries: 0,
  since: AT,
  seq: 1,
  event: { id: 1, event: 'told', at: AT, traceparent: null },
} as unknown as Claimed;

/** `stop`: while it is sent. */
function sending(
  outcome: Outcome,
  more: { stop?: AbortController; plan?: Partial<WebhookPlan> } = {},
): Promise<unknown> {
  const stop = more.stop ?? new AbortController();
  const send: Send = sendingOf({
    plan: { ...PLAN, ...more.plan },
    receivers: {
      all: () => Promise.resolve([]),
      one: () => Promise.resolve({ address: 'http://receiver.example/', secret: 'whsec_AAAA' }),
    },
    payload: () => Promise.resolve({ json: '{}' }),
    poster: {
      post() {
        if (more.stop) stop.abort();
        return Promise.resolve(outcome);
      },
      room: () => 1,
      close: () => undefined,
    },
    source: 'http://service.example',
    prefix: 'p.',
    secrets: () => [],
    clock: { now: () => Date.parse(AT) },
  });
  return send(CLAIMED, stop.signal, 'proven');
}

const answered = (status: number): Outcome => ({ status, ms: 5, answer: 'said', retryAfter: undefined });
const unanswered = (problem: 'cut' | 'not sent' | 'refused'): Outcome => ({
  status: null,
  ms: 5,
  problem,
  detail: `It is ${problem}.`,
});

describe('a try', () => {
  it('is what was answered, or was not', async () => {
    const attempt = { at: AT, ms: 5 };
    expect(await sending(answered(204))).toEqual({
      kind: 'accepted',
      attempt: { ...attempt, status: 204, answer: 'said' },
      where: 'http://receiver.example',
    });
    expect(await sending(answered(500))).toMatchObject({ kind: 'not accepted', attempt: { ...attempt, status: 500 } });
    for (const problem of ['cut', 'refused'] as const)
      expect(await sending(unanswered(problem))).toMatchObject({
        kind: 'not accepted',
        attempt: { ...attempt, status: null, answer: `It is ${problem}.` },
      });
  });

  it('is none where this machine could not send it', async () => {
    await expect(sending(unanswered('not sent'))).rejects.toThrow('It is not sent.');
  });

  it('is none where the service stops meanwhile, unless it was answered', async () => {
    await expect(sending(unanswered('cut'), { stop: new AbortController() })).rejects.toThrow('the service stops');
    expect(await sending(answered(200), { stop: new AbortController() })).toMatchObject({ kind: 'accepted' });
    expect(await sending(answered(503), { stop: new AbortController() })).toMatchObject({ kind: 'not accepted' });
  });

  it('is one where the secret of the receiver signs nothing', async () => {
    const plan = { signature: { kind: 'Standard Webhooks', secret: 'of the receiver' } } as const;
    expect(await sending(answered(200), { plan })).toMatchObject({
      kind: 'not accepted',
      attempt: { status: null, answer: expect.stringContaining('It cannot be signed: ') as string },
    });
  });

  it('waits where the operator gives no secret', async () => {
    const plan = { signature: { kind: 'Standard Webhooks', secret: 'of the operator' } } as const;
    await expect(sending(answered(200), { plan })).rejects.toThrow('--event-secrets gives none');
  });
});

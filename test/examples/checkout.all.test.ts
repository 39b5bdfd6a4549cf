// The example checkout.md over real HTTP, with what published/checkout.assumed.md says for the merchant, called by an agent that was written
// from the text of the RFC alone (checkout-agent.ts): keys, headers, states and errors, on both engines.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPostgres, ownSchema, type OwnSchema } from '../store/postgres.ts';
import { agent, type Agent } from './checkout-agent.ts';
import { call, discard, ninefold, scratch, serve } from './running.ts';
import type { Answer, Running } from './running.ts';

const DOCUMENT = 'examples/checkout.md';
const ASSUMED = ['--assume', 'examples/published/checkout.assumed.md'];

const ITEMS = [{ id: 'item_123', quantity: 1 }];
const BUYER = { first_name: 'John', last_name: 'Smith', email: 'john@example.com' };
const CARD = { payment_data: { handler_id: 'card_tokenized', instrument: { type: 'card' } } };
const CARD_3DS = { payment_data: { handler_id: 'card_3ds', instrument: { type: 'card' } } };

const errorOf = ({ status, body }: Answer): readonly unknown[] => [status, body.type, body.code];

describe('as it stands', () => {
  it('has no error and nothing that is not supported; what the text leaves open is open', async () => {
    const { status, stdout } = await ninefold(['check', DOCUMENT, '--format', 'json']);
    const { diagnostics, gaps, operations } = JSON.parse(stdout);
    expect([status, diagnostics]).toEqual([3, []]);
    const ids: readonly string[] = gaps.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        '2/Session.currency/set-by',
        '2/Session.order.id/set-by',
        '3/Session.status/any-other-move',
        '5/Bearer/issued-by',
      ]),
    );
    expect(operations.filter(({ runs }: { runs: string }) => runs !== 'no')).toEqual([]);
  });
});

describe.each(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])('an agent and a merchant, on %s', (engine) => {
  let service: Running;
  let schema: OwnSchema | undefined;
  let shopper: Agent;
  let other: Agent;
  const data = scratch();

  const created = async (body: object): Promise<string> => {
    const { status, body: session } = await shopper.create(body);
    expect(status).toBe(201);
    return session.id;
  };

  beforeAll(async () => {
    schema = engine === 'PostgreSQL' ? await ownSchema() : undefined;
    const where = schema ? ['--database', schema.url] : ['--data', data];
    const tokens: string[] = [];
    for (const name of ['shopper', 'other']) {
      const { status, stdout } = await ninefold(['keys', 'create', DOCUMENT, name, ...where, ...ASSUMED]);
      expect(status).toBe(0);
      tokens.push(stdout.trim());
    }
    service = await serve(DOCUMENT, {
      ...(schema ? { database: schema.url } : { data }),
      options: [...ASSUMED, '--clock', 'manual'],
    });
    [shopper, other] = tokens.map((token) => agent({ url: service.url, token })) as [Agent, Agent];
  });
  afterAll(async () => {
    await service?.stop();
    await schema?.drop();
    discard(data);
  });

  it('opens a session that shows what it is worth', async () => {
    const { status, body } = await shopper.create({ items: ITEMS, buyer: BUYER });
    expect([status, body.status, body.currency, body.buyer]).toEqual([201, 'ready_for_payment', 'usd', BUYER]);
    expect(body).not.toHaveProperty('order');
    expect((await shopper.retrieve(body.id)).body).toEqual(body);
    expect((await shopper.create({ items: ITEMS })).body.status).toBe('not_ready_for_payment');
  });

  it('refuses what lacks a header that the text requires', async () => {
    expect(errorOf(await shopper.create({ items: ITEMS }, { key: '' }))).toEqual([
      400,
      'invalid_request',
      'idempotency_key_required',
    ]);
    const old = await call(`${service.url}/checkout_sessions/x`, 'GET', undefined, { authorization: 'Bearer x' });
    expect([400, 401]).toContain(old.status);
    const { status } = await call(`${service.url}/checkout_sessions`, 'POST', { items: ITEMS });
    expect([400, 401]).toContain(status);
  });

  it('echoes the id of the request, with an error too', async () => {
    const id = 'req_7f1c';
    expect((await shopper.create({ items: ITEMS }, { requestId: id })).headers.get('request-id')).toBe(id);
    const missing = await shopper.retrieve('nobody', { requestId: id });
    expect([missing.status, missing.headers.get('request-id')]).toEqual([404, id]);
    expect((await shopper.create({ items: ITEMS })).headers.get('request-id')).toBeNull();
  });

  it('answers a repeated key as the first time, whatever the order of names and the spelling of numbers', async () => {
    const key = 'first-key';
    const first = await shopper.create({ items: ITEMS, buyer: BUYER }, { key });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const spelled =
      '{"buyer": {"email":"john@example.com","last_name":"Smith","first_name":"John"}, "items":[{"quantity":1.0,"id":"item_123"}]}';
    for (const body of [{ items: ITEMS, buyer: BUYER }, spelled]) {
      const again = await shopper.create(body, { key });
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  it('refuses another body under the same key; null is not the same as absent', async () => {
    const key = 'second-key';
    const id = await created({ items: ITEMS, buyer: BUYER });
    expect((await shopper.update(id, { items: ITEMS }, { key })).status).toBe(200);
    for (const body of [{ items: [{ id: 'item_123', quantity: 2 }] }, { items: ITEMS, buyer: null }])
      expect(errorOf(await shopper.update(id, body, { key }))).toEqual([
        422,
        'invalid_request',
        'idempotency_conflict',
      ]);
    expect((await shopper.retrieve(id)).body.buyer).toEqual(BUYER);
  });

  it('knows keys by identity and path', async () => {
    const key = 'third-key';
    const mine = await shopper.create({ items: ITEMS }, { key });
    const theirs = await other.create({ items: ITEMS }, { key });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.id).not.toBe(mine.body.id);
    expect((await shopper.cancel(mine.body.id, { key })).status).toBe(200);
  });

  it('acts once when the same call comes sixteen times at once', async () => {
    const key = 'fourth-key';
    const answers = await Promise.all(Array.from({ length: 16 }, () => shopper.create({ items: ITEMS }, { key })));
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(errorOf(answer)).toEqual([409, 'invalid_request', 'idempotency_in_flight']);
  });

  it('completes a session with an order, and does not cancel it then', async () => {
    const id = await created({ items: ITEMS, buyer: BUYER });
    const { status, body } = await shopper.complete(id, CARD);
    expect([status, body.status]).toEqual([200, 'completed']);
    expect(body.order).toEqual({
      id: expect.stringMatching(/./),
      checkout_session_id: id,
      permalink_url: expect.stringMatching(/^http/),
    });
    expect(errorOf(await shopper.cancel(id))).toEqual([405, 'invalid_request', 'not_cancelable']);
  });

  it('cancels a session once', async () => {
    const id = await created({ items: ITEMS });
    expect((await shopper.cancel(id)).body.status).toBe('canceled');
    expect((await shopper.cancel(id)).status).toBe(405);
  });

  it('asks for the authentication of a buyer', async () => {
    const id = await created({ items: ITEMS, buyer: BUYER });
    expect((await shopper.complete(id, CARD_3DS)).body.status).toBe('authentication_required');
    const early = await shopper.complete(id, CARD_3DS);
    expect([...errorOf(early), early.body.param]).toEqual([
      400,
      'invalid_request',
      'requires_3ds',
      '$.authentication_result',
    ]);
    const done = await shopper.complete(id, { ...CARD_3DS, authentication_result: { outcome: 'authenticated' } });
    expect([done.status, done.body.status]).toEqual([200, 'completed']);
  });

  it('keeps a refusal under its key, and forgets keys after a day', async () => {
    const key = 'fifth-key';
    expect((await shopper.cancel('nobody', { key })).status).toBe(404);
    const again = await shopper.cancel('nobody', { key });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 'true']);
    const first = await shopper.create({ items: ITEMS }, { key: 'sixth-key' });
    expect((await call(`${service.operator}/clock`, 'POST', { advance: '25 hours' })).status).toBe(200);
    const fresh = await shopper.create({ items: [{ id: 'item_9', quantity: 3 }] }, { key: 'sixth-key' });
    expect(fresh.status).toBe(201);
    expect(fresh.body.id).not.toBe(first.body.id);
  });
});

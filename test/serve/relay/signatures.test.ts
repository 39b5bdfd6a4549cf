// Events that are signed, as the libraries of receivers verify them: Standard Webhooks and Stripe, which none of us wrote.

import { createHmac, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';

import { type Message, problemOf, type Signature, signed } from '../../../src/serve/relay/signatures.ts';

const STANDARD: Signature = { kind: 'Standard Webhooks' };
const now = (): number => Math.floor(Date.now() / 1000);
const message = (more: Partial<Message> = {}): Message => ({
  id: '42',
  timestamp: now(),
  method: 'POST',
  path: '/hooks?tenant=1',
  body: '{"kind":"order_paid","name":"Zoë 😀"}',
  ...more,
});
const secretOf = (octets: number): string => `whsec_${randomBytes(octets).toString('base64')}`;

describe('Standard Webhooks', () => {
  it('signs as the specification and the libraries do', () => {
    // Of the tests of its libraries.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signed(STANDARD, [secret], {
      ...message(),
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is verified by the library of receivers, whatever is in the body', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 24, max: 64 }), (body, octets) => {
        const secret = secretOf(octets);
        const headers = signed(STANDARD, [secret], message({ body }));
        expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
        expect(() => new Webhook(secretOf(octets)).verify(body, { ...headers })).toThrow('No matching signature');
        expect(() => new Webhook(secret).verify(`${body} `, { ...headers })).toThrow('No matching signature');
      }),
    );
  });

  it('has a signature by each secret, so that a receiver may still have the older one', () => {
    const secrets = [secretOf(32), secretOf(24)];
    const headers = signed(STANDARD, secrets, message());
    expect(headers['webhook-signature']).toMatch(/^v1,[^ ]+ v1,[^ ]+$/);
    for (const secret of secrets) expect(new Webhook(secret).verify(message().body, { ...headers })).toBeTruthy();
  });

  it('takes a secret that is not coded as text, and one of the operator as its octets', () => {
    const octets = randomBytes(32);
    const headers = signed(STANDARD, ['a plain text', octets], message());
    const { body } = message();
    expect(new Webhook('a plain text', { format: 'raw' }).verify(body, { ...headers })).toBeTruthy();
    expect(new Webhook(octets.toString('base64')).verify(body, { ...headers })).toBeTruthy();
  });
});

describe('a header that the document states', () => {
  const STRIPE: Signature = {
    kind: 'header',
    header: 'Stripe-Signature',
    value: ['t=', { hole: 'timestamp' }, ',v1=', { hole: 'signature' }],
    digest: 'hmac-sha256',
    encoding: 'hex',
    signed: [{ hole: 'timestamp' }, '.', { hole: 'body' }],
  };

  it('is verified by the library of Stripe, with the whole secret as text', () => {
    const stripe = new Stripe('sk_test_nothing');
    for (const secret of ['whsec_test_secret_of_the_bank', secretOf(32), 'päss wörd']) {
      const { 'Stripe-Signature': header } = signed(STRIPE, [secret], message());
      const { body } = message();
      expect(stripe.webhooks.constructEvent(body, header!, secret)).toEqual(JSON.parse(body));
      expect(() => stripe.webhooks.constructEvent(body, header!, `${secret}x`)).toThrow('No signatures found');
    }
  });

  it('has digest, encoding and signed text as stated', () => {
    const digests = ['hmac-sha256', 'hmac-sha512', 'hmac-sha1'] as const;
    for (const digest of digests)
      for (const encoding of ['hex', 'base64'] as const) {
        const holes = ['id', 'timestamp', 'method', 'path', 'body'] as const;
        const text = holes.flatMap((hole) => [{ hole }, '\n']);
        const headers = signed(
          { kind: 'header', header: 'X-Signature', digest, encoding, signed: text },
          ['secret'],
          message({ timestamp: 1700000000 }),
        );
        const expected = `42\n1700000000\nPOST\n/hooks?tenant=1\n${message().body}\n`;
        const hmac = createHmac(digest.replace('hmac-', ''), 'secret').update(expected).digest(encoding);
        expect(headers).toEqual({ 'X-Signature': hmac });
      }
  });

  it('has one place for one signature: that by the first secret', () => {
    const [both, newer, older] = [['new', 'old'], ['new'], ['old']].map((secrets) =>
      signed(STRIPE, secrets, message({ timestamp: 1700000000 })),
    );
    expect(both).toEqual(newer);
    expect(newer).not.toEqual(older);
  });
});

describe('a secret', () => {
  it.each([
    ['Standard Webhooks', null, 'there is no secret'],
    ['Standard Webhooks', undefined, 'there is no secret'],
    ['header', '', 'there is no secret'],
    ['header', Buffer.alloc(0), 'there is no secret'],
    ['Standard Webhooks', 'whsec_', 'what follows `whsec_` holds 0 bytes: Standard Webhooks wants 24 to 64'],
    ['Standard Webhooks', secretOf(23), 'what follows `whsec_` holds 23 bytes: Standard Webhooks wants 24 to 64'],
    ['Standard Webhooks', secretOf(65), 'what follows `whsec_` holds 65 bytes: Standard Webhooks wants 24 to 64'],
    ['Standard Webhooks', `whsec_${'?'.repeat(40)}`, 'what follows `whsec_` is not base64'],
    ['Standard Webhooks', `whsec_${'a'.repeat(41)}`, 'what follows `whsec_` is not base64'],
    ['Standard Webhooks', secretOf(24), undefined],
    ['Standard Webhooks', secretOf(64), undefined],
    ['Standard Webhooks', secretOf(32).replace(/=+$/, ''), undefined],
    ['Standard Webhooks', 'short', undefined],
    ['header', 'whsec_?', undefined],
  ] as const)('of %s, %s: %s', (kind, secret, problem) => {
    expect(problemOf(kind, secret)).toBe(problem);
  });

  it('is never in what is said of it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 80 }), (text) => {
        expect(problemOf('Standard Webhooks', `whsec_${text}`) ?? '').not.toContain(text);
      }),
    );
  });

  it('that is none signs nothing', () => {
    expect(() => signed(STANDARD, [], message())).toThrow('without a secret');
    expect(() => signed(STANDARD, [''], message())).toThrow('no secret');
    expect(() => signed(STANDARD, ['whsec_?'], message())).toThrow('no secret');
  });
});

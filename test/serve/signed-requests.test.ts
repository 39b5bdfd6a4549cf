// Requests that others sign: test/parts/authentication/signed-requests.md is served, and called by the signers of Stripe and of Standard
// Webhooks, which none of us wrote, and by hand.

import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { manualClock } from '../../src/serve/clock.ts';
import type { SigningKey } from '../../src/serve/signing-keys.ts';
import { modelOf } from '../plan/plan-of.ts';
import { start, type Running } from './running.ts';
import { signingKeysFor, type KeysFile } from './signing-keys-file.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '../parts/authentication/signed-requests.md'), 'utf8');
const SECRET = 'whsec_test_secret_of_the_bank';
const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const SECONDS = NOW / 1000;
const stripe = new Stripe('sk_test_nothing');

let service: Running;
let file: KeysFile | undefined;
afterEach(async () => {
  if (file === undefined) return;
  await service.stop();
  file.drop();
  file = undefined;
});

const secret = (text: string | Buffer, more: Partial<SigningKey> = {}, alg = 'hmac-sha256'): SigningKey => ({
  scheme: 'Bank',
  name: 'main',
  made: 0,
  jwk: { kty: 'oct', k: Buffer.from(text as string).toString('base64url'), kid: 'k', alg },
  ...more,
});

async function begin(source = SOURCE, keys: readonly SigningKey[] = [secret(SECRET)]): Promise<void> {
  file = await signingKeysFor([]);
  file.write(keys);
  const clock = { ...manualClock(NOW, { keep: () => Promise.resolve(true) }), now: () => NOW };
  service = await start(plan(modelOf(source)), { signingKeys: file.file, clock });
}

type Headers = readonly (readonly [string, string])[];

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** As octets: a client that sets headers in order, and as often as it likes. */
function send(
  body: string | Buffer | undefined,
  headers: Headers,
  [method, path] = ['POST', '/hooks'],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url);
    const own = body === undefined ? [] : [['content-type', 'application/json'] as const];
    const sent = httpRequest(
      { port, method, path, headers: [...own, ['host', 'x'], ...headers].flat() as unknown as Record<string, string> },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

let number = 0;
const payload = (more = ''): string => `{"id":"evt_${(number += 1)}", "kind":"paid"${more}}`;
const byStripe = (text: string, more: object = {}): string =>
  stripe.webhooks.generateTestHeaderString({ payload: text, secret: SECRET, timestamp: SECONDS, ...more });
const signature = (text: string | Buffer, key: string | Buffer = SECRET, at: number | string = SECONDS): string =>
  createHmac('sha256', key).update(`${at}.`).update(text).digest('hex');
const signed = (body: string, header: string): Promise<Answer> => send(body, [['Bank-Signature', header]]);
const sentAt = (seconds: number): Promise<Answer> => {
  const body = payload();
  return signed(body, `t=${seconds},v1=${signature(body, SECRET, seconds)}`);
};
const header = (body: string, key: string | Buffer): string => `t=${SECONDS},v1=${signature(body, key)}`;
const withScheme = (sentIn: string, verifiedBy: string): string =>
  SOURCE.replace(/- Sent in: .*/, `- Sent in: ${sentIn}`).replace(/- Verified by: .*/, `- Verified by: ${verifiedBy}`);

/** The operation that is signed acts once for what is in this header. */
function repeating(name: string, scope: string, source = SOURCE): string {
  const rules = [
    ['Header', `\`${name}\` required`],
    ['Scope', scope],
    ['Kept for', '1 day'],
    ['Same body', 'the first answer'],
    ['Other body', '`other`'],
    ['Still running', '`busy`'],
    ['Kept answers', 'all but 5xx'],
  ].map((cells) => `| ${cells.join(' | ')} |\n`);
  const codes = [
    '| `other` | 422 | same key, other body |',
    '| `busy` | 409 | still running |',
    `| \`keyless\` | 400 | header \`${name}\` missing, invalid header |`,
  ];
  return source
    .replace('- Repeat: again', '- Repeat: key')
    .replace('### GET /payments', `| Repeat | Statement |\n|---|---|\n${rules.join('')}\n### GET /payments`)
    .replace('| `gone`', `${codes.join('\n')}\n| \`gone\``);
}

const STANDARD = {
  sentIn:
    'header `webhook-signature: v1,{signature}`, header `webhook-id: {id}`, header `webhook-timestamp: {timestamp}`',
  verifiedBy:
    'algorithms `hmac-sha256`, encoding base64, secret kept by the operator, signed text `{id}.{timestamp}.{body}`, within 5 minutes',
};
const standard = (body: string, id: string, secrets: readonly Buffer[], at = SECONDS): Headers => [
  ['webhook-id', id],
  ['webhook-timestamp', String(at)],
  [
    'webhook-signature',
    secrets.map((one) => new Webhook(`whsec_${one.toString('base64')}`).sign(id, new Date(at * 1000), body)).join(' '),
  ],
];
/** As Stripe sends it while a secret is replaced: one timestamp, and a `v1=` by each secret. */
const ofStripe = (body: string, secrets: readonly string[], at = SECONDS): Headers => {
  const each = secrets.map((one) => byStripe(body, { secret: one, timestamp: at }).split(','));
  return [['Bank-Signature', [each[0]![0], ...each.map(([, one]) => one)].join(',')]];
};

const WRONG = { status: 401, text: '{"code":"unsigned"}' };

describe('a request that is signed', () => {
  it('of Stripe is let in, octet by octet', async () => {
    await begin();
    const body = payload(',  "note":"\\u00e9 é"');
    expect((await signed(body, byStripe(body))).status).toBe(201);
    // The same value in other octets is something else.
    const other = payload();
    expect(await signed(other.replace(', ', ','), byStripe(other))).toEqual(WRONG);
    expect((await signed(other, byStripe(other))).status).toBe(201);
  });

  it('is one that nobody else could have made', async () => {
    await begin();
    const body = payload();
    const right = signature(body);
    const at = `t=${SECONDS}`;
    const wrong = [
      byStripe(body, { secret: 'another secret of a bank' }),
      `${at},v1=${signature(`${body} `)}`,
      `${at},v1=${right.slice(0, -2)}`,
      `${at},v1=${right}00`,
      `${at},v1=${right.slice(0, -1)}g`,
      `${at},v1=`,
      `${at},v0=${right}`,
      `${at}`,
      `v1=${right}`,
      `t=,v1=${right}`,
      `t=${SECONDS + 1},v1=${right}`,
      `t=0${SECONDS},v1=${right}`,
      `${at},t=${SECONDS},v1=${right}`,
      `${at};v1=${right}`,
      right,
      `${at},v1=${Buffer.from(right, 'hex').toString('base64')}`,
      `${at},v1=${createHmac('sha1', SECRET).update(`${SECONDS}.${body}`).digest('hex')}`,
      '',
      ','.repeat(8000),
      `${at},${Array.from({ length: 20 }, () => 'v1=00').join()},v1=${right}`,
    ];
    for (const header of wrong)
      expect([header.slice(0, 60), await signed(body, header)]).toEqual([header.slice(0, 60), WRONG]);
    expect(await send(body, [])).toEqual(WRONG);
    const twice = `${at},v1=${right}`;
    expect(
      await send(body, [
        ['Bank-Signature', twice],
        ['bank-signature', twice],
      ]),
    ).toEqual(WRONG);
    expect(await send(undefined, [['Bank-Signature', `${at},v1=${right}`]])).toEqual(WRONG);
    expect((await send(undefined, [], ['GET', '/payments'])).text).toBe('[]');
    expect((await signed(body, `${at},v1=${right.toUpperCase()}`)).status).toBe(201);
  });

  it('may have several signatures, and parts that the document does not know', async () => {
    await begin();
    const body = payload();
    const at = `t=${SECONDS}`;
    expect((await signed(body, `v0=aa, ${at}, v1=${'ab'.repeat(32)}, v1=${signature(body)}, x=y`)).status).toBe(201);
  });

  it('counts for as long as is stated, and not before its time', async () => {
    await begin();
    expect((await sentAt(SECONDS - 300)).status).toBe(201);
    expect(await sentAt(SECONDS - 301)).toEqual({ status: 401, text: '{"code":"too_old"}' });
    expect((await sentAt(SECONDS + 300)).status).toBe(201);
    expect(await sentAt(SECONDS + 301)).toEqual(WRONG);
    expect(await sentAt(0)).toEqual({ status: 401, text: '{"code":"too_old"}' });
    for (const at of [SECONDS * 1000, '1e9', '-1', '99999999999999999999']) {
      const body = payload();
      expect(await signed(body, `t=${at},v1=${signature(body, SECRET, at)}`)).toEqual(WRONG);
    }
  });

  it('is judged before anything else of it', async () => {
    await begin();
    const at = `t=${SECONDS},v1=`;
    expect(await signed('{', `${at}${'00'.repeat(32)}`)).toEqual(WRONG);
    expect(await signed('{', `${at}${signature('{')}`)).toEqual({ status: 400, text: '{"code":"unreadable"}' });
    expect(await signed('{}', `${at}${signature('{}')}`)).toEqual({ status: 422, text: '{"code":"invalid"}' });
    const octets = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
    expect((await send(octets, [['Bank-Signature', `${at}${signature(octets)}`]])).status).toBe(400);
    const large = Buffer.alloc(1_000_001, 0x20);
    expect((await send(large, [['Bank-Signature', `${at}${signature(large)}`]])).status).toBe(413);
    // An operation without a body signs none.
    const gone = { method: 'DELETE', path: '/payments/none' };
    const removed = await send(undefined, [['Bank-Signature', `${at}${signature('')}`]], [gone.method, gone.path]);
    expect(removed).toEqual({ status: 404, text: '{"code":"gone"}' });
  });

  it('may be signed with each of the secrets that there are, until one is revoked', async () => {
    const next = randomBytes(32);
    await begin(SOURCE, [secret(SECRET), secret(next, { name: 'next' })]);
    for (const key of [SECRET, next]) {
      const body = payload();
      expect((await signed(body, header(body, key))).status).toBe(201);
    }
    file!.write([secret(next, { name: 'next' })]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const [old, fresh] = [payload(), payload()];
    expect(await signed(old, header(old, SECRET))).toEqual(WRONG);
    expect((await signed(fresh, header(fresh, next))).status).toBe(201);
  });

  it.each([
    ['there is none', []],
    ['there is one of another scheme', [secret(SECRET, { scheme: 'Post' })]],
    ['there is one for another algorithm', [secret(SECRET, {}, 'hmac-sha512')]],
    ['it has ended', [secret(SECRET, { until: 1 })]],
  ])('is unavailable where %s', async (_, keys) => {
    await begin(SOURCE, keys);
    const body = payload();
    expect((await signed(body, byStripe(body))).status).toBe(503);
    expect(service.logged.join('\n')).not.toContain(SECRET);
  });

  it('has an id of one spelling, and acts once for it, by whichever secret it is signed again', async () => {
    const next = randomBytes(32);
    await begin(repeating('Webhook-Id', 'caller', withScheme(STANDARD.sentIn, STANDARD.verifiedBy)), [
      secret(SECRET),
      secret(next, { name: 'next' }),
    ]);
    const body = payload();
    const as = (id: string, ...keys: readonly (string | Buffer)[]): Promise<Answer> =>
      send(body, [
        ['Webhook-Id', id],
        ['Webhook-Timestamp', String(SECONDS)],
        [
          'Webhook-Signature',
          keys
            .map((key) => createHmac('sha256', key).update(`msg_1.${SECONDS}.${body}`).digest('base64'))
            .map((one) => `v1,${one}`)
            .join(' '),
        ],
      ]);
    const first = await as('msg_1', SECRET);
    expect(first.status).toBe(201);
    expect(await as('msg_1', next, SECRET)).toEqual(first);
    expect(await as('msg_1', next)).toEqual(first);
    for (const id of ['msg_1,', ', msg_1', 'msg_1 ,,', 'msg_1 msg_1', 'x msg_1'])
      expect(await as(id, SECRET)).toEqual(WRONG);
    expect(JSON.parse((await send(undefined, [], ['GET', '/payments'])).text)).toHaveLength(1);
  });

  it.each([
    ['octets without a secret', { kty: 'oct', kid: 'k', alg: 'hmac-sha256' }],
    ['an empty one', { kty: 'oct', k: '', kid: 'k', alg: 'hmac-sha256' }],
    ['a short one', { kty: 'oct', k: 'c2hvcnQ', kid: 'k', alg: 'hmac-sha256' }],
  ])('is unavailable where the file has %s', async (_, jwk) => {
    await begin(SOURCE, [{ scheme: 'Bank', name: 'main', made: 0, jwk } as SigningKey]);
    const body = payload();
    for (const key of ['', Buffer.from('undefined', 'base64url'), 'short']) {
      const header = `t=${SECONDS},v1=${signature(body, key)}`;
      expect((await signed(body, header)).status).toBe(503);
    }
    expect((await send(undefined, [], ['GET', '/payments'])).text).toBe('[]');
  });

  it('acts once for each key, where Repeat says so', async () => {
    await begin(repeating('Bank-Id', 'everyone'));
    const body = payload();
    const headers = [
      ['Bank-Signature', byStripe(body)],
      ['Bank-Id', 'evt 1'],
    ] as const;
    const [one, other] = [await send(body, headers), await send(body, headers)];
    expect(one.status).toBe(201);
    expect(other).toEqual(one);
    expect(JSON.parse((await send(undefined, [], ['GET', '/payments'])).text)).toHaveLength(1);
  });
});

describe('of a published sender, by its own library', () => {
  const NEXT = 'whsec_the_next_secret_of_the_bank';
  const [key, next] = [randomBytes(24), randomBytes(24)];
  interface Sender {
    readonly source: string;
    readonly kept: readonly SigningKey[];
    /** By the secrets at these places; the third is of nobody. */
    readonly sign: (body: string, secrets: readonly number[], at?: number) => Headers;
  }

  const SENDERS: readonly (readonly [string, Sender])[] = [
    [
      'Stripe',
      {
        source: SOURCE,
        kept: [secret(SECRET), secret(NEXT, { name: 'next' })],
        sign: (body, places, at) =>
          ofStripe(
            body,
            places.map((place) => [SECRET, NEXT, 'whsec_of_nobody'][place]!),
            at,
          ),
      },
    ],
    [
      'Standard Webhooks',
      {
        source: withScheme(STANDARD.sentIn, STANDARD.verifiedBy),
        kept: [secret(key), secret(next, { name: 'next' })],
        sign: (body, places, at) =>
          standard(
            body,
            'msg_1',
            places.map((place) => [key, next, Buffer.alloc(24, 9)][place]!),
            at,
          ),
      },
    ],
  ];

  it.each(SENDERS)('%s: one of several signatures is enough, wherever it stands', async (_, { source, kept, sign }) => {
    await begin(source, kept);
    for (const places of [[0], [1], [0, 1], [2, 0], [2, 2, 1], [...Array.from({ length: 15 }, () => 2), 0]]) {
      const body = payload();
      expect([places, (await send(body, sign(body, places))).status]).toEqual([places, 201]);
    }
    // So many are compared, and no more.
    for (const places of [[2], [2, 2], [...Array.from({ length: 16 }, () => 2), 0]]) {
      const body = payload();
      expect([places, await send(body, sign(body, places))]).toEqual([places, WRONG]);
    }
  });

  it.each(SENDERS)('%s: a secret that is ended lets nobody in any more', async (_, { source, kept, sign }) => {
    await begin(source, kept.slice(1));
    const [old, both] = [payload(), payload()];
    expect(await send(old, sign(old, [0]))).toEqual(WRONG);
    expect((await send(both, sign(both, [0, 1]))).status).toBe(201);
  });

  it.each(SENDERS)('%s: one changed octet, and a time that is over, are refused', async (_, { source, kept, sign }) => {
    await begin(source, kept);
    const body = payload();
    const headers = sign(body, [0, 1]);
    for (let place = 0; place < body.length; place += 5) {
      const changed = Buffer.from(body);
      changed[place]! ^= 1;
      expect([place, await send(changed, headers)]).toEqual([place, WRONG]);
    }
    const tooOld = { status: 401, text: '{"code":"too_old"}' };
    expect(await send(body, sign(body, [0, 1], SECONDS - 301))).toEqual(tooOld);
    expect(await send(body, sign(body, [2, 0], SECONDS + 301))).toEqual(WRONG);
    expect((await send(body, headers)).status).toBe(201);
  });

  it('Standard Webhooks: each id acts once, also where a later try is signed with the next secret', async () => {
    const source = repeating('webhook-id', 'caller', withScheme(STANDARD.sentIn, STANDARD.verifiedBy));
    await begin(source, [secret(key), secret(next, { name: 'next' })]);
    const [body, other] = [payload(), payload()];
    const first = await send(body, standard(body, 'msg_1', [key]));
    expect(first.status).toBe(201);
    // Each try has a timestamp of its own.
    expect(await send(body, standard(body, 'msg_1', [next, key], SECONDS + 5))).toEqual(first);
    expect(await send(body, standard(body, 'msg_1', [next], SECONDS + 30))).toEqual(first);
    expect(await send(other, standard(other, 'msg_1', [next]))).toEqual({ status: 422, text: '{"code":"other"}' });
    // An id that is not the one that was signed is nobody's.
    const stolen = standard(other, 'msg_1', [key]).map(
      ([name, value]) => [name, name === 'webhook-id' ? 'msg_2' : value] as const,
    );
    expect(await send(other, stolen)).toEqual(WRONG);
    expect((await send(other, standard(other, 'msg_2', [key]))).status).toBe(201);
    expect(JSON.parse((await send(undefined, [], ['GET', '/payments'])).text)).toHaveLength(2);
  });
});

describe('a request that is signed in another way', () => {
  it('as Standard Webhooks says', async () => {
    const key = randomBytes(24);
    await begin(withScheme(STANDARD.sentIn, STANDARD.verifiedBy), [secret(key)]);
    const webhook = new Webhook(`whsec_${key.toString('base64')}`);
    const body = payload();
    const headers = (id: string, more = ''): readonly (readonly [string, string])[] => [
      ['Webhook-Id', id],
      ['Webhook-Timestamp', String(SECONDS)],
      ['Webhook-Signature', `${more}${webhook.sign('msg_1', new Date(NOW), body)}`],
    ];
    expect(await send(body, headers('msg_2'))).toEqual(WRONG);
    expect(await send(body, headers('msg_1').slice(0, 2))).toEqual(WRONG);
    expect(await send(body, headers('msg_1').slice(1))).toEqual(WRONG);
    expect((await send(body, headers('msg_1', 'v1a,AAAA v1,BBBB '))).status).toBe(201);
  });

  it('by method, path with its query, and another digest', async () => {
    await begin(
      withScheme(
        'header `X-Sign: sha512={signature}`',
        'algorithms `hmac-sha512`, encoding hex, secret kept by the operator, signed text `{method} {path}`',
      ),
      [secret(SECRET, {}, 'hmac-sha512')],
    );
    const sign = (text: string): readonly [string, string] => [
      'X-Sign',
      `sha512=${createHmac('sha512', SECRET).update(text).digest('hex')}`,
    ];
    const call = ['DELETE', '/payments/a?b=%20'] as const;
    expect((await send(undefined, [sign('DELETE /payments/a?b=%20')], [...call])).status).toBe(404);
    expect((await send(undefined, [sign('DELETE /payments/a')], [...call])).status).toBe(401);
    expect((await send(undefined, [sign('GET /payments/a?b=%20')], [...call])).status).toBe(401);
  });
});

const heldOf = (source: string): readonly string[] => {
  const { operations, schemes } = plan(modelOf(source));
  return [
    ...new Set([
      ...operations.flatMap(({ heldBy, partlyHeldBy }) => [...heldBy, ...partlyHeldBy]),
      ...(schemes ?? []).flatMap(({ held }) => held?.by ?? []),
    ]),
  ];
};

describe('what cannot be told is held', () => {
  const WHOLE =
    'algorithms `hmac-sha256`, encoding hex, secret kept by the operator, signed text `{timestamp}.{body}`, within 5 minutes';

  it.each([
    ['parts that both fit', '`X: {timestamp},{signature}`', WHOLE],
    ['a word that is no hole', '`X: t={timestamp},v1={signature},kid={key}`', WHOLE],
    ['a signed word that is no hole', '`X: t={timestamp},v1={signature}`', WHOLE.replace('{body}', '{payload}')],
    [
      'a timestamp that is not signed',
      '`X: t={timestamp},v1={signature}`',
      WHOLE.replace('{timestamp}.', '').replace(', within 5 minutes', ''),
    ],
    ['an id that is not signed', '`X: t={timestamp},v1={signature}`, header `Y: {id}`', WHOLE],
    [
      'an id among other words',
      '`X: t={timestamp},v1={signature}`, header `Y: {id} of it`',
      WHOLE.replace('{body}', '{id}'),
    ],
    ['no signature', '`X: t={timestamp}`', WHOLE],
    [
      'a timestamp that is compared with nothing',
      '`X: t={timestamp},v1={signature}`',
      WHOLE.replace(', within 5 minutes', ''),
    ],
    ['a time and no timestamp', '`X: {signature}`', WHOLE.replace('{timestamp}.', '')],
    [
      'two algorithms',
      '`X: t={timestamp},v1={signature}`',
      WHOLE.replace('`hmac-sha256`', '`hmac-sha256`, `hmac-sha1`'),
    ],
  ])('%s', (_, sentIn, verifiedBy) => {
    expect(heldOf(withScheme(`header ${sentIn}`, verifiedBy)).join()).toMatch(/5\/Bank\//);
    expect(heldOf(SOURCE)).toEqual([]);
  });

  it.each([
    [
      'another signature',
      '- Scheme: HMAC signature\n- Sent in: header `bank-signature: v={signature}`\n- Verified by: algorithms `hmac-sha256`, encoding hex, secret kept by the operator, signed text `{body}`',
    ],
    ['a key', '- Scheme: API key\n- Sent in: header `Bank-Signature: Key {token}`\n- Issued by: the operator'],
    [
      'a name and a password',
      '- Scheme: HTTP Basic\n- Sent in: header `Bank-Signature: Basic {token}`\n- Credentials: user name and password, kept by the operator',
    ],
  ])('%s in the same header', (_, other) => {
    const both = SOURCE.replace('## 6. Events', `### Other\n\n${other}\n- Caller: none\n\n## 6. Events`);
    expect(heldOf(both)).toContain('5/Bank/sent-in');
  });
});

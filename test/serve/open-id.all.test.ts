// OpenID Connect with a real provider on loopback: its keys are found by the issuer; they are rotated in the middle of traffic, it goes away
// and comes back, and its clock is another one.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { inSeconds, keyServer, type Pair, pair, signed } from './key-server.ts';
import { send, start, type Answer, type Running } from './running.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '../parts/authentication/tokens-of-others.md'), 'utf8');

/** The first scheme by OpenID Connect, without the second one. */
function documentOf(issuer: string): string {
  const [before, part5, behind] = [
    SOURCE.slice(0, SOURCE.indexOf('### Program')),
    '',
    SOURCE.slice(SOURCE.indexOf('## 6. Events')),
  ];
  return `${before}${part5}${behind}`
    .replace('- Scheme: JWT', '- Scheme: OpenID Connect')
    .replace('issuer `https://id.example`', `issuer \`${issuer}\``)
    .replace('keys `http://127.0.0.1:9/keys`, ', '');
}

interface Issuing {
  readonly issuer: string;
  stop(): Promise<void>;
}

/** A provider that gives programs tokens for the service. */
async function provider(keys: readonly Pair[], port = 0, named?: string): Promise<Issuing> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  const issuer = named ?? `http://127.0.0.1:${own}`;
  const jwks = { keys: await Promise.all(keys.map(privateJwk)) };
  const made = new Provider(issuer, {
    jwks,
    clients: [
      {
        client_id: 'ann',
        client_secret: 'of the client',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    scopes: ['notes.read', 'notes.write'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: unknown, resource: string) => ({
          scope: 'notes.read notes.write',
          audience: resource === 'urn:library' ? 'library' : 'elsewhere',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 60,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  server.on('request', made.callback());
  return {
    issuer,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function privateJwk({ privateKey, kid, alg }: Pair): Promise<JWK> {
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' };
}

/** A token of the provider's own making. */
async function granted(issuer: string, resource = 'urn:library', scope = 'notes.read'): Promise<string> {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('ann:of%20the%20client')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
  });
  const said = (await answer.json()) as { access_token?: string };
  expect(said.access_token, JSON.stringify(said)).toBeDefined();
  return said.access_token!;
}

let first: Pair;
let issuing: Issuing;
let service: Running;
const ask = (token: string, path = '/notes/1', method = 'GET'): Promise<Answer> =>
  send(service, method, path, undefined, { authorization: `Bearer ${token}` });
const status = async (token: string): Promise<number> => (await ask(token)).status;
const serving = async (issuer: string): Promise<void> => {
  service = await start(plan(modelOf(documentOf(issuer))));
  await send(service, 'POST', '/users', { subject: 'ann' });
  await send(service, 'POST', '/notes', { text: 'of ann', owner: 1 });
};
const claims = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  iss: issuing.issuer,
  aud: 'library',
  sub: 'ann',
  exp: inSeconds(60),
  ...more,
});

describe('with a provider', () => {
  beforeEach(async () => {
    first = await pair('first');
    issuing = await provider([first]);
    await serving(issuing.issuer);
    return async () => {
      await service.stop();
      await issuing.stop();
    };
  });

  it('lets in who has a token of it, with its scopes', async () => {
    const reads = await granted(issuing.issuer);
    expect(await status(reads)).toBe(200);
    expect((await ask(reads, '/notes/1', 'DELETE')).status).toBe(403);
    const writes = await granted(issuing.issuer, 'urn:library', 'notes.read notes.write');
    expect((await ask(writes, '/notes/1', 'DELETE')).status).toBe(204);
  });

  it('refuses a token that is meant for another service, and one of another provider', async () => {
    expect(await status(await granted(issuing.issuer, 'urn:other'))).toBe(401);
    const other = await provider([await pair('first')]);
    try {
      expect(await status(await granted(other.issuer))).toBe(401);
    } finally {
      await other.stop();
    }
    for (const iss of [`${issuing.issuer}/`, issuing.issuer.replace('127.0.0.1', 'localhost'), 'https://id.example'])
      expect(await status(await signed(first, claims({ iss })))).toBe(401);
  });

  it('has no leeway for clocks that go otherwise', async () => {
    expect(await status(await signed(first, claims({ nbf: inSeconds(-1) })))).toBe(200);
    expect(await status(await signed(first, claims({ nbf: inSeconds(3) })))).toBe(401);
    expect((await ask(await signed(first, claims({ exp: inSeconds(-1) })))).json).toEqual({ error: 'expired' });
    expect(await status(await signed(first, claims({ exp: undefined })))).toBe(401);
  });

  it('goes on while the keys are rotated in the middle of traffic', async () => {
    const port = Number(new URL(issuing.issuer).port);
    const [second, before] = [await pair('second'), await granted(issuing.issuer)];
    const traffic = new AbortController();
    const answers: number[] = [];
    const sent = (async () => {
      while (!traffic.signal.aborted) answers.push(await status(before));
    })();
    await issuing.stop();
    issuing = await provider([second, first], port);
    const after = await granted(issuing.issuer);
    expect(await status(after)).toBe(200);
    for (let i = 0; i < 20; i += 1) expect(await status(after)).toBe(200);
    traffic.abort();
    await sent;
    expect([...new Set(answers)]).toEqual([200]);
    expect(answers.length).toBeGreaterThan(5);
  });

  it('meets tokens while the provider is away, as long as its keys are known', async () => {
    const token = await granted(issuing.issuer);
    expect(await status(token)).toBe(200);
    await issuing.stop();
    expect(await status(token)).toBe(200);
    expect(await status(await signed(first, claims()))).toBe(200);
    // Whether a key is one of its keys cannot be known now.
    expect(await status(await signed({ ...first, kid: 'unknown' }, claims()))).toBe(503);
  });
});

describe('with no provider at first', () => {
  afterEach(() => service.stop());

  it('lets nobody in until there is one', async () => {
    const own = await pair('first');
    const early = await provider([own]);
    await early.stop();
    await serving(early.issuer);
    const token = await signed(own, { iss: early.issuer, aud: 'library', sub: 'ann', exp: inSeconds(60) });
    expect(await status(token)).toBe(503);
    expect((await send(service, 'GET', '/open/1')).status).toBe(200);
    const late = await provider([own], Number(new URL(early.issuer).port));
    try {
      await expect.poll(() => status(token), { timeout: 8000, interval: 250 }).toBe(200);
    } finally {
      await late.stop();
    }
    expect(service.logged.every((line) => line.includes('are not known'))).toBe(true);
    expect(service.logged.join()).not.toContain(token);
  });

  it.each([
    ['says that it is another one', (url: string) => ({ issuer: `${url}/`, jwks_uri: `${url}/keys` })],
    ['names no keys', (url: string) => ({ issuer: url })],
    [
      'has its keys where they could be changed',
      (url: string) => ({ issuer: url, jwks_uri: 'http://id.example/keys' }),
    ],
    ['has its keys in a file', (url: string) => ({ issuer: url, jwks_uri: 'file:///etc/passwd' })],
    ['says nothing', () => null],
  ])('lets nobody in where it %s', async (_, said) => {
    const own = await pair('first');
    const server = await keyServer();
    try {
      server.shown = [own.jwk];
      server.pages['/.well-known/openid-configuration'] = JSON.stringify(said(server.url));
      await serving(server.url);
      const token = await signed(own, { iss: server.url, aud: 'library', sub: 'ann', exp: inSeconds(60) });
      expect(await status(token)).toBe(503);
    } finally {
      await server.stop();
    }
  });
});

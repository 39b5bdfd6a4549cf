// Signed tokens that others issue: who is let in, and what is refused. test/parts/authentication/tokens-of-others.md is served with
// an issuer on loopback.

import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportSPKI, importJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { inSeconds, type KeyServer, keyServer, type Pair, pair, signed } from './key-server.ts';
import { send, start, type Answer, type Running } from './running.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '../parts/authentication/tokens-of-others.md'), 'utf8');

let issuer: KeyServer;
let service: Running;
let own: Pair;
let rsa: Pair;
let stranger: Pair;

const claims = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  iss: 'https://id.example',
  aud: 'library',
  sub: 'ann',
  exp: inSeconds(60),
  ...more,
});
const get = (path: string, token: string, method = 'GET'): Promise<Answer> =>
  send(service, method, path, undefined, { authorization: `Bearer ${token}` });
const byProgram = (path: string, token: string): Promise<Answer> =>
  send(service, 'GET', path, undefined, { 'x-program': token });
const refused = async (token: string): Promise<void> => {
  const { status, json, headers } = await get('/notes/1', token);
  expect([status, json]).toEqual([401, { error: 'unauthenticated' }]);
  expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  expect((await get('/maybe', token)).status).toBe(401);
};
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

beforeAll(async () => {
  [own, rsa, stranger] = await Promise.all([pair('k1'), pair('k2', 'RS256'), pair('k1')]);
  issuer = await keyServer();
  issuer.shown = [own.jwk, rsa.jwk];
  service = await start(plan(modelOf(SOURCE.replaceAll('http://127.0.0.1:9', issuer.url))));
  await send(service, 'POST', '/users', { subject: 'ann' });
  await send(service, 'POST', '/users', { subject: 'bob' });
  await send(service, 'POST', '/notes', { text: 'of ann', owner: 1 });
  await send(service, 'POST', '/notes', { text: 'of bob', owner: 2 });
});
afterAll(async () => {
  await service.stop();
  await issuer.stop();
});

describe('who is let in', () => {
  it('finds the row that the claim names', async () => {
    const listed = await get('/notes', await signed(own, claims()));
    expect(listed.json).toEqual([{ id: 1, text: 'of ann', owner: 1 }]);
    expect((await get('/notes/2', await signed(rsa, claims({ sub: 'bob' })))).status).toBe(200);
  });

  it.each(['JWT', 'at+jwt', 'application/at+jwt'])('meets the type %s', async (typ) => {
    expect((await get('/notes/1', await signed(own, claims(), { typ }))).status).toBe(200);
  });

  it('takes one audience of several', async () => {
    expect((await get('/notes/1', await signed(own, claims({ aud: ['x', 'library'] })))).status).toBe(200);
  });

  it('gives the roles and scopes of the claims, and none that is not listed', async () => {
    const all = await get('/notes', await signed(own, claims({ groups: ['reader', 'x'] })));
    expect(all.json).toHaveLength(2);
    for (const more of [{}, { groups: ['reader'] }, { scope: 'notes.read' }, { scope: 'notes.writer xnotes.write' }])
      expect((await get('/notes/1', await signed(own, claims(more)), 'DELETE')).status).toBe(403);
    for (const more of [{ groups: 'editor' }, { scope: 'a notes.write' }, { scope: ['notes.write'] }])
      expect((await get('/notes/9', await signed(own, claims(more)), 'DELETE')).status).toBe(404);
  });

  it('lets in who is no row, where there is no Caller', async () => {
    const said = { iss: 'https://programs.example', aud: 'archive' };
    expect((await byProgram('/notes/1', await signed(own, said))).status).toBe(200);
    expect((await byProgram('/notes', await signed(own, said))).json).toEqual([]);
    expect((await byProgram('/notes', await signed(own, { ...said, roles: ['reader'] }))).json).toHaveLength(2);
    expect((await byProgram('/notes/1', await signed(own, { ...said, exp: inSeconds(-1) }))).json).toEqual({
      error: 'expired',
    });
    expect((await byProgram('/notes/1', await signed(own, claims()))).status).toBe(401);
    expect((await get('/notes/1', await signed(own, said))).status).toBe(401);
  });

  it('refuses from then on what names a row that is gone', async () => {
    const token = await signed(own, claims({ sub: 'cid' }));
    expect((await get('/notes/1', token)).status).toBe(401);
    const { json } = await send(service, 'POST', '/users', { subject: 'cid' });
    expect((await get('/notes/1', token)).status).toBe(200);
    await send(service, 'DELETE', `/users/${(json as { id: number }).id}`);
    expect((await get('/notes/1', token)).status).toBe(401);
  });
});

describe('who is not', () => {
  it.each([
    ['another issuer', { iss: 'https://id.example/' }],
    ['no issuer', { iss: undefined }],
    ['a list as the issuer', { iss: ['https://id.example'] }],
    ['another audience', { aud: 'Library' }],
    ['other audiences', { aud: ['x', 'librar'] }],
    ['no audience', { aud: undefined }],
    ['no end', { exp: undefined }],
    ['a text as its end', { exp: '99999999999' }],
    ['a beginning that is to come', { nbf: inSeconds(30) }],
    ['a text as its beginning', { nbf: 'now' }],
    ['no subject', { sub: undefined }],
    ['a number as the subject', { sub: 1 }],
    ['an empty subject', { sub: '' }],
    ['a subject that no database keeps', { sub: 'ann\0' }],
    ['half a letter as the subject', { sub: '\ud800' }],
    ['a list as the subject', { sub: ['ann'] }],
    ['another case of letters', { sub: 'ANN' }],
    ['a subject that asks for rows', { sub: "' OR 1=1 --" }],
    ['the inherited', { sub: undefined, __proto__: { sub: 'ann' } }],
  ])('%s', async (_, more) => refused(await signed(own, claims(more))));

  it.each([
    ['jwk', () => ({ jwk: stranger.jwk })],
    ['jku', () => ({ jku: `${issuer.url}/keys` })],
    ['x5u', () => ({ x5u: `${issuer.url}/keys` })],
    ['x5c', () => ({ x5c: ['MIIB'] })],
    ['the type of a token that ends sessions', () => ({ typ: 'logout+jwt' })],
    ['the type of a proof', () => ({ typ: 'dpop+jwt' })],
    ['another kid', () => ({ kid: '../../k1' })],
  ])('a header with %s', async (_, header) => {
    await refused(await signed(own, claims(), header()));
    await refused(await signed(stranger, claims(), header()));
  });

  it('a critical header that is not known', async () => {
    const token = await signed(own, claims());
    const [, payload, signature] = token.split('.');
    await refused(`${encoded({ alg: 'ES256', kid: 'k1', crit: ['x'], x: 1 })}.${payload}.${signature}`);
  });

  it('a token of other keys', async () => {
    await refused(await signed(stranger, claims()));
    await refused(await signed({ ...own, kid: 'k2' }, claims()));
  });

  it.each(['none', 'None', 'NONE', ''])('the algorithm %j', async (alg) => {
    for (const signature of ['', 'AAAA', encoded('x')])
      await refused(`${encoded({ alg, typ: 'JWT' })}.${encoded(claims())}.${signature}`);
  });

  it('a signature by a key that is public', async () => {
    const text = await exportSPKI((await importJWK(rsa.jwk, 'RS256')) as never);
    for (const secret of [text, text.trim(), JSON.stringify(rsa.jwk), rsa.jwk.n!]) {
      const body = `${encoded({ alg: 'HS256', kid: 'k2' })}.${encoded(claims())}`;
      await refused(`${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`);
    }
  });

  it('another algorithm than those stated, though its key is the same', async () => {
    const body = [encoded({ alg: 'PS256', kid: 'k2' }), encoded(claims())].join('.');
    await refused(`${body}.${'A'.repeat(342)}`);
  });

  it('what is cut, doubled or changed', async () => {
    const token = await signed(own, claims());
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const bob = encoded(claims({ sub: 'bob' }));
    const others = [
      token.slice(0, -1),
      token.slice(0, -4),
      token.slice(1),
      `${token}.`,
      `${token}.${signature}`,
      `.${token}`,
      `${header}.${bob}.${signature}`,
      `${header}..${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}=`,
      `${payload}.${header}.${signature}`,
      `${header}.bnVsbA.${signature}`,
      `${encoded({ alg: 'ES256' })}.${payload}.${signature}`,
      'x.y.z',
      'e30.e30.e30',
      `${header}.${payload}.${'A'.repeat(86)}`,
    ];
    for (const one of others) await refused(one);
    expect((await get('/notes/1', token)).status).toBe(200);
  });

  it('says of one that has ended that it has', async () => {
    const token = await signed(own, claims({ exp: inSeconds(1) }));
    expect((await get('/notes/1', token)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await get('/notes/1', token)).json).toEqual({ error: 'expired' });
    expect((await get('/notes/1', await signed(stranger, claims({ exp: 1 })))).json).toEqual({
      error: 'unauthenticated',
    });
  });

  it('says nothing of tokens in the log', () => expect(service.logged).toEqual([]));
});

describe('keys that cannot be fetched', () => {
  let other: KeyServer;
  let running: Running;
  const ask = (token: string): Promise<Answer> =>
    send(running, 'GET', '/notes/1', undefined, { authorization: `Bearer ${token}` });
  beforeEach(async () => {
    other = await keyServer();
    other.shown = [own.jwk];
    running = await start(plan(modelOf(SOURCE.replaceAll('http://127.0.0.1:9', other.url))));
    await send(running, 'POST', '/users', { subject: 'ann' });
    await send(running, 'POST', '/notes', { text: 'x', owner: 1 });
    return async () => {
      await running.stop();
      await other.stop();
    };
  });

  it.each([
    ['an answer of 500', (): void => void (other.status = 500)],
    ['a redirection', (): void => void (other.status = 302)],
    ['no JSON', (): void => void (other.pages['/keys'] = '<html>')],
    ['no list', (): void => void (other.pages['/keys'] = '{}')],
    ['too much', (): void => void (other.pages['/keys'] = JSON.stringify({ keys: [], x: 'x'.repeat(300_000) }))],
  ])('lets nobody in: %s', async (_, spoil) => {
    spoil();
    const token = await signed(own, claims());
    expect((await ask(token)).status).toBe(503);
    expect(running.logged.join('\n')).not.toContain(token.slice(-20));
    expect(running.logged[0]).toContain('are not known');
    expect((await send(running, 'GET', '/open/1')).status).toBe(200);
  });

  it('fetches them when the first token comes, once, and not for each that is unknown', async () => {
    expect(other.fetched).toBe(0);
    const token = await signed(own, claims());
    expect((await Promise.all(Array.from({ length: 20 }, () => ask(token)))).map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, () => 200),
    );
    expect(other.fetched).toBe(1);
    for (let i = 0; i < 40; i += 1) expect((await ask(await signed(own, claims(), { kid: `r${i}` }))).status).toBe(401);
    expect(other.fetched).toBe(2);
  });

  it('meets a key that was not there before, and forgets one that is not there any more', async () => {
    const before = await signed(own, claims());
    expect((await ask(before)).status).toBe(200);
    const next = await pair('next');
    other.shown = [next.jwk];
    expect((await ask(await signed(next, claims()))).status).toBe(200);
    expect((await ask(before)).status).toBe(401);
  });

  it('takes no secret for a key that it is shown', async () => {
    other.shown = [{ kty: 'oct', kid: 'k1', k: 'c2VjcmV0' }];
    expect((await ask(await signed(own, claims()))).status).toBe(401);
  });
});

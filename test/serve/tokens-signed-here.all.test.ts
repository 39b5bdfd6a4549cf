// Tokens that operations issue and the service signs: what is in them, what is kept of them, and what becomes of them when the operator's keys
// change. That they end and refresh as tokens do that are kept: test/behaviour-signed.all.test.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { freshSigningKey } from '../../src/serve/signing-keys.ts';
import { modelOf } from '../plan/plan-of.ts';
import { ownStore, send, start, type Answer, type Running } from './running.ts';
import { type KeysFile, signingKeysFor } from './signing-keys-file.ts';

const CASES = join(import.meta.dirname, '..', 'parts', 'authentication');
const KEPT = readFileSync(join(CASES, 'tokens-that-are-signed.md'), 'utf8');
const FREE = readFileSync(join(CASES, 'signed-tokens-that-nothing-ends.md'), 'utf8');

let service: Running;
let keys: KeysFile;
const ask = (token: string, path = '/me', method = 'GET'): Promise<Answer> =>
  send(service, method, path, undefined, { authorization: `Bearer ${token}` });
const signUp = async (name = 'ann'): Promise<{ readonly id: string; readonly token: string }> => {
  const made = await send(service, 'POST', '/users', { email: `${name}@x.org`, name, password: 'first secret' });
  expect(made.status).toBe(201);
  const { user, token } = made.json as { user: { id: string }; token: string };
  return { id: user.id, token };
};
/** The file is looked at once a second. */
const seen = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1100));

describe.each([
  ['ES256', KEPT],
  ['EdDSA', FREE],
  ['RS256', KEPT],
  ['ES512', KEPT],
  ['HS256', KEPT],
])('signed by %s', (algorithm, stated) => {
  const document = stated.replace('`ES256`', `\`${algorithm}\``);
  it('lets in who has it', async () => {
    keys = await signingKeysFor(['Session'], algorithm);
    service = await start(plan(modelOf(document)), { signingKeys: keys.file });
    try {
      const { token } = await signUp();
      expect(decodeProtectedHeader(token)).toEqual({ alg: algorithm, kid: 'kid of Session', typ: 'JWT' });
      expect((await ask(token)).status).toBe(200);
      expect((await ask(`${token.slice(0, -9)}AAAAAAAAA`)).status).toBe(401);
    } finally {
      await service.stop();
      keys.drop();
    }
  });
});

describe('of which a row is kept', () => {
  beforeEach(async () => {
    keys = await signingKeysFor(['Session']);
    service = await start(plan(modelOf(KEPT)), { signingKeys: keys.file });
  });
  afterEach(async () => {
    await service.stop();
    keys.drop();
  });

  it('says what is stated, and no more', async () => {
    const { id, token } = await signUp();
    const { iat, exp, jti, ...others } = decodeJwt(token);
    expect(others).toEqual({ iss: 'https://notes.example', aud: 'notes', sub: id });
    expect(exp! - iat!).toBe(14 * 86_400);
    expect(jti).toMatch(/^[\w-]{43}$/);
  });

  it('is refused at once when it was ended, also where its signature is known', async () => {
    const { token } = await signUp();
    for (let i = 0; i < 3; i += 1) expect((await ask(token)).status).toBe(200);
    expect((await ask(token, '/session', 'DELETE')).status).toBe(204);
    expect((await ask(token)).status).toBe(401);
  });

  it('needs its row, whoever signed it', async () => {
    const { id } = await signUp();
    const { importJWK } = await import('jose');
    const key = await importJWK(keys.keys[0]!.jwk, 'ES256');
    const forged = (claims: Record<string, unknown>): Promise<string> =>
      new SignJWT({ iss: 'https://notes.example', aud: 'notes', sub: id, exp: Date.now(), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'kid of Session' })
        .sign(key);
    for (const claims of [{}, { jti: 'x' }, { jti: '' }, { jti: 1 }, { jti: [id] }])
      expect((await ask(await forged(claims))).status).toBe(401);
  });

  it('meets no token of another service with the same key', async () => {
    const { token } = await signUp();
    const other = await start(plan(modelOf(KEPT.replace('audience `notes`', 'audience `other`'))), {
      signingKeys: keys.file,
    });
    try {
      expect((await send(other, 'GET', '/me', undefined, { authorization: `Bearer ${token}` })).status).toBe(401);
    } finally {
      await other.stop();
    }
  });

  it('follows the keys of the operator', async () => {
    const { token } = await signUp();
    const [first] = keys.keys as [(typeof keys.keys)[0]];
    const second = { ...(await freshSigningKey('Session', 'first', 'ES256', 'next')), made: Date.now() - 60_000 };
    keys.write([{ ...first, made: 0, replaced: Date.now(), until: Date.now() + 60_000 }, second]);
    await seen();
    const after = await signUp('bob');
    expect(decodeProtectedHeader(after.token).kid).toBe('next');
    expect((await ask(token)).status).toBe(200);
    keys.write([{ ...first, made: 0, replaced: 1, until: Date.now() - 1 }, second]);
    await seen();
    expect((await ask(token)).status).toBe(401);
    expect((await ask(after.token)).status).toBe(200);
    keys.write([]);
    await seen();
    expect((await ask(after.token)).status).toBe(401);
    expect((await send(service, 'POST', '/sessions', { email: 'ann@x.org', password: 'first secret' })).status).toBe(
      503,
    );
  });

  it('signs with a new key only when every process knows it', async () => {
    const [first] = keys.keys as [(typeof keys.keys)[0]];
    const second = await freshSigningKey('Session', 'second', 'ES256', 'next');
    keys.write([{ ...first, made: 0 }, second]);
    await seen();
    const { token } = await signUp();
    expect(decodeProtectedHeader(token).kid).toBe('kid of Session');
    expect((await ask(token)).status).toBe(200);
  });

  it.each([
    ['others may read', () => keys.write(keys.keys, 0o644), 'may be read by others'],
    ['is none', () => keys.write('nonsense' as never), 'is no file of signing keys'],
  ])('signs and lets in nobody by a file that %s', async (_, spoil, why) => {
    const { token } = await signUp();
    spoil();
    await seen();
    expect((await ask(token)).status).toBe(503);
    const made = await send(service, 'POST', '/users', { email: 'cid@x.org', name: 'cid', password: 'first secret' });
    expect(made.status).toBe(503);
    expect(service.logged.every((line) => line.includes(why))).toBe(true);
    const written = service.logged.join('\n');
    for (const { jwk } of keys.keys) expect(written).not.toContain(jwk.d);
    expect(written).not.toContain(token.slice(-40));
  });
});

describe('of which nothing is kept', () => {
  it('leaves nothing in the store, has no jti, and goes with its row', async () => {
    keys = await signingKeysFor(['Session'], 'EdDSA');
    const compiled = plan(modelOf(FREE));
    const own = await ownStore(compiled);
    service = await start(compiled, { signingKeys: keys.file, store: own.store });
    try {
      expect(compiled.storage.map(({ name }) => name)).toEqual(['User', 'Note']);
      const signIn = compiled.operations.find(({ id }) => id === 'POST /sessions')!;
      expect(signIn.run!.steps.every(({ kind }) => kind === 'bind' || kind === 'find')).toBe(true);
      const { id, token } = await signUp();
      expect(Object.keys(decodeJwt(token)).toSorted()).toEqual(['exp', 'iat', 'sub']);
      expect(decodeJwt(token).sub).toBe(id);
      const again = await send(service, 'POST', '/sessions', { email: 'ann@x.org', password: 'first secret' });
      expect((await ask((again.json as { token: string }).token)).status).toBe(200);
      expect((await ask(token, '/me', 'DELETE')).status).toBe(204);
      expect((await ask(token)).status).toBe(401);
    } finally {
      await service.stop();
      await own.drop();
      keys.drop();
    }
  });
});

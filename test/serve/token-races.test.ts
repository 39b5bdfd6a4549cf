// Calls at the same moment about one token: of those that refresh it one succeeds, and the others end its family, also what is being
// refreshed from it meanwhile. What a password is changed away from leaves no token behind.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { effectsOf } from '../../src/serve/effects.ts';
import { mustBeSerializable, searchedBy } from '../../src/store/postgres/isolation.ts';
import { modelOf } from '../plan/plan-of.ts';
import { trials } from '../trials.ts';
import { send, start, type Answer, type Running } from './running.ts';

const CASES = join(import.meta.dirname, '..', 'parts', 'authentication');

function documentOf(name: string): string {
  return readFileSync(join(CASES, `${name}.md`), 'utf8');
}

function tokenOf({ json }: Answer): string {
  return (json as { token: string }).token;
}

let service: Running;
let users = 0;
const call = (method: string, path: string, token: string, body?: unknown): Promise<Answer> =>
  send(service, method, path, body, { authorization: `Bearer ${token}` });
const signUp = async (): Promise<{ email: string; token: string }> => {
  const email = `u${++users}@x.org`;
  return { email, token: tokenOf(await send(service, 'POST', '/users', { email, password: 'the first of all' })) };
};

describe('tokens that refresh once', () => {
  beforeAll(async () => {
    service = await start(plan(modelOf(documentOf('tokens-that-refresh'))));
  });
  afterAll(() => service.stop());

  it.each(['/session/refresh', '/session/renewal'])('%s at once: one succeeds, and its family ends', async (path) => {
    for (let trial = 0; trial < trials(2, 10); trial += 1) {
      const { token } = await signUp();
      const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', path, token)));
      const [winner, ...more] = answers.filter(({ status }) => status === 200);
      expect(more).toEqual([]);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      for (const one of [token, tokenOf(winner!)]) expect((await call('GET', '/me', one)).status).toBe(401);
    }
  });

  it('ends what is refreshed while its family ends', async () => {
    for (let trial = 0; trial < trials(3, 30); trial += 1) {
      const { token } = await signUp();
      const second = tokenOf(await call('POST', '/session/refresh', token));
      const [, third] = await Promise.all([
        call('POST', '/session/refresh', token),
        call('POST', '/session/refresh', second),
      ]);
      const left = third.status === 200 ? [second, tokenOf(third)] : [second];
      for (const one of left) expect((await call('GET', '/me', one)).status).toBe(401);
    }
  });

  it('logs no token', () => {
    expect(service.logged).toEqual([]);
  });
});

describe('a password that is changed while others sign in with it', () => {
  beforeAll(async () => {
    service = await start(plan(modelOf(documentOf('tokens-of-the-service'))), { requestTimeout: 15_000 });
  });
  afterAll(() => service.stop());

  it('leaves no token of the old one', async () => {
    for (let trial = 0; trial < trials(1, 6); trial += 1) {
      const email = `p${trial}@x.org`;
      const person = { email, name: 'Pat', password: 'the first of all' };
      const token = tokenOf(await send(service, 'POST', '/users', person));
      const [changed, ...signedIn] = await Promise.all([
        call('PATCH', '/me', token, { password: 'the second of all' }),
        ...Array.from({ length: 5 }, () => send(service, 'POST', '/sessions', { email, password: 'the first of all' })),
      ]);
      expect(changed.status).toBe(200);
      for (const answer of signedIn)
        if (answer.status === 201) expect((await call('GET', '/me', tokenOf(answer))).status).toBe(401);
    }
  });
});

// Races that are rare are not left to chance: PostgreSQL undoes one of two effects that would miss each other.
describe('what ends tokens, and what issues them', () => {
  it.each([
    ['tokens-that-refresh', 'POST /session/refresh'],
    ['tokens-of-the-service', 'POST /sessions'],
    ['tokens-of-the-service', 'PATCH /me'],
  ])('of %s: %s is serializable', (name, id) => {
    const made = plan(modelOf(documentOf(name)));
    const searched = searchedBy(effectsOf(made));
    const run = made.operations.find((one) => one.id === id)!.run!;
    for (const steps of [run.steps, ...(run.whenRefused ? [run.whenRefused] : [])])
      expect(mustBeSerializable(steps, searched)).toBe(true);
  });
});

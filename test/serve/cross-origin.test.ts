// Cross-origin: off unless stated; where it is stated every answer carries it, preflights included.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CrossOriginPlan } from '../../src/plan/plan.ts';
import { done, fakeStore } from './fake-store.ts';
import { answer, fields, operation, plan, query, refuse } from './plans.ts';
import { send, start, type Answer, type Running } from './running.ts';

const LIST = {
  kind: 'list',
  select: { table: 'Todo', columns: [], where: undefined, order: [] },
  total: false,
} as const;
const FOUND = { steps: [LIST], answers: [answer(204, ['found'])] };
const ANY: CrossOriginPlan = { origins: 'any', credentials: false };
const LISTED: CrossOriginPlan = { origins: ['https://a.example', 'https://b.example'], credentials: false };
const WITH: CrossOriginPlan = { origins: ['https://a.example'], credentials: true };

let service: Running;
beforeAll(async () => {
  const operations = [
    operation('GET /closed', FOUND),
    operation(
      'GET /any',
      { ...FOUND, query: [query('q', { invalid: refuse('unanswered'), schema: { maxLength: 1 } })] },
      { crossOrigin: ANY },
    ),
    operation('POST /any', { ...FOUND, body: fields([]) }, { crossOrigin: ANY }),
    operation('GET /listed', FOUND, { crossOrigin: LISTED }),
    operation('DELETE /listed', FOUND),
    operation('GET /with', FOUND, { crossOrigin: WITH }),
    operation('GET /held', undefined, { crossOrigin: ANY, held: { type: 'gap', by: ['g'] } }),
    operation('OPTIONS /own', FOUND, { crossOrigin: ANY }),
  ];
  const schemes = [
    { name: 'Key', keptAs: 'Key', place: { in: 'header', name: 'X-Key', template: '{token}' } },
    { name: 'Cookie', keptAs: 'Cookie', place: { in: 'cookie', name: 'sid' } },
  ] as const;
  service = await start(plan(operations, { schemes }), { store: fakeStore(() => done([])) });
});
afterAll(() => service.stop());

function ask(method: string, path: string, origin?: string, more: Record<string, string> = {}): Promise<Answer> {
  return send(service, method, path, undefined, { ...(origin === undefined ? {} : { origin }), ...more });
}

/** Every header that is not framing. */
function told({ headers }: Answer): Record<string, string> {
  const framing = new Set(['date', 'connection', 'content-length']);
  return Object.fromEntries([...headers].filter(([name]) => !framing.has(name)));
}

const HERE = 'https://a.example';
const PREFLIGHT = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'content-type' };

describe('where nothing is stated', () => {
  test('no answer says anything, and a preflight is a method like others', async () => {
    expect(told(await ask('GET', '/closed', HERE))).toEqual({});
    const preflight = await ask('OPTIONS', '/closed', HERE, PREFLIGHT);
    expect([preflight.status, told(preflight)]).toEqual([405, { allow: 'GET, HEAD' }]);
    expect(told(await ask('GET', '/nowhere', HERE))).toEqual({});
  });
});

describe('any origin', () => {
  test('is answered with a star, whoever asks: what a cache keeps serves everyone', async () => {
    expect(told(await ask('GET', '/any', HERE))).toEqual({ 'access-control-allow-origin': '*' });
    expect(told(await ask('HEAD', '/any', HERE))).toEqual({ 'access-control-allow-origin': '*' });
    expect(told(await ask('GET', '/any'))).toEqual({ 'access-control-allow-origin': '*' });
  });
  test('may ask before it sends', async () => {
    // The header of a token is let through here, too, where no operation reads it.
    const preflight = await ask('OPTIONS', '/any', HERE, { ...PREFLIGHT, 'access-control-request-method': 'POST' });
    expect([preflight.status, preflight.text]).toEqual([204, '']);
    expect(preflight.headers.get('content-length')).toBeNull();
    expect(told(preflight)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, HEAD',
      'access-control-allow-headers': 'content-type, x-key',
    });
  });
  test('without the headers of a preflight OPTIONS is a method like others', async () => {
    for (const more of [{}, { origin: HERE }, PREFLIGHT])
      expect((await ask('OPTIONS', '/any', undefined, more)).status).toBe(405);
  });
  test("reads refusals, the floor's answers and held ones, too", async () => {
    const star = { 'access-control-allow-origin': '*' };
    const refused = await ask('GET', '/any?q=long', HERE);
    expect([refused.status, told(refused)]).toEqual([500, star]);
    const unacceptable = await ask('POST', '/any', HERE, { 'content-type': 'application/json', 'content-length': '0' });
    expect([unacceptable.status, told(unacceptable)]).toEqual([400, star]);
    const held = await ask('GET', '/held', HERE);
    expect([held.status, told(held)]).toMatchObject([501, star]);
    const other = await ask('PUT', '/any', HERE);
    expect([other.status, told(other)]).toEqual([405, { ...star, allow: 'GET, POST, HEAD' }]);
  });
  test('leaves an operation of the document its OPTIONS', async () => {
    expect((await ask('OPTIONS', '/own', HERE)).status).toBe(204);
    expect(told(await ask('OPTIONS', '/own', HERE, PREFLIGHT))).toHaveProperty(
      'access-control-allow-methods',
      'OPTIONS',
    );
  });
});

describe('listed origins', () => {
  test('are answered by name, and caches are told', async () => {
    expect(told(await ask('GET', '/listed', 'https://b.example'))).toEqual({
      'access-control-allow-origin': 'https://b.example',
      vary: 'Origin',
    });
    expect(told(await ask('GET', '/listed', 'https://c.example'))).toEqual({ vary: 'Origin' });
    expect(told(await ask('GET', '/listed', 'https://a.example.attacker.example'))).toEqual({ vary: 'Origin' });
    expect(told(await ask('GET', '/listed', 'null'))).toEqual({ vary: 'Origin' });
    expect(told(await ask('GET', '/listed'))).toEqual({ vary: 'Origin' });
  });
  test('may use the operations that state them, not the others of the path', async () => {
    expect(told(await ask('OPTIONS', '/listed', HERE, PREFLIGHT))).toMatchObject({
      'access-control-allow-methods': 'GET, HEAD',
    });
    const foreign = await ask('OPTIONS', '/listed', 'https://c.example', PREFLIGHT);
    expect([foreign.status, told(foreign)]).toEqual([204, { vary: 'Origin' }]);
  });
  test('with credentials are told so', async () => {
    const allowed = { 'access-control-allow-origin': HERE, 'access-control-allow-credentials': 'true', vary: 'Origin' };
    expect(told(await ask('GET', '/with', HERE))).toEqual(allowed);
    expect(told(await ask('OPTIONS', '/with', HERE, PREFLIGHT))).toMatchObject(allowed);
    expect(told(await ask('GET', '/with', 'https://c.example'))).toEqual({ vary: 'Origin' });
  });
});

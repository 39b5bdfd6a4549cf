// A secret that is changed between its verification and the effect is another one: of calls that name the same old password, one
// changes it. Nothing that was sent is in the log.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const DOCUMENT = join(import.meta.dirname, '..', 'parts', 'authentication', 'secrets-that-are-asked-for.md');

let service: Running;
let token: string;
beforeAll(async () => {
  service = await start(plan(modelOf(readFileSync(DOCUMENT, 'utf8'))));
  const { json } = await send(service, 'POST', '/users', { email: 'ann@x.org', password: 'the first of all' });
  ({ token } = json as { token: string });
});
afterAll(() => service.stop());

it('lets one of many calls at once change the password', async () => {
  const calls = Array.from({ length: 6 }, (_, place) =>
    send(
      service,
      'PUT',
      '/me/password',
      { old: 'the first of all', password: `number ${place} of them` },
      { authorization: `Bearer ${token}` },
    ),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([204, 403, 403, 403, 403, 403]);
  const winner = statuses.indexOf(204);
  const signsIn = await send(service, 'POST', '/sessions', {
    email: 'ann@x.org',
    password: `number ${winner} of them`,
  });
  expect(signsIn.status).toBe(201);
  expect(service.logged.join('\n')).not.toMatch(/first of all|of them/);
});

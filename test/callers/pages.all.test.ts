// No credential is in what `serve` prints, or on any page of the operator, also while people sign up, fail to sign in, and change passwords.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { root, scratch, discard, serve, type Running } from '../examples/running.ts';
import { sendBytes, type Heard } from './wire.ts';

const PLANTED = [
  'planted password 1',
  'planted password 2',
  'planted password 3',
  'plantedtoken4plantedtoken4plantedtoken4plant',
];

let directory: string;
let service: Running;
beforeAll(async () => {
  directory = scratch();
  service = await serve(`${root}examples/ticket-shop.md`, { data: directory });
}, 60_000);
afterAll(async () => {
  await service.stop();
  discard(directory);
});

const call = (method: string, target: string, body?: object, token?: string): Promise<Heard> =>
  sendBytes(service.url, {
    method,
    target,
    ...(body && { body: JSON.stringify(body) }),
    headers: token === undefined ? [] : [`Authorization: Bearer ${token}`],
  });

it('in a process of its own', async () => {
  const user = { email: 'ann@x.org', name: 'Ann', password: PLANTED[0] };
  const made = await call('POST', '/users', user);
  expect(made.status).toBe(201);
  const { token } = JSON.parse(made.body) as { token: string };
  const changed = await call('PUT', '/me/password', { password: PLANTED[1] }, token);
  const { token: next } = JSON.parse(changed.body) as { token: string };
  const answers = [
    await call('POST', '/sessions', { email: 'ann@x.org', password: PLANTED[2] }),
    await call('GET', '/me', undefined, PLANTED[3]),
    await call('GET', `/me?token=${PLANTED[3]}`),
    await call('GET', '/me', undefined, token),
    await call('GET', '/me', undefined, next),
    await call('POST', '/users', { ...user, password: 5, also: PLANTED[2] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 200, 422]);
  const pages = ['/', '/plan', '/gaps', '/check', '/keys', '/rows', '/rows/User'];
  const shown = await Promise.all(pages.map(async (path) => (await fetch(service.operator + path)).text()));
  expect(shown[0]!.length).toBeGreaterThan(10_000);
  expect(shown.join('')).toContain('ann@x.org');
  const all = [...shown, ...answers.map((answer) => answer.all), service.said()];
  for (const secret of [...PLANTED, token, next])
    expect(all.filter((text) => text.includes(secret) || text.includes(encodeURIComponent(secret)))).toEqual([]);
});

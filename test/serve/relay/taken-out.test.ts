// Events that the operator takes out while the relay has them in hand: what was not begun is not sent any more.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { start } from '../running.ts';
import { hookOf, listened, listener, LOOPBACK, made, until } from './listening.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it.each([
  ['dropped', { drop: { id: 4 } }],
  ['erased', { erase: { resource: 'Order', row: 4 } }],
])('events that are %s while others of their receiver are being sent reach it no more', async (what, asked) => {
  const { promise: answered, resolve: open } = Promise.withResolvers<number>();
  const hook = await hookOf(() => answered);
  ends.push(() => hook.end());
  const service = await start(listened(), { relay: LOOPBACK });
  ends.push(() => service.stop());
  await made(service, '/listeners', listener(`${hook.address}/ann`));
  for (let total = 1; total <= 6; total++) await made(service, '/orders', { customer: 'ann', total });
  await until(() => hook.got.length === 1);
  // All others are in hand: nothing is known of the receiver, which has one at a time.
  // The relay has taken them by then.
  await sleep(700);
  const headers = { 'content-type': 'application/json' };
  const done = await fetch(`${service.operatorUrl}/outbox`, { method: 'POST', headers, body: JSON.stringify(asked) });
  expect(await done.json()).toEqual({ [what]: 1 });
  open(204);
  await until(() => hook.got.length >= 5);
  await made(service, '/orders', { customer: 'ann', total: 7 });
  await until(() => hook.got.some(({ body }) => totalOf(body) === 7));
  expect(hook.got.map(({ body }) => totalOf(body)).toSorted()).toEqual([1, 2, 3, 5, 6, 7]);
  expect(service.logged.filter((line) => line.includes('wait'))).toEqual([]);
});

function totalOf(body: string): number {
  return (JSON.parse(body) as { readonly order: { readonly total: number } }).order.total;
}

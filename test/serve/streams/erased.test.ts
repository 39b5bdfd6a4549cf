// Events that the operator erases while they are streamed: readers that go on where they were get nothing of them, and all of the others, once.

import { afterEach, expect, it } from 'vitest';
import { send, start } from '../running.ts';
import { feed, open, order, totals, user, type Reading } from './reading.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('events that are erased are streamed no more, also to readers that go on before them', async () => {
  const service = await start(feed());
  ends.push(() => service.stop());
  const read = async (more: Record<string, string> = {}): Promise<Reading> => {
    const one = await open(service, { authorization, ...more });
    ends.push(one.close);
    return one;
  };
  const own = await user(service, 'ann');
  const { authorization } = own;
  const first = await read();
  const orders: number[] = [];
  for (const total of [1, 2, 3]) orders.push(await order(service, own, total));
  const [begin, gone] = await first.until(3);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ erase: { resource: 'Order', row: orders[1] } });
  const erased = await fetch(`${service.operatorUrl}/outbox`, { method: 'POST', headers, body });
  expect([erased.status, await erased.json()]).toEqual([200, { erased: 1 }]);
  // One goes on before the event that is gone, one at its place, and one has stayed.
  const later = await read({ 'last-event-id': begin!.id });
  const there = await read({ 'last-event-id': gone!.id });
  await order(service, own, 4);
  expect(totals(await first.until(4))).toEqual([1, 2, 3, 4]);
  expect(totals(await later.until(2))).toEqual([3, 4]);
  expect(totals(await there.until(2))).toEqual([3, 4]);
  expect(later.events.map(({ id }) => id)).toEqual(first.events.slice(2).map(({ id }) => id));
  expect((await send(service, 'GET', '/events', undefined, { authorization, 'last-event-id': 'x:1' })).status).toBe(
    400,
  );
  expect(service.logged.filter((line) => line.includes('is not streamed'))).toEqual([]);
});

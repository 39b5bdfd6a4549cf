// What an earlier document would have sent to receivers is for nobody where a document streams its events. Notation, part 6, "On a stream".

import { afterEach, expect, it, vi } from 'vitest';
import { happen, NOW, to } from '../../store/contract-deliveries.ts';
import { ownStore, start } from '../running.ts';
import { feed, open, order, totals, user } from './reading.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('deliveries that wait are dropped, and their events leave the outbox', async () => {
  const plan = feed();
  const { store, drop } = await ownStore(plan);
  ends.push(drop);
  const deliveries = store.deliveries!;
  const ids = await happen(store, 40);
  await deliveries.dispatch(to(ids, '1', 'broker'), NOW);
  const service = await start(plan, { store });
  ends.push(() => service.stop());
  const ann = await user(service, 'ann');
  const stream = await open(service, { authorization: ann.authorization });
  ends.push(stream.close);
  await order(service, ann, 1);
  expect(totals(await stream.until(1))).toEqual([1]);
  await vi.waitFor(async () => expect(await deliveries.standing(100)).toEqual({ events: [], receivers: [] }), {
    timeout: 10_000,
    interval: 100,
  });
  const found = await deliveries.list({}, 0, 100);
  expect([found.length, new Set(found.map(({ state }) => state))]).toEqual([80, new Set(['dropped'])]);
});

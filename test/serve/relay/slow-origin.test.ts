// Many receivers of one slow origin, which accepts all: they wait for its connections, and take no turns of others.

import { afterEach, expect, it } from 'vitest';
import { start } from '../running.ts';
import { hookOf, listened, listener, LOOPBACK, made, ORDER, until } from './listening.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it(
  'an event for another origin is there before the slow one has taken its first few',
  { timeout: 40_000 },
  async () => {
    const slow = await hookOf(() => new Promise((resolve) => setTimeout(resolve, 1_000, 204)));
    const quick = await hookOf(() => 204);
    const service = await start(listened(), { relay: LOOPBACK });
    ends.push(slow.end, quick.end, () => service.stop());
    await Promise.all(
      Array.from({ length: 320 }, (_, number) => made(service, '/listeners', listener(`${slow.address}/${number}`))),
    );
    await made(service, '/listeners', listener(quick.address));
    await made(service, '/orders', ORDER);
    await until(() => slow.got.length > 0);
    const began = performance.now();
    await until(() => quick.got.length === 1);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(slow.got.length).toBeLessThanOrEqual(64);
  },
);

// A stream that is read from one process while another writes: PostgreSQL tells it, so that nobody waits for the next look.

import { afterEach, describe, expect, it } from 'vitest';
import { hasPostgres } from '../../store/postgres.ts';
import { placeOf } from '../audited.ts';
import { start, type Running } from '../running.ts';
import { feed, open, order, totals, user } from './reading.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe.skipIf(!hasPostgres)('a stream of several processes', () => {
  it('has what another process wrote at once', async () => {
    const place = await placeOf('postgres');
    ends.push(() => place.drop());
    const node = async (): Promise<Running> => {
      const service = await start(feed(), { store: await place.store(feed()) });
      ends.push(() => service.stop());
      return service;
    };
    const [one, other] = [await node(), await node()];
    const ann = await user(one, 'ann');
    const reading = await open(other, { authorization: ann.authorization });
    await new Promise((resolve) => setTimeout(resolve, 700));
    const took: number[] = [];
    for (let total = 1; total <= 11; total += 1) {
      const began = performance.now();
      await order(one, ann, total);
      while (totals(reading.events).length < total) await new Promise((resolve) => setTimeout(resolve, 2));
      took.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    // Half a second is how often it looks by itself: half of that would be the median.
    expect(took.toSorted((a, b) => a - b)[5]).toBeLessThan(200);
    expect(totals(reading.events)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

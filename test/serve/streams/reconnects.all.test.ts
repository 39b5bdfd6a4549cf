// A reader that comes back a thousand times, to one process or another, while sixteen writers commit with delays by chance: it misses nothing, and sees
// nothing twice. Numbers that are taken inside of these transactions become visible in another order than they were taken. Decision 0069.

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { effectsOf } from '../../../src/serve/effects.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { hasPostgres, ownSchema } from '../../store/postgres.ts';
import { start, type Running } from '../running.ts';
import { feed, open, order, totals, user, type Event } from './reading.ts';

const WRITERS = 16;
const EACH = 150;
const RECONNECTS = 1_000;

const PLAN = feed(['- Who: owner by `Order.customer`', '- Who: anyone']);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function services(url: string): Promise<readonly Running[]> {
  const opened = (): Promise<Store> =>
    openPostgres({ url, tables: PLAN.storage, effects: effectsOf(PLAN), connections: 4 });
  const made: Running[] = [];
  for (const store of [await opened(), await opened()]) {
    const service = await start(PLAN, { store });
    ends.push(() => service.stop());
    made.push(service);
  }
  return made;
}

/** As the service writes an event, but that its transaction takes some time behind its number. */
async function write(url: string, from: number): Promise<readonly number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const ids: number[] = [];
  try {
    for (let total = from; total < from + EACH; total++) {
      await client.query('BEGIN');
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO _outbox ("event", "resource", "key", "at", "operation", "row", "trace", "payload", "shape")
          SELECT "event", "resource", "key", "at", "operation", "row", "trace", replace("payload"::text, '"-1"', '"' || $1::int || '"')::json, "shape"
          FROM _delivered WHERE "seq" = 1 RETURNING "id"`,
        [total],
      );
      ids.push(Number(rows[0]!.id));
      if (Math.random() < 0.7) await sleep(Math.random() * 12);
      await client.query('COMMIT');
    }
  } finally {
    await client.end();
  }
  return ids;
}

test.skipIf(!hasPostgres)(
  'a reader that comes back a thousand times gets each event once',
  { timeout: 240_000 },
  async () => {
    const { url, drop } = await ownSchema();
    ends.push(drop);
    const running = await services(url);
    const first = await open(running[0]!);
    const ann = await user(running[0]!, 'ann');
    await order(running[0]!, ann, -1);
    const [model] = await first.until(1);
    first.close();
    const writers = { areBusy: true };
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, place) => write(url, place * EACH))).finally(
      () => (writers.areBusy = false),
    );
    const got: Event[] = [];
    let { id } = model!;
    let times = 0;
    let own = 0;
    while (writers.areBusy || times < RECONNECTS || got.length < WRITERS * EACH + own) {
      const stream = await open(running[times % 2]!, { 'last-event-id': id });
      expect(stream.status).toBe(200);
      // What the service itself writes wakes it: numbers are given again and again.
      if (writers.areBusy) void order(running[times % 2]!, ann, WRITERS * EACH + own++);
      await sleep(Math.random() * 8);
      // Those that were read before it went away count, and no others.
      const read = [...stream.events];
      id = stream.last ?? id;
      stream.close();
      got.push(...read);
      if (++times > 20 * RECONNECTS) break;
    }
    const numbers = (await writing).flat();
    expect(times).toBeGreaterThanOrEqual(RECONNECTS);
    expect(totals(got).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: WRITERS * EACH + own }, (_, place) => place),
    );
    expect(new Set(got.map((one) => one.id)).size).toBe(got.length);
    // Else nothing is proven: the numbers of the outbox did become visible out of order.
    const client = new Client({ connectionString: url });
    await client.connect();
    ends.push(() => client.end());
    const { rows } = await client.query<{ id: string }>('SELECT "id" FROM _delivered WHERE "seq" > 1 ORDER BY "seq"');
    const visible = rows.map((row) => Number(row.id));
    expect(numbers.filter((one) => !visible.includes(one))).toEqual([]);
    expect(visible.filter((one, place) => place > 0 && one < visible[place - 1]!).length).toBeGreaterThan(10);
  },
);

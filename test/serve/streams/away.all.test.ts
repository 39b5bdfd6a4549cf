// A stream whose database ends every connection again and again: its readers stay, and have each event once. Decision 0069.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { effectsOf } from '../../../src/serve/effects.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { hasPostgres, ownSchema, sql } from '../../store/postgres.ts';
import { send, start } from '../running.ts';
import { feed, open, totals, user } from './reading.ts';

const ROUNDS = 20;

/** Those of the process that serves, by its mark. */
const END = `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity AS a, _ninefold AS n
  WHERE n.key = 'stored' AND a.application_name = n.value::json->'served'->0->>'mark'`;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test.skipIf(!hasPostgres)('readers outlive the connections of the database', { timeout: 120_000 }, async () => {
  const plan = feed();
  const { url, drop } = await ownSchema();
  ends.push(drop);
  const store = await openPostgres({ url, tables: plan.storage, effects: effectsOf(plan), connections: 4 });
  const service = await start(plan, { store });
  ends.push(() => service.stop());
  const { authorization } = await user(service, 'ann');
  const streams = await Promise.all([1, 2, 3].map(() => open(service, { authorization })));
  ends.push(() => streams.forEach((one) => one.close()));
  let ended = 0;
  const made: number[] = [];
  for (let total = 0; total < ROUNDS; total++) {
    ended += (await sql(END, url)).length;
    for (let tries = 0; tries < 100; tries++) {
      const { status } = await send(service, 'POST', '/orders', { total }, { authorization });
      // What is unavailable may have been kept all the same: then it is told, too.
      if (status === 201) break;
      await sleep(50);
    }
    made.push(total);
  }
  expect(ended).toBeGreaterThan(ROUNDS);
  for (const one of streams) {
    for (let look = 0; look < 400 && !totals(one.events).includes(ROUNDS - 1); look++) await sleep(50);
    expect([...new Set(totals(one.events))]).toEqual(made);
    expect(new Set(one.events.map(({ id }) => id)).size).toBe(one.events.length);
    expect(one.isOver).toBe(false);
  }
});

// Several nodes deliver from one database: no delivery is held by two, each lane keeps its order, and what a node held that lives no more goes to
// others. PostgreSQL.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DELIVERY_TABLES } from '../../src/plan/deliveries.ts';
import { OUTBOX } from '../../src/plan/outbox.ts';
import type { Claimed, Deliveries } from '../../src/store/deliveries.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { Store } from '../../src/store/store.ts';
import { accepted, countOf, happen, LATER, NOW, to } from './contract-deliveries.ts';
import { hasPostgres, ownSchema, sql } from './postgres.ts';
import type { OwnSchema } from './postgres.ts';

const ALL = { now: NOW, most: 200, perLane: 20 };
const LIVES = 10_000;

let schema: OwnSchema;
let stores: Store[];

const open = async (): Promise<Store> => {
  const store = await openPostgres({ url: schema.url, tables: [OUTBOX, ...DELIVERY_TABLES], connections: 6 });
  stores.push(store);
  return store;
};

const wrote = (many: number): Promise<unknown> =>
  sql(
    `INSERT INTO _outbox ("event", "resource", "key", "at", "operation", "row", "payload", "shape")
     SELECT 'told', 'Task', n, '${NOW}', 'POST /tasks', '{}', '[]', 'digest' FROM generate_series(1, ${many}) AS n`,
    schema.url,
  );

/** Until nothing is left to look receivers for; several at once find the same. */
async function dispatching(own: Deliveries, of: (id: number) => readonly string[]): Promise<void> {
  for (;;) {
    const found = await own.undispatched(['told'], 150);
    if (found.length === 0) return;
    await own.dispatch(
      found.flatMap(({ id }) => to([id], ...of(id))),
      NOW,
    );
  }
}

const lanes = (id: number): readonly string[] => [`a ${id % 37}`, ...(id % 3 === 0 ? ['b'] : [])];

describe.skipIf(!hasPostgres)('several nodes on one database', () => {
  beforeEach(async () => {
    schema = await ownSchema();
    stores = [];
  });
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await schema.drop();
  });

  test('10,000 events, 8 claimers on 4 stores, one of which dies', { timeout: 300_000 }, async () => {
    const many = 10_000;
    for (let n = 0; n < 4; n++) await open();
    await wrote(many);
    const all = stores.map(({ deliveries }) => deliveries!);
    const dead = all[3]!;
    await Promise.all(all.slice(0, 3).map((own) => own.alive(120_000)));
    const held = new Map<number, Deliveries>();
    const wrong: string[] = [];
    const got = new Map<string, number[]>();
    let isDead = false;
    let late: readonly Claimed[] = [];
    let accepts = 0;
    const total = many + Math.floor(many / 3);
    const claimer = async (own: Deliveries): Promise<void> => {
      while (accepts < total) {
        if (own === dead && isDead) return;
        if (own === dead) await own.alive(1_500);
        const part = await own.claim(ALL);
        if (part.length === 0) {
          await sleep(5);
          // Frees what the dead one held.
          if (own !== dead) await own.alive(120_000);
          continue;
        }
        for (const { delivery } of part) {
          const by = held.get(delivery);
          if (by !== undefined && !(by === dead && isDead)) wrong.push(`${delivery} is held by two`);
          held.set(delivery, own);
        }
        if (own === dead && accepts > total / 4) {
          late = [...late, ...part];
          isDead = true;
          return;
        }
        const kept = await own.settle(part.map(accepted), [...new Set(part.map(({ lane }) => lane))]);
        for (const [place, one] of part.entries()) {
          if (held.get(one.delivery) === own) held.delete(one.delivery);
          if (!kept[place]) {
            if (own !== dead) wrong.push(`${one.delivery} was refused`);
            continue;
          }
          accepts++;
          got.set(one.lane, [...(got.get(one.lane) ?? []), one.seq]);
        }
      }
    };
    await Promise.all([
      ...all.slice(0, 3).map((own) => dispatching(own, lanes)),
      ...all.flatMap((own) => [claimer(own), claimer(own)]),
    ]);
    expect(wrong).toEqual([]);
    expect(accepts).toBe(total);
    expect(late.length).toBeGreaterThan(0);
    expect(await dead.settle(late.map(accepted), [...new Set(late.map(({ lane }) => lane))])).toEqual(
      late.map(() => false),
    );
    for (const seqs of got.values()) expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    const seqs = await sql('SELECT count(*), count(DISTINCT seq) FROM _delivered', schema.url);
    expect(seqs).toEqual([[String(many), String(many)]]);
    const rest = ['_outbox', '_lanes'].map((table) => countOf(stores[0]!, table));
    expect(await Promise.all(rest)).toEqual([0, 0]);
    expect(await countOf(stores[0]!, '_attempts')).toBe(total);
  });

  test('what a node held that lives no more goes to another, and its late answer is refused', async () => {
    const [one, other] = [await open(), await open()].map(({ deliveries }) => deliveries!) as [Deliveries, Deliveries];
    expect(await one.claim(ALL)).toEqual([]);
    const ids = await happen(stores[0]!, 1);
    await one.dispatch(to(ids, 'x'), NOW);
    expect(await one.claim(ALL)).toEqual([]);
    await one.alive(300);
    await other.alive(LIVES);
    const [held] = await one.claim(ALL);
    await other.alive(LIVES);
    expect(await other.claim(ALL)).toEqual([]);
    await sleep(400);
    await other.alive(LIVES);
    expect((await other.claim(ALL)).map(({ delivery }) => delivery)).toEqual([held!.delivery]);
    await one.alive(LIVES);
    expect(await one.settle([accepted(held!)], ['x'])).toEqual([false]);
    expect(await one.claim(ALL)).toEqual([]);
    expect(await other.settle([accepted(held!)], ['x'])).toEqual([true]);
  });

  test('lanes whose holder is unknown are freed by whoever lives', async () => {
    const own = (await open()).deliveries!;
    await own.dispatch(to(await happen(stores[0]!, 1), 'x'), NOW);
    await sql(`UPDATE _lanes SET "holder" = 'copied'`, schema.url);
    await own.alive(LIVES);
    expect(await own.claim(ALL)).toHaveLength(1);
  });

  test('an event with a lower number that commits later is delivered, behind what was visible before it', async () => {
    const own = (await open()).deliveries!;
    await own.alive(LIVES);
    await sql(`SELECT nextval(pg_get_serial_sequence('_outbox', 'id'))`, schema.url);
    await wrote(1);
    await dispatching(own, () => ['x']);
    await sql(
      `INSERT INTO _outbox SELECT 1, "event", "resource", 7, "at", "operation", "row" FROM _outbox`,
      schema.url,
    );
    await sql(`UPDATE _outbox SET "shape" = 'digest' WHERE "id" = 1`, schema.url);
    await dispatching(own, () => ['x']);
    expect((await own.claim(ALL)).map(({ event, seq }) => [event.id, seq])).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });

  test('settles of several deliveries of one event at once let it go', async () => {
    for (let n = 0; n < 4; n++) await (await open()).deliveries!.alive(LIVES);
    const ids = await happen(stores[0]!, 60);
    await stores[0]!.deliveries!.dispatch(to(ids, 'a', 'b', 'c', 'd'), NOW);
    const parts: (readonly Claimed[])[] = [];
    for (const { deliveries } of stores) parts.push(await deliveries!.claim({ now: NOW, most: 60, perLane: 60 }));
    // Each node took some lanes; all settle at the same time, a few at once, while the operator replays and drops.
    const settles = stores.flatMap(({ deliveries }, node) =>
      Array.from({ length: 6 }, (_, n) => {
        const own = parts[node]!.filter((_one, place) => place % 6 === n);
        return deliveries!.settle(own.map(accepted), []);
      }),
    );
    const replays = [deliveriesOf(0).replay({ state: 'accepted' }, NOW), deliveriesOf(1).replay({ id: ids[0]! }, NOW)];
    await Promise.all([...settles, ...replays, stores[2]!.outbox!.drop({ id: ids[1]! }, 10)]);
    for (const [node, part] of parts.entries())
      await deliveriesOf(node).settle([], [...new Set(part.map(({ lane }) => lane))]);
    for (;;) {
      const part = await deliveriesOf(0).claim(ALL);
      if (part.length === 0) break;
      await deliveriesOf(0).settle(part.map(accepted), [...new Set(part.map(({ lane }) => lane))]);
    }
    expect(await countOf(stores[0]!, '_outbox')).toBe(0);
    expect(await countOf(stores[0]!, '_lanes')).toBe(0);
    expect(await countOf(stores[0]!, '_delivered')).toBe(ids.length - 1);
  });

  test('the last of several deliveries of one event that are settled at once lets it go', async () => {
    for (let n = 0; n < 4; n++) await (await open()).deliveries!.alive(LIVES);
    const ids = await happen(stores[0]!, 100);
    await deliveriesOf(0).dispatch(to(ids, 'a', 'b', 'c', 'd'), NOW);
    const held: (readonly Claimed[])[] = [];
    for (const [node, lane] of ['a', 'b', 'c', 'd'].entries()) {
      const due = `CASE "lane" WHEN '${lane}' THEN timestamptz '${NOW}' ELSE '${LATER}' END`;
      await sql(`UPDATE _lanes SET "due" = ${due} WHERE "holder" IS NULL`, schema.url);
      held.push(await deliveriesOf(node).claim({ now: NOW, most: 100, perLane: 100 }));
    }
    expect(held.map((part) => part.length)).toEqual([100, 100, 100, 100]);
    const lanes = held.map((part) => new Set(part.map(({ lane }) => lane)));
    for (const [place] of ids.entries())
      await Promise.all(
        held.map(async (part, node) =>
          deliveriesOf(node).settle(part.filter(({ event }) => event.id === ids[place]).map(accepted), []),
        ),
      );
    for (const [node, own] of lanes.entries()) await deliveriesOf(node).settle([], [...own]);
    const rest = ['_outbox', '_lanes', '_delivered'].map((table) => countOf(stores[0]!, table));
    expect(await Promise.all(rest)).toEqual([0, 0, 100]);
  });

  test('100,000 lanes of 50 receivers are claimed from the front', { timeout: 120_000 }, async () => {
    const own = (await open()).deliveries!;
    await own.alive(LIVES);
    await wrote(1);
    await dispatching(own, () => ['x']);
    await sql(
      `INSERT INTO _lanes ("lane", "receiver", "due") SELECT 'y ' || n, 'y' || n % 50, '${NOW}' FROM generate_series(1, 100000) AS n;
       INSERT INTO _deliveries ("event", "seq", "receiver", "lane", "state", "tries", "since", "due")
       SELECT 1, 1, 'y' || n % 50, 'y ' || n, 'waiting', 0, '${NOW}', '${NOW}' FROM generate_series(1, 100000) AS n`,
      schema.url,
    );
    await own.alive(60_000);
    const begun = performance.now();
    // Behind the last receiver a claim ends: some give fewer.
    for (let left = 2_000; left > 0;) {
      const part = await own.claim(ALL);
      expect(part.length).toBeGreaterThan(0);
      left -= part.length;
      expect(
        await own.settle(
          part.map(accepted),
          part.map(({ lane }) => lane),
        ),
      ).not.toContain(false);
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

function deliveriesOf(node: number): Deliveries {
  return stores[node]!.deliveries!;
}

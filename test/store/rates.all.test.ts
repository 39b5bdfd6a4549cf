// Calls that are counted in PostgreSQL, by all processes together: what one call is told, and the history of many.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { countingHere } from '../../src/serve/rates/counter.ts';
import { openPostgres } from '../../src/store/postgres/open.ts';
import type { Rate, RateAsk } from '../../src/store/rates.ts';
import type { SharedRates, Store } from '../../src/store/store.ts';
import { inLong } from '../trials.ts';
import { hasPostgres, ownSchema, sql, type OwnSchema } from './postgres.ts';
import { counting, judge, type Decided } from './rate-history.ts';

let schema: OwnSchema;
beforeEach(async () => void (schema = await ownSchema()));
afterEach(() => schema.drop());

function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const ask = (key: string, rate: Rate): RateAsk => ({ rate, key: createHash('md5').update(key).digest('hex') });

describe.skipIf(!hasPostgres)('one process', () => {
  let store: Store;
  let rates: SharedRates;
  beforeEach(async () => {
    store = await openPostgres({ url: schema.url, tables: [], effects: [], counts: true });
    rates = store.rates!;
  });
  afterEach(() => store.close());

  const admits = async (...asks: readonly RateAsk[]): Promise<boolean> =>
    (await rates.admit(asks)).states.every(({ isAdmitted }) => isAdmitted);
  const many = async (calls: number, ...asks: readonly RateAsk[]): Promise<number> => {
    const all = await Promise.all(Array.from({ length: calls }, () => admits(...asks)));
    return all.filter(Boolean).length;
  };

  it('admits the hundredth and not the next, and says what is left', async () => {
    const hundred = ask('a', { count: 100, window: 60_000 });
    expect(await many(99, hundred)).toBe(99);
    const last = await rates.admit([hundred]);
    expect(last.states).toMatchObject([{ isAdmitted: true, remaining: 0 }]);
    const next = await rates.admit([hundred]);
    expect(next.states).toMatchObject([{ isAdmitted: false, remaining: 0 }]);
    expect(next.states[0]!.after).toBeGreaterThan(50_000);
    expect(next.states[0]!.after).toBeLessThanOrEqual(60_000);
  });

  it('admits again as soon as the first one is a window old', async () => {
    const two = ask('a', { count: 2, window: 1500 });
    const first = await rates.admit([two]);
    await sleep(100);
    expect([await admits(two), await admits(two)]).toEqual([true, false]);
    const { states, at } = await rates.admit([two]);
    expect(at + states[0]!.after - first.at).toBeGreaterThanOrEqual(1500);
    expect(at + states[0]!.after - first.at).toBeLessThan(1502);
    await sleep(states[0]!.after + 1);
    expect([await admits(two), await admits(two)]).toEqual([true, false]);
  });

  it('counts a call by all of its limits, or by none', async () => {
    const [one, five] = [ask('one', { count: 1, window: 60_000 }), ask('five', { count: 5, window: 60_000 })];
    expect([await admits(one, five), await admits(five, one)]).toEqual([true, false]);
    const refused = await rates.admit([five, one]);
    expect(refused.states).toMatchObject([
      { isAdmitted: true, remaining: 4 },
      { isAdmitted: false, remaining: 0 },
    ]);
    expect(await many(6, five)).toBe(4);
  });

  it('admits a burst at once and the others evenly', async () => {
    const burst = ask('a', { count: 10, window: 10_000, burst: 3 });
    expect(await many(9, burst)).toBe(3);
    const { states } = await rates.admit([burst]);
    expect(states[0]!.after).toBeGreaterThan(100);
    expect(states[0]!.after).toBeLessThanOrEqual(1000);
    await sleep(states[0]!.after + 1);
    expect(await many(3, burst)).toBe(1);
  });

  it('keeps thousands of instants and lets each of them go in its time', { timeout: 120_000 }, async () => {
    const large = ask('a', { count: 3000, window: 10_000 });
    for (let i = 0; i < 3; i++) {
      expect(await many(900, large)).toBe(900);
      await sleep(150);
    }
    expect(await many(900, large)).toBe(300);
    const { states } = await rates.admit([large]);
    expect(states[0]!.isAdmitted).toBe(false);
    await sleep(states[0]!.after + 5);
    const freed = await many(2000, large);
    expect(freed).toBeGreaterThan(0);
    await sleep(10_100);
    expect(await many(4000, large)).toBe(3000);
  });

  it.each([3, 300])('gives back a call out of %i', async (count) => {
    const some = ask('a', { count, window: 60_000, burst: count });
    const { at } = await rates.admit([some]);
    expect(await many(count, some)).toBe(count - 1);
    rates.giveBack([some], at);
    rates.giveBack([some], at - 1);
    await sleep(100);
    expect(await many(count, some)).toBe(1);
  });

  it('says what the counter of one process says, call by call', { timeout: 120_000 }, async () => {
    const KINDS: readonly Rate[] = [
      { count: 4, window: 1000 },
      { count: 12, window: 3000, burst: 3 },
      { count: 5, window: 900, burst: 5 },
      { count: 200, window: 5000 },
      { count: 300, window: 4000, burst: 150 },
    ];
    for (const seed of [1, 2, 3]) {
      const random = chance(seed);
      let now = Date.parse('2030-01-01T00:00:00Z');
      const here = countingHere({ now: () => now });
      const there = rates.by(() => Promise.resolve(now));
      const open: { readonly at: number; readonly asks: readonly RateAsk[] }[] = [];
      for (let step = 0; step < 250; step += 1) {
        now += [0, 1, 7, 40, 150, 900][random(6)]!;
        if (open.length > 0 && random(3) === 0) {
          const { at, asks } = open.splice(random(open.length), 1)[0]!;
          here.giveBack(asks, at);
          there.giveBack(asks, at);
          // Nobody waits for it.
          await sleep(10);
          continue;
        }
        const chosen = KINDS.filter(() => random(3) === 0).map((rate) => ask(`${rate.count} ${seed}`, rate));
        if (chosen.length === 0) continue;
        for (let call = 0; call <= random(4) * 20; call += 1) {
          const decided = here.admit(chosen);
          expect([seed, step, await there.admit(chosen)]).toEqual([seed, step, decided]);
          if (decided.states.every(({ isAdmitted }) => isAdmitted) && random(4) === 0)
            open.push({ at: decided.at, asks: chosen });
        }
      }
    }
  });

  it('forgets what counts no more, and nothing else', async () => {
    await many(400, ask('gone', { count: 400, window: 200 }));
    await many(400, ask('there', { count: 400, window: 60_000 }));
    expect(await rates.sweep(10)).toBe(0);
    await sleep(250);
    await sql(`UPDATE ${schema.name}._rates SET "until" = 1`);
    await many(1, ask('there', { count: 500, window: 60_000 }));
    expect(await rates.sweep(10)).toBe(1);
    const left = await sql(`SELECT count(DISTINCT "key"), count(*) > 1 FROM ${schema.name}._rate_pieces`);
    expect(left).toEqual([['1', true]]);
    expect(await many(1, ask('there', { count: 401, window: 60_000 }))).toBe(0);
  });

  it('decides calls over the same counters in any order, in two processes', async () => {
    const asks = ['a', 'b', 'c', 'd'].map((key) => ask(key, { count: 100_000, window: 60_000 }));
    const other = await openPostgres({ url: schema.url, tables: [], effects: [], counts: true });
    const calls = Array.from({ length: 2000 }, (_, i) => {
      const order = i % 2 === 0 ? asks : asks.toReversed();
      return (i % 3 === 0 ? rates : other.rates!).admit(order.slice(0, 1 + (i % 4)));
    });
    expect((await Promise.all(calls)).every(({ states }) => states.every(({ isAdmitted }) => isAdmitted))).toBe(true);
    await other.close();
  });

  it('admits nothing when it is closed, or the database cannot be asked', async () => {
    const one = ask('a', { count: 1, window: 1000 });
    const gone = await openPostgres({ url: schema.url, tables: [], effects: [], counts: true });
    await gone.close();
    await expect(gone.rates!.admit([one])).rejects.toThrow('the store is closed');
    await sql(`DROP TABLE ${schema.name}._rates CASCADE`);
    await expect(rates.admit([one])).rejects.toThrow('something that the database was given is gone');
  });
});

const at = (instants: readonly number[], isAdmitted: boolean): readonly Decided[] =>
  instants.map((instant) => ({ at: instant * 1000, keys: ['caller'], isAdmitted }));
const spare = (instant: number): Decided => ({ at: instant * 1000, keys: ['spare'], isAdmitted: true });

describe('a history', () => {
  it('with one too many in a window is found', () => {
    expect(judge(at([0, 1, 2, 3, 4, 700], true)).over).toEqual([]);
    expect(judge(at([0, 1, 2, 3, 4, 699], true)).over).toEqual(['caller at 699000']);
  });

  it('with a call that is refused too early is found', () => {
    expect(judge([...at([0, 1, 2, 3, 4], true), ...at([699], false)])).toMatchObject({ unfounded: 0, part: 1 });
    const early = judge([...at([0, 1, 2, 3, 4], true), ...at([700], false)]);
    expect(early).toMatchObject({ over: [], unfounded: 1, part: 5 / 6 });
  });

  it('with a burst that is too fast is found', () => {
    expect(judge([0, 0, 0, 75].map(spare)).over).toEqual([]);
    expect(judge([0, 0, 0, 74].map(spare)).over).toEqual(['spare at 74000']);
  });
});

describe.skipIf(!hasPostgres)('four processes with 200 clients', () => {
  const milliseconds = inLong(4000, 60_000);

  it('admit what a rate allows, all of it and never more', { timeout: milliseconds + 30_000 }, async () => {
    const { decided, failed } = await counting(schema.url, { processes: 4, clients: 200, milliseconds });
    const judged = judge(decided);
    console.log(
      `${decided.length} decisions in ${milliseconds} ms, ${Math.round(judged.part * 10_000) / 100} % of what could be admitted`,
    );
    expect(failed).toBe(0);
    expect(decided.filter(({ isAdmitted }) => !isAdmitted).length).toBeGreaterThan(1000);
    expect(judged.over).toEqual([]);
    expect(judged.unfounded).toBe(0);
    expect(judged.part).toBeGreaterThanOrEqual(0.98);
  });

  it('the same while processes are killed', { timeout: milliseconds + 30_000 }, async () => {
    const begun = Date.now();
    const { decided } = await counting(
      schema.url,
      { processes: 4, clients: 200, milliseconds },
      async ({ replace }) => {
        while (Date.now() < begun + milliseconds - 1500) {
          await sleep(900);
          replace();
        }
      },
    );
    const judged = judge(decided);
    console.log(`killed: ${decided.length} decisions, ${Math.round(judged.part * 10_000) / 100} %`);
    expect(judged.over).toEqual([]);
    expect(judged.part).toBeGreaterThanOrEqual(0.98);
  });
});

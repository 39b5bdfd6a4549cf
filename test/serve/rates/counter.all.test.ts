// Counts of calls against a list of all instants. Notation, part 8.

import { describe, expect, it } from 'vitest';
import { countingHere } from '../../../src/serve/rates/counter.ts';
import type { Rate, RateAsk } from '../../../src/store/rates.ts';

const MINUTE = 60_000;

function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Every call of a key that was counted, and what the words of the notation say of one more. */
class Naive {
  readonly calls: number[] = [];

  may({ count, window, burst }: Rate, now: number): boolean {
    const inWindow = this.calls.filter((at) => at + window > now).length;
    if (inWindow >= count) return false;
    return burst === undefined || this.debt({ count, window }, now) + window <= burst * window;
  }

  /** Of all spans that end now, the one in which most calls are more than become free in it. */
  debt({ count, window }: Rate, now: number): number {
    return Math.max(0, ...this.calls.map((from, place) => (this.calls.length - place) * window - (now - from) * count));
  }
}

describe('the counter of calls in this process', () => {
  it('admits exactly what a list of all instants would, for windows, bursts and several limits together', () => {
    const rates: readonly Rate[] = [
      { count: 3, window: 100 },
      { count: 1, window: 40 },
      { count: 7, window: 500, burst: 2 },
      { count: 5, window: 333, burst: 5 },
      { count: 11, window: 1000, burst: 1 },
    ];
    for (let seed = 1; seed <= 60; seed++) {
      const random = chance(seed);
      let now = 1_000_000;
      const counter = countingHere({ now: () => now });
      const lists = new Map<string, Naive>();
      for (let step = 0; step < 400; step++) {
        now += [0, 0, 1, 5, 20, 100, 700][random(7)]!;
        const chosen = rates
          .map((rate, place) => ({ rate, key: `${place} ${random(3)}` }))
          .filter(() => random(2) === 0);
        if (chosen.length === 0) continue;
        const naive = chosen.map(({ key }) => lists.get(key) ?? lists.set(key, new Naive()).get(key)!);
        const may = chosen.map(({ rate }, place) => naive[place]!.may(rate, now));
        const { states } = counter.admit(chosen);
        expect(states.map(({ isAdmitted }) => isAdmitted)).toEqual(may);
        if (may.every(Boolean)) for (const one of naive) one.calls.push(now);
        for (const [place, { rate }] of chosen.entries())
          expect(states[place]!.remaining > 0).toBe(naive[place]!.may(rate, now));
      }
    }
  });

  it('says exactly when a call that was refused would be admitted: at that millisecond, and not the one before', () => {
    const rates: readonly Rate[] = [
      { count: 3, window: 100 },
      { count: 7, window: 500, burst: 2 },
      { count: 11, window: 1000, burst: 1 },
    ];
    let refused = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = chance(seed);
      let now = 0;
      const counter = countingHere({ now: () => now });
      const lists = rates.map(() => new Naive());
      for (let step = 0; step < 200; step++) {
        now += random(40);
        const place = random(rates.length);
        const rate = rates[place]!;
        const [state] = counter.admit([{ rate, key: String(place) }]).states;
        if (state!.isAdmitted) lists[place]!.calls.push(now);
        else {
          refused++;
          expect(lists[place]!.may(rate, now + state!.after)).toBe(true);
          expect(lists[place]!.may(rate, now + state!.after - 1)).toBe(false);
        }
      }
    }
    expect(refused).toBeGreaterThan(1000);
  });

  it('gives a place back that was reserved, and a later call takes it', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = chance(seed);
      let now = 0;
      const rate = { count: 4, window: 1000 };
      const counter = countingHere({ now: () => now });
      const list = new Naive();
      const open: { at: number; ask: RateAsk }[] = [];
      for (let step = 0; step < 300; step++) {
        now += random(120);
        if (open.length > 0 && random(2) === 0) {
          const { at, ask } = open.splice(random(open.length), 1)[0]!;
          counter.giveBack([ask], at);
          list.calls.splice(list.calls.indexOf(at), 1);
          continue;
        }
        const ask = { rate, key: 'a' };
        const may = list.may(rate, now);
        const { at, states } = counter.admit([ask]);
        expect(states[0]!.isAdmitted).toBe(may);
        if (!may) continue;
        list.calls.push(at);
        open.push({ at, ask });
      }
    }
  });

  it('counts on where the clock is set back, and refuses no longer than the window', () => {
    let now = 10 * MINUTE;
    const counter = countingHere({ now: () => now });
    const ask = { rate: { count: 1, window: MINUTE }, key: 'a' };
    expect(counter.admit([ask]).states[0]!.isAdmitted).toBe(true);
    now = 0;
    expect(counter.admit([ask]).states[0]).toEqual({ isAdmitted: false, remaining: 0, after: MINUTE });
    now = MINUTE - 1;
    expect(counter.admit([ask]).states[0]!.isAdmitted).toBe(false);
    now = MINUTE;
    expect(counter.admit([ask]).states[0]!.isAdmitted).toBe(true);
  });

  it('keeps no key that cannot matter any more, however many there were', () => {
    let now = 0;
    const counter = countingHere({ now: () => now });
    const rate = { count: 5, window: 1000 };
    for (let round = 0; round < 50; round++) {
      for (let key = 0; key < 1000; key++) counter.admit([{ rate, key: `${round} ${key}` }]);
      now += 250;
      // A window's keys, and those of the part of a window in which they go.
      expect(counter.keys).toBeLessThanOrEqual(6000);
    }
  });

  it('drops the oldest keys beyond the most that it keeps, and says so', () => {
    const lines: string[] = [];
    const counter = countingHere({ now: () => 0, most: 10_000, log: (line) => lines.push(line) });
    const rate = { count: 5, window: 1000 };
    for (let key = 0; key < 100_000; key++) counter.admit([{ rate, key: String(key) }]);
    expect(counter.keys).toBeLessThanOrEqual(10_000 + 1024);
    expect(lines[0]).toBe('calls of 2500 callers or addresses are not counted any more: more than 10000 called');
  });
});

// What the gate makes of what was measured. Input: figures by chance. Output: what falls and what does not.

import { describe, expect, it } from 'vitest';

import { costIn } from '../../bench/processes.ts';
import { held, judged, TRIES } from '../../bench/gate/verdict.ts';
import type { Figure } from '../../bench/gate/verdict.ts';

/** Each measurement is off by up to so much, and now and then by twice as much: others are at work. */
function figure(slower: number, seed: number, noise = 0.15): Figure {
  let state = seed;
  const chance = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const off = (): number => 1 + chance() * noise + (chance() < 0.1 ? 1 : 0);
  const pairs = Array.from({ length: 12 }, () => ({ candidate: 100 * slower * off(), baseline: 100 * off() }));
  return { name: 'reads', unit: 'µs', pairs };
}

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

describe('a figure', () => {
  it('of equal programs passes twenty times of twenty', async () => {
    for (const seed of SEEDS) expect((await held(async () => [figure(1, seed)])).passed).toBe(true);
  });

  it('that takes 30 % more falls twenty times of twenty, however often it is measured', async () => {
    for (const seed of SEEDS) {
      let again = 0;
      const { passed, lines } = await held(async () => [figure(1.3, seed + 100 * again++)]);
      expect([passed, lines.length, again]).toEqual([false, TRIES, TRIES]);
      expect(lines.at(-1)).toContain('BELOW 0.85');
    }
  });

  it('that is faster never falls', () => {
    expect(judged(figure(0.2, 1)).isFallen).toBe(false);
  });

  it('that could not be measured has fallen', () => {
    const pairs = [{ candidate: Number.NaN, baseline: 1 }];
    expect(judged({ name: 'reads', unit: 'µs', pairs }).isFallen).toBe(true);
    expect(judged({ name: 'reads', unit: 'µs', pairs: [] }).isFallen).toBe(true);
  });
});

function one(ratio: number, name: string): Figure {
  return { name, unit: 's', pairs: [{ candidate: 1, baseline: ratio }] };
}

describe('a fall', () => {
  it('is forgotten when the figure holds in another try, and what held is not asked again', async () => {
    let tries = 0;
    const rest = [0.5, 1];
    const { passed, lines } = await held(async () => {
      tries += 1;
      return [one(rest.shift()!, 'reads'), one(tries === 1 ? 1 : 0.1, 'starts')];
    });
    expect([passed, tries, lines.length]).toEqual([true, 2, 3]);
  });

  it('stands where there is no time for another try', async () => {
    const { passed, lines } = await held(
      async () => [one(0.5, 'reads')],
      () => false,
    );
    expect([passed, lines.length]).toEqual([false, 1]);
  });
});

describe('what a command has taken', () => {
  it('is read behind what a slow one says before', () => {
    const cost = { cpu: 1.5, megabytes: 100 };
    for (const before of ['', 'ninefold: big.md, 3.0 MB, has taken 10 seconds so far.\n'])
      expect(costIn(`${before}${JSON.stringify(cost)}\n`)).toEqual(cost);
  });
});

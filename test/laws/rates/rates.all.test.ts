// Law of rates: for rates by chance and calls by chance, of callers and addresses, at instants of a clock that is moved, the service lets through
// exactly what a plain reckoning does: in no window of the stated length more than the number, a burst as it is stated, and none is refused that
// is within each rate. Notation, part 8, "Rates"; decision 0072. A failure names its seed: `playRates(seed, CALLS)` plays it again.

import { expect, it } from 'vitest';
import type { Plan } from '../../../src/plan/plan.ts';
import type { RatePlan, RatesPlan, RateStage } from '../../../src/plan/limits.ts';
import { inLong } from '../../trials.ts';
import { playRates } from './played.ts';

const DOCUMENTS = inLong(20, 600);
/** A fault may need more. */
const DOCUMENTS_OF_FAULTS = 600;
const CALLS = 90;
const STAGES: readonly RateStage[] = ['first', 'ofCaller', 'ofSent'];

it(
  `the calls that are let through are those of a plain reckoning: ${DOCUMENTS} documents by chance`,
  { timeout: 600_000 },
  async () => {
    const wrong: string[] = [];
    let [refused, admitted] = [0, 0];
    for (let seed = 0; seed < DOCUMENTS; seed += 1) {
      const played = await playRates(seed, CALLS);
      wrong.push(...played.wrong);
      refused += played.refused;
      admitted += played.admitted;
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(DOCUMENTS * CALLS * 0.05);
    expect(admitted).toBeGreaterThan(DOCUMENTS * CALLS * 0.3);
  },
);

/** Each rate of a plan, as a fault would have it. */
const spoiled =
  (fault: (rate: RatePlan) => RatePlan) =>
  (plan: Plan): Plan => ({
    ...plan,
    operations: plan.operations.map((operation) => {
      const rates = operation.run?.rates;
      if (!rates) return operation;
      const places = STAGES.flatMap((stage) => {
        const place = rates[stage];
        return place ? [[stage, { ...place, rates: place.rates.map(fault) }] as const] : [];
      });
      const changed: RatesPlan = { ...rates, ...Object.fromEntries(places) };
      return { ...operation, run: { ...operation.run!, rates: changed } };
    }),
  });

function without(rate: RatePlan, member: 'when' | 'ends'): RatePlan {
  return Object.fromEntries(Object.entries(rate).filter(([name]) => name !== member)) as unknown as RatePlan;
}

it.each<readonly [string, (rate: RatePlan) => RatePlan]>([
  ['one call more', (rate) => ({ ...rate, numbers: { ...rate.numbers, count: rate.numbers.count + 1 } })],
  ['a millisecond less', (rate) => ({ ...rate, numbers: { ...rate.numbers, window: rate.numbers.window - 1 } })],
  ['a millisecond more', (rate) => ({ ...rate, numbers: { ...rate.numbers, window: rate.numbers.window + 1 } })],
  ['no burst', ({ numbers: { count, window }, ...rate }) => ({ ...rate, numbers: { count, window } })],
  ['all callers as one', (rate) => ({ ...rate, by: rate.by.map((key) => (key.kind === 'caller' ? ALL : key)) })],
  ['all addresses as one', (rate) => ({ ...rate, by: rate.by.map((key) => (key.kind === 'address' ? ALL : key)) })],
  [
    'case is not ignored',
    (rate) => ({
      ...rate,
      by: rate.by.map((key) => (key.kind === 'bound' ? { kind: key.kind, name: key.name } : key)),
    }),
  ],
  ['its condition is left out', (rate) => without(rate, 'when')],
  ['calls that end otherwise count', (rate) => without(rate, 'ends')],
])('would see a fault: %s', { timeout: 600_000 }, async (_, fault) => {
  for (let seed = 0; seed < DOCUMENTS_OF_FAULTS; seed += 1) {
    const { wrong } = await playRates(seed, CALLS, spoiled(fault));
    if (wrong.length > 0) return;
  }
  throw new Error('nothing is seen');
});

const ALL = { kind: 'fixed', text: '' } as const;

// Law of calls at once and of times: of calls that are begun, ended and given up by chance, those are refused that a plain list of what runs says,
// and a call that waits for its body ends when its time is over. A failure names its seed: `playCrowd(stage, seed)` plays it again.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RatePlace, RatesPlan, RateStage } from '../../../src/plan/limits.ts';
import type { OperationPlan, Plan, RunPlan } from '../../../src/plan/plan.ts';
import { inLong } from '../../trials.ts';
import { Stage } from '../service.ts';
import { playCrowd } from './crowds.ts';

const SEEDS = inLong(30, 1000);
/** A fault may need more. */
const SEEDS_OF_FAULTS = 1000;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(true);
});
afterAll(() => stage.close());

it(
  `which call finds no place, and which takes too long, is as it is stated: ${SEEDS} seeds`,
  { timeout: 600_000 },
  async () => {
    const wrong: string[] = [];
    let [admitted, refused, late] = [0, 0, 0];
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const played = await playCrowd(stage, seed);
      wrong.push(...played.wrong);
      admitted += played.admitted;
      refused += played.refused;
      late += played.late;
    }
    expect(wrong).toEqual([]);
    expect(Stage.failures).toEqual([]);
    expect(admitted).toBeGreaterThan(SEEDS * 0.6);
    expect(refused).toBeGreaterThan(SEEDS * 0.2);
    expect(late).toBeGreaterThan(SEEDS * 0.1);
  },
);

const STAGES: readonly RateStage[] = ['first', 'ofCaller', 'ofSent'];

function ofRuns(fault: (run: RunPlan) => RunPlan): (plan: Plan) => Plan {
  const changed = (one: OperationPlan): OperationPlan => (one.run ? { ...one, run: fault(one.run) } : one);
  return (plan) => ({ ...plan, operations: plan.operations.map(changed) });
}

function timeless(run: RunPlan): RunPlan {
  return Object.fromEntries(Object.entries(run).filter(([name]) => name !== 'time')) as unknown as RunPlan;
}

const ofPlaces = (fault: (place: RatePlace) => RatePlace): ((plan: Plan) => Plan) =>
  ofRuns((run) => {
    if (!run.rates) return run;
    const { rates } = run;
    const places = STAGES.flatMap((name) => (rates[name] ? [[name, fault(rates[name])] as const] : []));
    const spoiled: RatesPlan = { ...rates, ...Object.fromEntries(places) };
    return { ...run, rates: spoiled };
  });

const ofLimits = (fault: (one: NonNullable<RatePlace['atOnce']>[number]) => NonNullable<RatePlace['atOnce']>[number]) =>
  ofPlaces((place) => (place.atOnce ? { ...place, atOnce: place.atOnce.map(fault) } : place));

it.each<readonly [string, (plan: Plan) => Plan]>([
  ['one call more', ofLimits((one) => ({ ...one, most: one.most + 1 }))],
  ['all calls as one', ofLimits((one) => ({ ...one, by: [{ kind: 'fixed', text: '' }] }))],
  ['no time', ofRuns(timeless)],
])('would see a fault: %s', { timeout: 600_000 }, async (_, fault) => {
  for (let seed = 0; seed < SEEDS_OF_FAULTS; seed += 1) {
    const { wrong } = await playCrowd(stage, seed, fault);
    if (wrong.length > 0) return;
  }
  throw new Error('nothing is seen');
});

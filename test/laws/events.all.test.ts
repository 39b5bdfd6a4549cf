// The law of events: for documents and histories by chance, what was delivered and what waits is what a second computation of Emits and When says, no
// more and no less, on both engines.

import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { hasPostgres } from '../store/postgres.ts';
import { inLong } from '../trials.ts';
import { playEvents } from './events-play.ts';

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
const SEEDS = inLong(3, 100);

describe.each(ENGINES)('%s', (engine) => {
  it('delivered and waiting is what happened', { timeout: SEEDS * 30_000 }, async () => {
    const all = { changes: 0, refused: 0 };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { changes, refused } = await playEvents(seed, engine, 40);
      all.changes += changes;
      all.refused += refused;
    }
    expect(all.changes).toBeGreaterThan(15 * SEEDS);
    expect(all.refused).toBeGreaterThan(SEEDS);
  });
});

/** Each event of that kind, wherever the plan sends it. */
function without(kind: string): (plan: Plan) => Plan {
  return (plan) =>
    JSON.parse(JSON.stringify(plan), (name, value: unknown) =>
      name === 'emits' && Array.isArray(value)
        ? (value as readonly { readonly event: string }[]).filter(({ event }) => event !== kind)
        : value,
    ) as Plan;
}

it('of a service that forgets a kind of event, it is found', { timeout: 120_000 }, async () => {
  await expect(playEvents(1, 'sqlite', 20, without('both'))).rejects.toThrow(/it does not come to that/);
});

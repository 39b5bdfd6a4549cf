// What serves a document conforms to it: each document of the tests that runs. The tier `long` tries ten seeds on each engine.

import { afterAll, describe, expect, it } from 'vitest';

import { hasPostgres } from '../../store/postgres.ts';
import { inLong } from '../../trials.ts';
import { modelOf } from '../running.ts';
import { fixtures } from './fixtures.ts';
import { held, wrongIn } from './self.ts';

const isLong = inLong(1, 2) === 2;
const SEEDS = Array.from({ length: inLong(1, 10) }, (_, nth) => nth + 1);
const ENGINES = ['sqlite', ...(isLong && hasPostgres ? (['postgres'] as const) : [])] as const;
const budget = { requests: 300, time: 60_000 };

const exercised = new Set<string>();
const left = new Map<string, string>();
afterAll(() => {
  for (const id of exercised) left.delete(id);
  const whys = [...Map.groupBy(left.values(), (why) => why)].map(([why, all]) => `\n  ${why}: ${all.length}`);
  console.log(`${exercised.size} of ${exercised.size + left.size} exercised${whys.join('')}`);
});

describe.each(ENGINES)('%s', (engine) => {
  it.each(fixtures())(
    'serves %s as it is written',
    async (name, source) => {
      const model = modelOf(source, name);
      for (const seed of SEEDS) {
        const verdict = await held({ model, served: model }, engine, { seed, ...budget });
        expect(wrongIn(verdict), `--seed ${seed}`).toEqual([]);
        for (const { id } of verdict.exercised) exercised.add(`${name} ${id}`);
        for (const { id, why } of verdict.notExercised) left.set(`${name} ${id}`, why);
      }
    },
    600_000,
  );
});

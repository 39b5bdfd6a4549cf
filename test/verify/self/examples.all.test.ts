// What serves a document conforms to it: each example on each engine, with nothing that fails and nothing made up. What was not exercised is
// printed with its reasons. The tier `long` tries ten seeds on each engine.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { hasPostgres } from '../../store/postgres.ts';
import { inLong } from '../../trials.ts';
import { exampleOf, held, wrongIn } from './self.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'examples');
const SEEDS = Array.from({ length: 10 }, (_, nth) => nth + 1);
const ENGINES = ['sqlite', ...(hasPostgres ? (['postgres'] as const) : [])] as const;
const EXAMPLES = [...readdirSync(FOLDER), 'rows/depots.md'].filter((name) => name.endsWith('.md'));

describe.each(ENGINES)('%s', (engine) => {
  const seeds = SEEDS.slice(-inLong(engine === 'sqlite' ? 2 : 1, SEEDS.length));
  it.each(EXAMPLES)(
    'serves %s as it is written',
    async (name) => {
      const served = exampleOf(name);
      const exercised = new Set<string>();
      const left = new Map<string, string>();
      for (const seed of seeds) {
        // Once with a clock that is moved, and with rates tried at their bounds.
        const isTimed = seed === SEEDS.at(-1);
        const options = { seed, requests: 500, time: 20_000, isTimed, isLimited: isTimed };
        const verdict = await held(served, engine, options);
        expect(wrongIn(verdict), `--seed ${seed}`).toEqual([]);
        for (const { id } of verdict.exercised) exercised.add(id);
        for (const { id, why } of verdict.notExercised) left.set(id, why);
      }
      for (const id of exercised) left.delete(id);
      const reasons = [...Map.groupBy(left, ([, why]) => why)].map(
        ([why, all]) => `\n  ${why}: ${all.map(([id]) => id).join(', ')}`,
      );
      console.log(
        `${name} on ${engine}: ${exercised.size} of ${exercised.size + left.size} exercised${reasons.join('')}`,
      );
    },
    600_000,
  );
});

// Lists by each parameter that selects or orders rows come early, with rows of which some are shown and some are not.

import { expect, it } from 'vitest';

import { modelOf } from './document.ts';
import { FILTERED } from './filtered.ts';
import { held, wrongIn } from './self/self.ts';

it('each is exercised before bounds are', { timeout: 60_000 }, async () => {
  const model = modelOf(FILTERED);
  const verdict = await held({ model, served: model }, 'sqlite', { seed: 3, requests: 60, time: 30_000 });
  expect(wrongIn(verdict)).toEqual([]);
  const exercised = verdict.exercised.map(({ id }) => id);
  expect(exercised).toEqual(
    expect.arrayContaining(['state', 'least', 'q', 'sort'].map((name) => `4/GET /things/query/${name}`)),
  );
});

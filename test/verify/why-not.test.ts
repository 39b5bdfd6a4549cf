// Why something was not exercised: whether there is no way to it, or the run ended before one was found.

import { afterEach, expect, it } from 'vitest';

import { whyNot, type Ended } from '../../src/verify/explore/why-not.ts';
import { obligationsOf } from '../../src/verify/obligations.ts';
import { verify } from '../../src/verify/verify.ts';
import { closed, served } from './by-hand.ts';
import { modelOf } from './running.ts';
import { keeper, things } from './things.ts';

afterEach(closed);

const MODEL = modelOf(things());
const NONE = 'no sequence of calls was found';

it.each<[Ended | undefined, string]>([
  [undefined, NONE],
  ['requests', `${NONE} before the run ended; a higher --requests lets it look further`],
  ['seconds', `${NONE} before the run ended; a higher --seconds lets it look further`],
])('where the run ended by %s', (ended, expected) => {
  const one = obligationsOf(MODEL).find(({ id }) => id === '4/POST /things/status/201')!;
  const allowed = { isSafeOnly: false, isLimited: false, unavailable: new Set<string>(), ended };
  expect(whyNot(MODEL, one, allowed)).toBe(expected);
});

it.each([
  [{ requests: 6, time: 60_000 }, '--requests'],
  [{ requests: 10_000, time: 1 }, '--seconds'],
])('of a run that may make %j', async (budget, expected) => {
  const { notExercised } = await verify(MODEL, { url: await served(keeper()), seed: 1, ...budget });
  expect(notExercised.map(({ why }) => why).join()).toContain(`a higher ${expected}`);
});

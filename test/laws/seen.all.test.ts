// The law of seen-few.all.test.ts over more documents: every stated slot is seen in the plan, holds, or is reported. In the tier `all` a part of the
// statements, in the tier `long` all of them.

import { expect, it } from 'vitest';
import { inLong, oneUntilLong } from '../trials.ts';
import {
  byChance,
  EXCEPTED,
  FILES,
  fileOf,
  freed,
  idleRows,
  isMaybeUnmet,
  judge,
  ofWords,
  ownOf,
  type Judged,
} from './seen-documents.ts';

const BY_CHANCE = inLong(1, 3);
const SHARE = inLong(16, 4);
/** Of so many statements, or documents of a word, one. */
const PART = inLong(12, 1);
const TIMEOUT = 900_000;
const used = new Set<unknown>();

function noted(judged: readonly Judged[]): readonly string[] {
  for (const one of judged) for (const exception of one.used) used.add(exception);
  return judged.flatMap(({ unseen }) => unseen);
}

it.each(FILES)('nothing that %s states is dropped', { timeout: TIMEOUT }, (name) => {
  expect(noted([judge(name, fileOf(name), (_, index) => index % PART === 0)])).toEqual([]);
});

it(
  `nothing that ${BY_CHANCE} documents by chance state is dropped: one statement in ${SHARE}`,
  { timeout: TIMEOUT },
  () => {
    const judged = Array.from({ length: BY_CHANCE }, (_, place) => place + 40).map((seed) => {
      const source = byChance(seed);
      return judge(`seed ${seed}`, source, (statement, index) => {
        const isOne = index % SHARE === 0 || statement.place.endsWith('.whenDeleted');
        return isOne || isMaybeUnmet(source, statement);
      });
    });
    expect(noted(judged)).toEqual([]);
  },
);

it('each word that runs makes a difference where it stands', { timeout: TIMEOUT }, () => {
  const own = ownOf();
  expect(noted(oneUntilLong(PART, ofWords(true)).map(([name, source]) => judge(name, source, own)))).toEqual([]);
});

it('each row of a table makes a difference', { timeout: TIMEOUT }, () => {
  const own = ownOf();
  const judged = [
    ...oneUntilLong(3, FILES).map((name) => idleRows(name, fileOf(name))),
    ...oneUntilLong(2, [40, 41]).map((seed) => idleRows(`seed ${seed}`, byChance(seed))),
    ...oneUntilLong(6, ofWords(true)).map(([name, source]) => idleRows(name, source, own)),
  ];
  expect(judged.flatMap(({ idle }) => idle)).toEqual([]);
  expect(judged.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(inLong(100, 400));
});

it.runIf(PART === 1)('each exception is one that some document needs', () => {
  expect(EXCEPTED.filter((one) => !used.has(one)).map(({ place }) => String(place))).toEqual([]);
});

const GAPS = inLong(360, 30);

it(`a gap frees nothing else that holds: one gap in ${GAPS}`, { timeout: TIMEOUT }, () => {
  let place = 0;
  const judged = ofWords(false).map(([name, source]) => freed(name, source, () => place++ % GAPS === 0));
  expect(judged.flatMap((one) => one.freed)).toEqual([]);
  expect(judged.reduce((sum, { gaps }) => sum + gaps, 0)).toBeGreaterThan(18_000 / GAPS);
});

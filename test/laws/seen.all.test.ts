// The law of seen-few.all.test.ts over more documents: every stated slot is seen in the plan, holds, or is reported.

import { expect, it } from 'vitest';
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

const BY_CHANCE = 3;
const TIMEOUT = 900_000;
const used = new Set<unknown>();

function noted(judged: readonly Judged[]): readonly string[] {
  for (const one of judged) for (const exception of one.used) used.add(exception);
  return judged.flatMap(({ unseen }) => unseen);
}

it.each(FILES)('nothing that %s states is dropped', { timeout: TIMEOUT }, (name) => {
  expect(noted([judge(name, fileOf(name))])).toEqual([]);
});

it(
  `nothing that ${BY_CHANCE} documents by chance state is dropped: one statement in four`,
  { timeout: TIMEOUT },
  () => {
    const judged = Array.from({ length: BY_CHANCE }, (_, place) => place + 40).map((seed) => {
      const source = byChance(seed);
      return judge(`seed ${seed}`, source, (statement, index) => {
        const isOne = index % 4 === 0 || statement.place.endsWith('.whenDeleted');
        return isOne || isMaybeUnmet(source, statement);
      });
    });
    expect(noted(judged)).toEqual([]);
  },
);

it('each word that runs makes a difference where it stands', { timeout: TIMEOUT }, () => {
  const own = ownOf();
  expect(noted(ofWords(true).map(([name, source]) => judge(name, source, own)))).toEqual([]);
});

it('each row of a table makes a difference', { timeout: TIMEOUT }, () => {
  const own = ownOf();
  const judged = [
    ...FILES.map((name) => idleRows(name, fileOf(name))),
    ...[40, 41].map((seed) => idleRows(`seed ${seed}`, byChance(seed))),
    ...ofWords(true).map(([name, source]) => idleRows(name, source, own)),
  ];
  expect(judged.flatMap(({ idle }) => idle)).toEqual([]);
  expect(judged.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(400);
});

it('each exception is one that some document needs', () => {
  expect(EXCEPTED.filter((one) => !used.has(one)).map(({ place }) => String(place))).toEqual([]);
});

it('a gap frees nothing else that holds: one gap in thirty', { timeout: TIMEOUT }, () => {
  let place = 0;
  const judged = ofWords(false).map(([name, source]) => freed(name, source, () => place++ % 30 === 0));
  expect(judged.flatMap((one) => one.freed)).toEqual([]);
  expect(judged.reduce((sum, { gaps }) => sum + gaps, 0)).toBeGreaterThan(600);
});

// What the gap view lets run is planned: nothing is held, and no start refused, by a fault of Ninefold. faults.all.test.ts looks at more.

import { expect, it } from 'vitest';
import { documents } from '../oracle/documents.ts';
import { trials } from '../trials.ts';
import { crossings, crossingsOfCallers, judge } from './faults.ts';

const OURS = [...documents(0)].filter(({ name }) => !name.startsWith('sentence'));

it('the documents of the repository are planned without a fault', () => {
  const judged = OURS.map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ running }) => running > 0).length).toBeGreaterThan(30);
});

const CROSSED = trials(8, 20);

it(
  `so are ${CROSSED} in which statements stand beside each other that nobody wrote together`,
  { timeout: 60_000 },
  () => {
    const judged = [...crossings(OURS, CROSSED)].map(judge);
    expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
    expect(judged.filter(({ isClean }) => isClean).length).toBeGreaterThan(trials(1, 4));
  },
);

it(`so are ${CROSSED} with callers`, { timeout: 60_000 }, () => {
  const judged = [...crossingsOfCallers(OURS, CROSSED)].map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ isClean }) => isClean).length).toBeGreaterThan(trials(1, 4));
});

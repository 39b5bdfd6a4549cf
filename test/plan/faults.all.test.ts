// The same as faults.test.ts, for some 500 documents by chance, and 10,000 among the long tests.

import { expect, it } from 'vitest';
import { documents } from '../oracle/documents.ts';
import { inLong } from '../trials.ts';
import { crossings, crossingsOfCallers, judge } from './faults.ts';

const BY_CHANCE = inLong(300, 2000);
const CROSSED = inLong(120, 2000);
const CALLERS = inLong(120, 6000);

it('documents by chance are planned without a fault', { timeout: 1_200_000 }, () => {
  const judged = [...documents(BY_CHANCE)].map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ running }) => running > 0).length).toBeGreaterThan(BY_CHANCE * 0.4);
});

it('so are documents of statements that nobody wrote together', { timeout: 1_200_000 }, () => {
  const judged = [...crossings([...documents(80)], CROSSED)].map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ isClean }) => isClean).length).toBeGreaterThan(CROSSED * 0.2);
  expect(judged.reduce((sum, { running }) => sum + running, 0)).toBeGreaterThan(CROSSED * 2);
});

it('so are those of statements about callers', { timeout: 1_200_000 }, () => {
  const judged = [...crossingsOfCallers([...documents(0)], CALLERS)].map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ isClean }) => isClean).length).toBeGreaterThan(CALLERS * 0.4);
});

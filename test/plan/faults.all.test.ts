// The same as faults.test.ts, for 10,900 documents by chance.

import { expect, it } from 'vitest';
import { documents } from '../oracle/documents.ts';
import { crossings, crossingsOfCallers, judge } from './faults.ts';

it('documents by chance are planned without a fault', { timeout: 600_000 }, () => {
  const judged = [...documents(2000)].map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ running }) => running > 0).length).toBeGreaterThan(800);
});

it('so are documents of statements that nobody wrote together', { timeout: 600_000 }, () => {
  const judged = [...crossings([...documents(80)], 2000)].map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ isClean }) => isClean).length).toBeGreaterThan(400);
  expect(judged.reduce((sum, { running }) => sum + running, 0)).toBeGreaterThan(4000);
});

it('so are those of statements about callers', { timeout: 600_000 }, () => {
  const judged = [...crossingsOfCallers([...documents(0)], 6000)].map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ isClean }) => isClean).length).toBeGreaterThan(2500);
});

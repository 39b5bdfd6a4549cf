// What the gap view lets run is planned: nothing is held, and no start refused, by a fault of Ninefold. faults.all.test.ts looks at more.

import { expect, it } from 'vitest';
import { documents } from '../oracle/documents.ts';
import { judge } from './faults.ts';

const OURS = [...documents(0)].filter(({ name }) => !name.startsWith('sentence'));

it('the documents of the repository are planned without a fault', () => {
  const judged = OURS.map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ running }) => running > 0).length).toBeGreaterThan(30);
});

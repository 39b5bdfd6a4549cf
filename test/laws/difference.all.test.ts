// The law of difference.test.ts over the documents of the project that run as a whole, and more by chance.

import { expect, it } from 'vitest';

import { byChance, documents } from '../deletions/corpus.ts';
import { judgeDocument, runsWhole } from './differences.ts';
import { inLong } from '../trials.ts';

const WHOLE = documents().filter(runsWhole);

it.each(WHOLE.map((one) => [one.name, one] as const))(
  'every answer to a question can change what runs: %s',
  { timeout: 600_000 },
  (_, one) => {
    expect(judgeDocument(one, inLong(4, 1)).wrong).toEqual([]);
  },
);

const DOCUMENTS = inLong(10, 150);

it(`every answer to a question can change what runs: ${DOCUMENTS} documents by chance`, { timeout: 1_200_000 }, () => {
  const judged = Array.from({ length: DOCUMENTS }, (_, seed) => judgeDocument(byChance(seed + 100), 6));
  expect(judged.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(WHOLE.length).toBeGreaterThan(3);
});

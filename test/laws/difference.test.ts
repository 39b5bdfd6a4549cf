// What is asked makes a difference: of each statement that is blanked and that `check` then misses, two answers are
// permitted that run differently. Notation, rule 1.8 "What is due". difference.all.test.ts plays more documents.

import { expect, it } from 'vitest';

import { byChance, documents } from '../deletions/corpus.ts';
import { EXCEPTED, judgeDocument, runsWhole, STILL_ASKED } from './differences.ts';

const DOCUMENTS = 1;

it('every answer to a question can change what runs: documents by chance', { timeout: 240_000 }, () => {
  const judged = Array.from({ length: DOCUMENTS }, (_, seed) => judgeDocument(byChance(seed), 16));
  expect(judged.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(judged.reduce((sum, { asked }) => sum + asked, 0)).toBeGreaterThan(DOCUMENTS * 2);
});

it('every answer to a question can change what runs: a document of the project', { timeout: 240_000 }, () => {
  const [one] = documents().filter(({ name }) => name === 'examples/todo-backend.md');
  expect(runsWhole(one!)).toBe(true);
  expect(judgeDocument(one!, 24).wrong).toEqual([]);
});

it('each exception has its reason', () => {
  for (const [kind, reason] of [...EXCEPTED, ...STILL_ASKED]) expect(reason.length, kind).toBeGreaterThan(20);
  expect([...EXCEPTED.keys()].filter((kind) => STILL_ASKED.has(kind))).toEqual([]);
});

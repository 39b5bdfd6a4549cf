// The laws of assumptions over documents by chance: what is moved into an assumptions document runs as it
// would in the document; rejecting some re-opens exactly what rested on them; nothing stated is changed; answers name
// what they rest on. assumed.all.test.ts plays more. A failure names its seed: `moved(seed)` makes it again.

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Plan } from '../../src/plan/plan.ts';
import { bare, judgeMoved, judgeServed, moved } from './assumed.ts';
import { facts } from './draft.ts';
import { Stage } from './service.ts';

const silent = (plan: Plan): Plan => JSON.parse(bare(plan)) as Plan;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open(true);
});
afterAll(async () => {
  await stage.close();
});

it('what is assumed runs as what is stated does, and what is rejected is open again', () => {
  const found = Array.from({ length: 4 }, (_, seed) => judgeMoved(moved(seed)));
  expect(found.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(found.filter(({ assumed }) => assumed > 0).length).toBeGreaterThan(1);
});

it('answers are the same but for the header, and each that would be another one names why', async () => {
  const wrong: string[] = [];
  for (let seed = 100; seed < 103; seed += 1) wrong.push(...(await judgeServed(stage, moved(seed))));
  expect(wrong).toEqual([]);
});

it('an answer that does not name what it rests on is found', async () => {
  const wrong: string[] = [];
  for (let seed = 100; seed < 112; seed += 1) wrong.push(...(await judgeServed(stage, moved(seed), silent)));
  expect(wrong.join('\n')).toContain('is answered otherwise without');
});

it('a statement that the assumptions do not bring back is found', () => {
  const one = moved(4);
  const said = facts(one.draft).find(({ marks }) => marks.includes('unreadable'))!;
  const { wrong } = judgeMoved({ ...one, marks: new Map([...one.marks, [said.key, 'unreadable']]) });
  expect(wrong.join('\n')).toContain('assumption-overrides');
});

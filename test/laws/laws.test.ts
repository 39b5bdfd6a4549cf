// The laws over documents and requests by chance: nothing invented (1), monotone (2); and what time and
// someone outside do to rows, held to a second computation. The fast tier's
// share; laws.all.test.ts plays three hundred more, laws.long.test.ts ten thousand. A failure names its seed: `trial(seed)` makes it again.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { trials } from '../trials.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { render } from './draft.ts';
import { generate } from './generate.ts';
import { WORDS } from './judge-words.ts';
import { judgeTrial, trial } from './laws.ts';
import type { Verdict } from './laws.ts';
import { Stage, understand } from './service.ts';

const DOCUMENTS = trials(7, 30);
/** The first of the documents: how much moves in thirty of them is left to chance, and these move. */
const FIRST = 60;
const WITH_CALLERS = trials(5, 8);
let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open(true);
});
afterAll(async () => {
  await stage.close();
});

it.each([false, true])(
  'the documents by chance say everything where nothing was taken away (callers: %s)',
  (callers) => {
    let complete = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      const { model, errors } = understand(render(generate(seed, false, callers).draft, new Map()));
      expect(errors, `seed ${seed}`).toEqual([]);
      const { gaps, operations } = gapView(model);
      if (valueOf(model.document.title.lists) === 'complete only where marked') continue;
      complete += 1;
      // Nothing delivers yet: that holds nothing.
      expect(
        gaps.filter(({ id }) => !id.startsWith('6/delivery/')),
        `seed ${seed}`,
      ).toEqual([]);
      for (const { runs, restsOn } of operations) {
        expect(runs, `seed ${seed}`).toBe('yes');
        expect(
          restsOn.filter((id) => !id.startsWith('6/delivery/')),
          `seed ${seed}`,
        ).toEqual([]);
      }
    }
    expect(complete).toBeGreaterThan(10);
  },
);

it(
  `nothing is invented, and a gap filled changes only what met it, in ${DOCUMENTS} documents`,
  { timeout: 300_000 },
  async () => {
    const verdicts: Verdict[] = [];
    for (let seed = FIRST; seed < FIRST + DOCUMENTS; seed += 1) verdicts.push(await judgeTrial(stage, trial(seed)));
    expect(verdicts.flatMap((verdict) => verdict.wrong)).toEqual([]);
    expect(Stage.failures).toEqual([]);
    // Trials that see nothing would pass, too.
    expect(verdicts.filter((verdict) => verdict.served).length).toBeGreaterThan(DOCUMENTS * 0.85);
    expect(verdicts.filter((verdict) => verdict.differed).length).toBeGreaterThan(DOCUMENTS * 0.25);
    const sum = (of: (verdict: Verdict) => number): number => verdicts.reduce((all, one) => all + of(one), 0);
    expect(sum(({ told }) => told)).toBeGreaterThan(DOCUMENTS * 2);
    expect(sum(({ judged }) => judged)).toBeGreaterThan(DOCUMENTS * 5);
    expect(sum(({ timed }) => timed)).toBeGreaterThan(DOCUMENTS);
    expect(sum(({ outside }) => outside.made)).toBeGreaterThan(DOCUMENTS * 0.1);
    expect(sum(({ outside }) => outside.refused)).toBeGreaterThan(DOCUMENTS * 0.3);
    // Any other change is refused.
    expect(verdicts.flatMap(({ statuses }) => statuses)).toContain(423);
    // Single words.
    const words = new Set(verdicts.flatMap(({ met }) => [...met.keys()]));
    expect(WORDS.filter((word) => words.has(word)).length).toBeGreaterThan(WORDS.length * 0.7);
  },
);

it(
  `so it is in ${WITH_CALLERS} documents whose callers sign in, and may not do and see everything`,
  { timeout: 300_000 },
  async () => {
    const verdicts: Verdict[] = [];
    for (let seed = 4; seed < 4 + WITH_CALLERS; seed += 1)
      verdicts.push(await judgeTrial(stage, trial(seed, 14, true)));
    expect(verdicts.flatMap((verdict) => verdict.wrong)).toEqual([]);
    expect(Stage.failures).toEqual([]);
    expect(verdicts.filter((verdict) => verdict.served).length).toBeGreaterThanOrEqual(WITH_CALLERS * 0.8);
    expect(verdicts.filter((verdict) => verdict.differed).length).toBeGreaterThan(0);
    const statuses = new Set(verdicts.flatMap(({ statuses: met }) => met));
    for (const status of [200, 201, 401, 404]) expect(statuses).toContain(status);
  },
);

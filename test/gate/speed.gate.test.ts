// This tree beside the commit that `bench/baseline` names: in one run, in turn, as ratios. Runs last and alone.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checks, requests, starts } from '../../bench/gate/measure.ts';
import type { Programs } from '../../bench/gate/measure.ts';
import { baseline, baselineIn, candidateIn, NoBaseline } from '../../bench/gate/trees.ts';
import { held, judged } from '../../bench/gate/verdict.ts';
import type { Figure } from '../../bench/gate/verdict.ts';

/** Behind it nothing is measured again: all of it takes three minutes at most. */
const ENOUGH = 120_000;

const began = performance.now();
const mayTryAgain = (): boolean => performance.now() - began < ENOUGH;
const place = mkdtempSync(join(tmpdir(), 'ninefold-gate-'));
const known = commit();
let programs: Programs;

/** Undefined where there is none to compare with: in CI that fails. */
function commit(): string | undefined {
  try {
    return baseline();
  } catch (error) {
    if (!(error instanceof NoBaseline) || process.env['CI']) throw error;
    console.warn(`THE GATE IS LEFT OUT: ${error.message}`);
    return undefined;
  }
}

async function holds(measure: () => Promise<readonly Figure[]>): Promise<void> {
  const { passed, lines } = await held(measure, mayTryAgain);
  console.info(lines.join('\n'));
  expect(passed, lines.join('\n')).toBe(true);
}

describe.skipIf(known === undefined)('beside the baseline', { timeout: 300_000, retry: 0 }, () => {
  beforeAll(() => {
    programs = { place, candidate: candidateIn(place), baseline: baselineIn(place, known!) };
  }, 300_000);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('reads and creations take no longer, and no more memory', () => holds(() => requests(programs)));

  it('it starts as soon', () => holds(() => starts(programs)));

  it('check of 3 MB takes no longer, and twice what half as much takes', () => holds(() => checks(programs)));

  it('would see that reads had become slower by half', async () => {
    const [before] = await requests(programs, 1, 3);
    const took = judged(before!).candidate;
    const slowed = {
      NODE_OPTIONS: `--require=${JSON.stringify(join(import.meta.dirname, 'slow.cjs'))}`,
      SLOWED: String(Math.round(took * 0.5)),
    };
    const { passed, lines } = await held(
      async () => (await requests({ ...programs, slowed }, 1, 3)).slice(0, 1),
      mayTryAgain,
    );
    expect(passed, lines.join('\n')).toBe(false);
  });
});

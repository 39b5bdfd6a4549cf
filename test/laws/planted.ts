// A wrong plan served in place of the right one, in trials of the laws by chance. Output: what the first trial that shows it says.

import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { NotComputed } from './known.ts';
import { judgeTrial, trial, type Trial } from './laws.ts';
import { Stage, understand } from './service.ts';

export type Json = { [key: string]: Json } & Json[];

/** The seeds are tried in their order; a plan that stays as it is shows nothing, and is not served. */
export async function firstFound(
  stage: Stage,
  seeds: Iterable<number>,
  change: (plan: Json) => void,
  expected: RegExp,
): Promise<string> {
  const changed = (plan: Plan): Plan => {
    const copy = JSON.parse(JSON.stringify(plan)) as Json;
    change(copy);
    return copy as unknown as Plan;
  };
  try {
    for (const seed of seeds) {
      if (!isAnother(seed, changed)) continue;
      const found = (await wrongIn(stage, trial(seed), changed)).filter((text) => expected.test(text));
      if (found.length > 0) return found.join('\n');
    }
    return '';
  } finally {
    Stage.failures.length = 0;
  }
}

function isAnother(seed: number, changed: (plan: Plan) => Plan): boolean {
  return plansOf(seed).some((text) => JSON.stringify(changed(JSON.parse(text) as Plan)) !== text);
}

const known = new Map<number, readonly string[]>();

/** Of the document with its gaps and of the one without, as JSON. */
function plansOf(seed: number): readonly string[] {
  const before = known.get(seed);
  if (before) return before;
  const { source, filled } = trial(seed);
  const plans = [source, filled].flatMap((text) => {
    if (text === undefined) return [];
    const { model, errors } = understand(text);
    return errors.length > 0 ? [] : [JSON.stringify(compile(model))];
  });
  known.set(seed, plans);
  return plans;
}

/** What a wrong plan no longer shows ends a trial: another one must find it. */
async function wrongIn(stage: Stage, one: Trial, changed: (plan: Plan) => Plan): Promise<readonly string[]> {
  try {
    return (await judgeTrial(stage, one, changed)).wrong;
  } catch (error) {
    if (error instanceof NotComputed) return [];
    throw error;
  }
}

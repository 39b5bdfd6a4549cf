// Whether a figure has fallen beside the baseline's. Input: what was measured, in pairs. Output: ratios, and the figures that fell.

import { median } from '../processes.ts';

/** Of the baseline's speed, or of its smallness. */
export const LEAST = 0.85;

/** What both programs took for the same work, one directly after the other; less is better. */
export interface Pair {
  readonly candidate: number;
  readonly baseline: number;
}

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly pairs: readonly Pair[];
}

export interface Judged {
  readonly name: string;
  readonly ratio: number;
  /** What it took, in its unit. */
  readonly candidate: number;
  readonly isFallen: boolean;
  readonly line: string;
}

/** What disturbs the machine for a while disturbs both halves of a pair; the median leaves out the pair in which it began. */
export function judged({ name, unit, pairs }: Figure): Judged {
  const ratio = median(pairs.map(({ candidate, baseline }) => baseline / candidate));
  // What could not be measured has not passed.
  const isFallen = !(ratio >= LEAST);
  const candidate = median(pairs.map((pair) => pair.candidate));
  const baseline = median(pairs.map((pair) => pair.baseline));
  const told = `${name.padEnd(34)} ${ratio.toFixed(2)}  (${candidate.toPrecision(3)} ${unit}, baseline ${baseline.toPrecision(3)} ${unit})`;
  return { name, ratio, candidate, isFallen, line: `${told}${isFallen ? `  BELOW ${LEAST}` : ''}` };
}

/** So often a figure that fell is measured again: what a busy machine explains does not fall each time. */
export const TRIES = 3;

export interface Outcome {
  readonly passed: boolean;
  readonly lines: readonly string[];
}

/** Measures until a figure holds, three times at most and no longer than there is time for. */
export async function held(
  measure: () => Promise<readonly Figure[]>,
  mayTryAgain: () => boolean = () => true,
): Promise<Outcome> {
  const lines: string[] = [];
  const fallen = new Set<string>();
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const all = (await measure()).map(judged);
    const asked = attempt === 1 ? all : all.filter(({ name }) => fallen.has(name));
    lines.push(...asked.map(({ line }) => (attempt === 1 ? line : `again: ${line}`)));
    for (const { name, isFallen } of asked) {
      if (isFallen) fallen.add(name);
      else fallen.delete(name);
    }
    if (fallen.size === 0 || !mayTryAgain()) break;
  }
  return { passed: fallen.size === 0, lines };
}

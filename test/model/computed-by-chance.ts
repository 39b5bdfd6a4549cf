// Both computations over documents by chance, with statements taken away by chance. Input: seeds. Output: where they differ, and how much
// operations run.

import { link } from '../../src/link/link.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { read } from '../../src/read/read.ts';
import { facts, render, type Mark } from '../laws/draft.ts';
import { generate } from '../laws/generate.ts';
import { Random } from '../laws/random.ts';
import { differences } from './differences.ts';

export interface Compared {
  readonly wrong: readonly string[];
  /** `yes`, `no`, `partly`: those that were met. */
  readonly runs: ReadonlySet<string>;
}

/** `isTimed`: of documents most of whose machines time and someone outside move. */
export function compared(from: number, to: number, isTimed: boolean): Compared {
  const wrong: string[] = [];
  const runs = new Set<string>();
  for (let seed = from; seed < to; seed += 1) {
    const { draft } = generate(seed, isTimed);
    const random = new Random(seed * 17 + 3);
    const marks = new Map<string, Mark>();
    for (const fact of random.some(facts(draft), 0, 12)) marks.set(fact.key, random.pick(fact.marks));
    const { document, diagnostics } = read(render(draft, marks), 'document.md');
    const model = link(document, diagnostics);
    wrong.push(...differences(model).map((text) => `seed ${seed}${isTimed ? ', timed' : ''}: ${text}`));
    for (const operation of gapView(model).operations) runs.add(operation.runs);
  }
  return { wrong, runs };
}

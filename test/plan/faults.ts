// Whether what the gap view lets run is planned. Input: a document. Output: what is not, in words; whether it has no errors.

import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan } from '../../src/plan/compile.ts';
import { render } from '../laws/draft.ts';
import { generate } from '../laws/generate.ts';
import { Random } from '../laws/random.ts';
import { understand } from '../laws/service.ts';
import type { OracleDocument } from '../oracle/documents.ts';
import { crossed, saidIn } from './crossed-documents.ts';

export interface Judged {
  readonly faults: readonly string[];
  readonly isClean: boolean;
  readonly running: number;
}

export function judge({ name, source }: OracleDocument): Judged {
  const { model, errors } = understand(source);
  return judgeModel(name, model, errors.length === 0);
}

export function judgeModel(name: string, model: Model, isClean: boolean): Judged {
  try {
    const { operations, gaps } = plan(model);
    const runs = new Map(gapView(model).operations.map((one) => [one.id, one.runs !== 'no']));
    const unplanned = operations.filter(({ id, run }) => isClean && runs.get(id) && !run);
    return {
      faults: unplanned.map(({ id }) => `${name}: ${gaps[`4/${id}/does`]}`),
      isClean,
      running: operations.length - operations.filter(({ run }) => !run).length,
    };
  } catch (error) {
    return { faults: [`${name}: ${String(error)}`], isClean, running: 0 };
  }
}

/** What `documents` say, crossed with each other and with whole documents by chance. */
export function* crossings(documents: readonly OracleDocument[], count: number): Generator<OracleDocument> {
  const worlds = Array.from({ length: 30 }, (_, seed) => ({
    name: `world ${seed}`,
    source: render(generate(seed + 9000, seed % 2 === 0).draft, new Map()),
  }));
  const said = saidIn([...documents, ...worlds].map(({ source }) => source));
  const whole = [...worlds, ...documents.filter(isWhole)];
  for (let seed = 1; seed <= count; seed += 1) {
    const random = new Random(seed);
    const { name, source } = random.pick(whole);
    yield { name: `${name}, crossed ${seed}`, source: crossed(source, said, random, 3) };
  }
}

/** The same of documents with callers alone: their statements are few among all. */
export function* crossingsOfCallers(documents: readonly OracleDocument[], count: number): Generator<OracleDocument> {
  const said = saidIn(documents.map(({ source }) => source));
  const whole = documents.filter(({ source }) => /^- Scheme: (?!none|not shown)/m.test(source)).filter(isWhole);
  for (let seed = 1; seed <= count; seed += 1) {
    const random = new Random(seed + 99_000);
    const { name, source } = random.pick(whole);
    yield { name: `${name}, crossed ${seed}`, source: crossed(source, said, random, 2) };
  }
}

function isWhole(document: OracleDocument): boolean {
  const { isClean, running } = judge(document);
  return isClean && running > 1;
}

// Documents by chance through everything that follows their names: checked, planned, printed, fixed, asked, explained, called, shown.
// Input: a seed and how many. Output: what was among them; a document that throws, takes long, or has a circle of references that is not
// said at each of its places fails with its text.

import { expect } from 'vitest';

import { curlLines } from '../../src/calls/lines.ts';
import { check } from '../../src/check/check.ts';
import { explainId } from '../../src/cli/explain-gap.ts';
import { fix } from '../../src/cli/fix.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { operatorPage } from '../../src/page/page.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { print } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { captured } from '../cli/captured.ts';
import { NamedDocuments, shownAsThemselves } from './names.ts';

interface Judged {
  readonly model: Model;
  readonly plan: Plan;
  readonly milliseconds: number;
}

export interface Followed {
  readonly withCircle: number;
  readonly without: number;
  /** Operations. */
  readonly running: number;
}

/** Of processor time, for one document. */
const LONGEST = 2000;

export async function followed(seed: number, count: number): Promise<Followed> {
  const documents = new NamedDocuments(seed);
  let [withCircle, without, running] = [0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const resources = documents.resources();
    const source = documents.document(resources);
    const {
      model,
      plan: planned,
      milliseconds,
    } = await judged(source).catch((error: unknown) => {
      throw new Error(`document ${index} throws:\n${source}`, { cause: error });
    });
    expect(milliseconds, source).toBeLessThan(LONGEST);
    const back = shownAsThemselves(resources);
    const places = placesOfCircles(model);
    const missed = [...model.fields].filter(
      ([name, { type }]) => back.has(name) && !(type.status === 'unreadable' && places.has(type.at.start)),
    );
    expect(missed, source).toEqual([]);
    if (back.size > 0) withCircle += 1;
    else without += 1;
    running += planned.operations.filter(({ runs }) => runs !== 'no').length;
  }
  return { withCircle, without, running };
}

function placesOfCircles({ diagnostics }: Model): ReadonlySet<number> {
  const circles = diagnostics.filter(({ message }) => message.includes('leads back to itself'));
  return new Set(circles.flatMap(({ at, related }) => [at, ...related.map((one) => one.at)]).map(({ start }) => start));
}

async function judged(source: string): Promise<Judged> {
  const before = process.threadCpuUsage();
  const { document, diagnostics } = read(source, 'x.md');
  const model = link(document, diagnostics);
  const report = check(model);
  const planned = plan(model);
  print(model.document);
  fix(source, 'x.md');
  asksOf(model);
  for (const { id } of gapView(model).gaps.slice(0, 5)) explainId(id, model, captured());
  Array.from(curlLines(planned, 'http://127.0.0.1', 0));
  const now = { assumed: [] };
  await operatorPage(
    { model, report, plan: planned, address: 'http://127.0.0.1', revision: '', now, rows: [], pause: async () => {} },
    '',
  );
  const { user, system } = process.threadCpuUsage(before);
  return { model, plan: planned, milliseconds: (user + system) / 1000 };
}

// A document with assumptions laid over it, for tests. Input: two texts and a day. Output: the model, its facts that are assumed, and what
// was found, with the file and line it was found at.

import { sourcesOf } from '../../src/base/sources.ts';
import { assume } from '../../src/assume/assume.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { readAssumptions } from '../../src/read/assumptions.ts';
import { read } from '../../src/read/read.ts';

export const TODAY = '2026-11-21';

export const WHO = `# Assumed

- Assumed by: Ada Smith
- Assumed on: 2026-11-20
- Why: said so by telephone
- Until: 2027-01-31
`;

export function laid(source: string, assumptions: readonly string[], today: string = TODAY): Model {
  const own = read(source, 'd.md');
  let start = source.length + 1;
  const assumed = assumptions.map((text, index) => {
    const one = readAssumptions(text, `a${index + 1}.md`, start);
    start += text.length + 1;
    return one;
  });
  const { document, diagnostics } = assume(own, assumed, today);
  return link(document, diagnostics);
}

/** `2/Note.text/required: no, Ada Smith`. */
export function assumedIn(model: Model): string[] {
  return gapView(model).assumed.map(({ id, text, assumption }) => `${id}: ${text}, ${assumption.by}`);
}

/** `a1.md:7 unknown-key: …`. */
export function foundIn(model: Model): string[] {
  const sources = sourcesOf(model.document);
  return model.diagnostics.map(({ code, message, at }) => {
    const { file, line } = sources.place(at.start);
    return `${file}:${line} ${code}: ${message}`;
  });
}

// `ninefold explain CODE`: what a diagnostic means, why it matters, what to write instead. In: a code, and a document where one
// is named. Out: what the catalogue says, and each place of the document that has it, in the document's own words.

import { suggestion } from '../base/did-you-mean.ts';
import { sourcesOf } from '../base/sources.ts';
import { check } from '../check/check.ts';
import { CATALOGUE } from '../diagnostics/catalogue.ts';
import { withoutHoles } from '../diagnostics/define.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { assumedFiles, openDocument } from './documents.ts';
import { findingText, inOrder } from './findings.ts';

export function explain(
  asked: string,
  file: string | undefined,
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): number {
  // `error:CODE` is how a held operation names the error that holds it.
  const code = asked.replace(/^error:/, '');
  const definition = CATALOGUE.find((candidate) => candidate.code === code);
  if (definition === undefined) {
    const codes = CATALOGUE.map((candidate) => candidate.code);
    throw new Refusal(2, `there is no diagnostic ${code}${suggestion(code, codes)}`);
  }
  const { severity, part, what, why, fix } = definition;
  console.out(`${console.paint('bold', code)} (${severity}, ${part === 'document' ? 'whole document' : part})\n`);
  console.out(`what  ${withoutHoles(what)}\nwhy   ${why}\nfix   ${withoutHoles(fix)}`);
  if (file !== undefined) console.out(`\n${placesOf(code, file, assumedFiles(flags), console)}`);
  return 0;
}

function placesOf(code: string, file: string, assumed: readonly string[], console: Console): string {
  const model = openDocument(file, console, 2, assumed);
  const found = inOrder(check(model).diagnostics.filter((one) => one.code === code));
  if (found.length === 0) return `${file} has none`;
  const sources = sourcesOf(model.document);
  return found.map((one) => findingText(one, sources, console.paint, 'without why')).join('\n\n');
}

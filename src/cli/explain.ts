// `ninefold explain CODE|ID`: what a diagnostic means, why it matters, what to write instead; what a gap asks. Input: a code or
// an id, and a document where one is named. Output: what the catalogue says, and each place of the document that has it, in the
// document's own words; of an id explain-gap.ts; of nothing the list of codes.

import { suggestion } from '../base/did-you-mean.ts';
import { few } from '../base/few.ts';
import { sourcesOf } from '../base/sources.ts';
import { check } from '../check/check.ts';
import { CATALOGUE } from '../diagnostics/catalogue.ts';
import { PLACEHOLDERS, withoutHoles } from '../diagnostics/define.ts';
import type { Definition } from '../diagnostics/define.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { assumedFiles, openDocument } from './documents.ts';
import { explainId, explainIds, idsNamed, isId } from './explain-gap.ts';
import { findingText, inOrder } from './findings.ts';

export function explain(
  asked: string | undefined,
  file: string | undefined,
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): number {
  if (asked === undefined) return listed(console);
  if (isId(asked)) {
    if (file === undefined) return explainIds(asked, console);
    refuseTorn(asked, file);
    return explainId(asked, openDocument(file, console, 2, assumedFiles(flags)), console);
  }
  // `error:CODE` is how a held operation names the error that holds it.
  const code = asked.replace(/^error:/, '');
  const definition = CATALOGUE.find((candidate) => candidate.code === code);
  if (definition === undefined) {
    const named = file === undefined ? undefined : idsNamed(code, openDocument(file, console, 2, assumedFiles(flags)));
    throw new Refusal(2, named ?? unknown(code));
  }
  console.out(definitionText(definition, console));
  if (file !== undefined) console.out(`\n${placesOf(code, file, assumedFiles(flags), console)}`);
  return 0;
}

function definitionText({ code, severity, part, what, why, fix }: Definition, { paint }: Console): string {
  const said = `what  ${withoutHoles(what)}\nwhy   ${why}\nfix   ${withoutHoles(fix)}`;
  return [
    `${paint('bold', code)} (${severity}, ${part === 'document' ? 'whole document' : part})\n`,
    said.replaceAll(PLACEHOLDERS, (placeholder) => paint('cyan', placeholder)),
    ...(said.search(PLACEHOLDERS) === -1
      ? []
      : [paint('dim', '[…] is filled in with words of the document that has it')]),
  ].join('\n');
}

function listed({ out, paint }: Console): number {
  const width = Math.max(...CATALOGUE.map(({ code }) => code.length));
  for (const { code, what } of CATALOGUE) out(`${paint('bold', code.padEnd(width))}  ${withoutHoles(what)}`);
  return 0;
}

function unknown(code: string): string {
  const codes = CATALOGUE.map((candidate) => candidate.code);
  const meant = suggestion(code, codes);
  const alike = meant === '' && code.length > 2 ? codes.filter((one) => one.includes(code.toLowerCase())) : [];
  const near = alike.length === 0 ? meant : `; there is ${few(alike)}.`;
  const all = '`ninefold explain` alone lists all';
  return `there is no diagnostic ${code}${near === '' ? `; ${all}` : `${near} ${all}`}`;
}

/** The shell splits an id at its space where it is not quoted. */
function refuseTorn(id: string, rest: string): void {
  if (!/^4\/[A-Z]+$/.test(id) || !rest.startsWith('/')) return;
  throw new Refusal(2, `an id with a space needs quotes: ninefold explain '${id} ${rest}' FILE`);
}

function placesOf(code: string, file: string, assumed: readonly string[], console: Console): string {
  const model = openDocument(file, console, 2, assumed);
  const found = inOrder(check(model).diagnostics.filter((one) => one.code === code));
  if (found.length === 0) return `${file} has none`;
  const sources = sourcesOf(model.document);
  return found.map((one) => findingText(one, sources, console.paint, 'without why')).join('\n\n');
}

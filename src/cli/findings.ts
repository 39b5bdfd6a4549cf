// What is wrong in a document, for people and for scripts. In: a report and the source it is about. Out: on the console,
// errors first, each with its lines, related places, why and fix.

import type { Sources } from '../base/sources.ts';
import type { Report } from '../check/check.ts';
import { CATALOGUE } from '../diagnostics/catalogue.ts';
import { renderLine } from '../diagnostics/render-line.ts';
import { renderPretty } from '../diagnostics/render-pretty.ts';
import type { Console } from './console.ts';

type Finding = Report['diagnostics'][number];

const RANKS: readonly string[] = ['error', 'warning', 'information'];

export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) =>
      RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity) || a.at.line - b.at.line || a.at.column - b.at.column,
  );
}

/** `write` is where they go: stdout for `check`, stderr where they stop a start. */
export function showFindings(
  findings: readonly Finding[],
  sources: Sources,
  write: (text: string) => void,
  paint: Console['paint'],
): void {
  for (const finding of inOrder(findings)) write(`${findingText(finding, sources, paint)}\n\n`);
}

const WHY: ReadonlyMap<string, string> = new Map(CATALOGUE.map(({ code, why }) => [code, why]));

/** Why it matters is left out where the same is said again and again. */
export function findingText(
  finding: Finding,
  sources: Sources,
  paint: Console['paint'],
  how: 'with why' | 'without why' = 'with why',
): string {
  const why = how === 'with why' ? WHY.get(finding.code) : undefined;
  return renderPretty(finding, (file) => sources.lines(file), why, paint);
}

export function showLines(findings: readonly Finding[], write: (text: string) => void): void {
  for (const finding of findings) write(renderLine(finding));
}

// What is wrong in a document, for people and for scripts. In: a report and the source it is about. Out: on the console,
// errors first, each with its lines, related places, why and fix.

import { LineIndex } from '../base/span.ts';
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
  source: string,
  write: (text: string) => void,
  paint: Console['paint'],
): void {
  const index = new LineIndex(source);
  const why = new Map(CATALOGUE.map((definition) => [definition.code, definition.why]));
  for (const finding of inOrder(findings)) write(`${renderPretty(finding, index, why.get(finding.code), paint)}\n\n`);
}

export function showLines(findings: readonly Finding[], write: (text: string) => void): void {
  for (const finding of findings) write(renderLine(finding));
}

// What is wrong in a document, for people and for scripts. Input: a report and the source it is about. Output: on the console,
// errors first, each with its lines, related places, why and fix.

import type { Sources } from '../base/sources.ts';
import type { Report } from '../check/check.ts';
import { CATALOGUE } from '../diagnostics/catalogue.ts';
import { renderLine } from '../diagnostics/render-line.ts';
import { renderPretty } from '../diagnostics/render-pretty.ts';
import type { Console } from './console.ts';
import { toldOnce } from './same-column.ts';

type Finding = Report['diagnostics'][number];

const RANKS: readonly string[] = ['error', 'warning', 'information'];

export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) =>
      RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity) || a.at.line - b.at.line || a.at.column - b.at.column,
  );
}

/** The most findings of each severity, and the most gaps, that are shown to people: more are counted. */
export const MOST_SHOWN = 1000;

/** By severity, how many are not shown. */
export type LeftOut = ReadonlyMap<Finding['severity'], number>;

/** `isWritten`: whether `check --fix` rewrites it. What is wrong in one column is reported once. */
export function showTogether(
  findings: readonly Finding[],
  sources: Sources,
  isWritten: (finding: Finding) => boolean,
  most: number,
  write: (text: string) => void,
  paint: Console['paint'],
): LeftOut {
  const shown = new Map<Finding['severity'], number>();
  const left = new Map<Finding['severity'], number>();
  for (const { finding, lines } of toldOnce(inOrder(findings), sources, isWritten)) {
    const { severity } = finding;
    const nth = (shown.get(severity) ?? 0) + 1;
    if (nth > most) {
      left.set(severity, (left.get(severity) ?? 0) + 1 + lines.length);
      continue;
    }
    shown.set(severity, nth);
    const { fix, at } = finding;
    const told = {
      ...finding,
      ...(lines.length > 0 && { also: alsoIn(lines) }),
      ...(isWritten(finding) && { fix: `${fix ?? ''}\nninefold check ${at.file} --fix rewrites it.`.trimStart() }),
    };
    write(`${findingText(told, sources, paint)}\n\n`);
  }
  return left;
}

const SHOWN_LINES = 10;

function alsoIn(lines: readonly number[]): string {
  const shown = lines.slice(0, SHOWN_LINES).join(', ');
  const more = lines.length > SHOWN_LINES ? ` and ${lines.length - SHOWN_LINES} more` : '';
  const [cells, at] = lines.length === 1 ? ['cell', 'line'] : ['cells', 'lines'];
  return `the same in ${lines.length} more ${cells} of this column, ${at} ${shown}${more}`;
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

export function linesOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(renderLine);
}

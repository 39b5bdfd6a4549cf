// What is wrong with many cells of one column in the same way, reported once. Input: findings in order, the lines of their files.
// Output: the findings that are reported, each with the lines of the other cells. Only for people: programs are given each place.

import type { Sources } from '../base/sources.ts';
import type { Report } from '../check/check.ts';

type Finding = Report['diagnostics'][number];

export interface Told {
  readonly finding: Finding;
  /** The lines of further cells. */
  readonly lines: readonly number[];
}

/** What was found out of rows: the first line of their table, and the places of their pipes. A row may have thousands of cells. */
interface Tables {
  readonly tops: Map<string, number>;
  readonly pipes: Map<string, readonly number[]>;
}

/** `isWritten`: its ticks are written by `--fix`; such findings are one even where they name different operations. */
export function toldOnce(
  findings: readonly Finding[],
  sources: Sources,
  isWritten: (finding: Finding) => boolean,
): readonly Told[] {
  const tables: Tables = { tops: new Map(), pipes: new Map() };
  const told = new Map<string, { finding: Finding; lines: number[] }>();
  for (const [nth, finding] of findings.entries()) {
    const column = columnOf(finding, sources, tables);
    const written = isWritten(finding);
    const words = [withoutCell(finding), finding.fix ?? ''].map((text) => (written ? withoutCalls(text) : text));
    const same = column && [finding.severity, finding.code, ...words, written, ...column];
    const key = same ? JSON.stringify(same) : String(nth);
    const first = told.get(key);
    if (first) first.lines.push(finding.at.line);
    else told.set(key, { finding, lines: [] });
  }
  return [...told.values()];
}

/** The cell is quoted first; what it may be a slip of is its own, too, and so is not taken out. */
function withoutCell({ message }: Finding): string {
  return message.replace(/^(Unexpected )"(?:[^"]|"(?! for ))*"(?= for )/, '$1');
}

function withoutCalls(text: string): string {
  return text.replaceAll(/`[A-Z]+ \/[^`]*`/g, '').replaceAll(/(?:, )+/g, ', ');
}

/** The file, the first line of the table and the pipes in front of the place; undefined where it is in no cell. */
function columnOf(
  { at, related, conflict }: Finding,
  sources: Sources,
  { tops, pipes }: Tables,
): readonly unknown[] | undefined {
  const lines = sources.lines(at.file);
  const isRow = (line: number): boolean => lines.line(line).trimStart().startsWith('|');
  if (related.length > 0 || conflict || at.endLine !== at.line || !isRow(at.line)) return undefined;
  let top = at.line;
  while (top > 1 && !tops.has(`${at.file}:${top}`) && isRow(top - 1)) top -= 1;
  const first = tops.get(`${at.file}:${top}`) ?? top;
  const place = `${at.file}:${at.line}`;
  tops.set(place, first);
  let inRow = pipes.get(place);
  if (!inRow) pipes.set(place, (inRow = [...lines.line(at.line).matchAll(/(?<!\\)\|/g)].map(({ index }) => index)));
  return [at.file, first, countBelow(inRow, at.column - 1)];
}

/** How many of the ascending numbers are less. */
function countBelow(numbers: readonly number[], bound: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

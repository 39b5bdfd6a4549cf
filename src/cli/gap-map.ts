// What a document leaves open, for people: gaps by part, each with its question, place and what it stops; counts by status; what
// runs. Input: a report. Output: lines. No score and no percentage anywhere: a document with few gaps may be the one that runs nothing.

import { counted } from '../base/counted.ts';
import { few } from '../base/few.ts';
import { oncePer } from '../base/once-per.ts';
import { PARTS, partNumber } from '../base/parts.ts';
import type { Report } from '../check/check.ts';
import { oneLine } from '../diagnostics/render-line.ts';
import type { GapEffect } from '../notation/declaration.ts';
import { STATUSES, unreadableIn } from '../page/counts.ts';
import type { Console } from './console.ts';

type Paint = Console['paint'];
type Write = (text: string) => void;

export interface Verdict {
  readonly errors: number;
  readonly gaps: number;
  readonly unreadable: number;
  readonly unsupported: number;
}

export function verdictOf(report: Report): Verdict {
  return {
    errors: report.diagnostics.filter(({ severity }) => severity === 'error').length,
    gaps: report.gaps.length,
    unreadable: unreadableIn(report),
    unsupported: report.parts.reduce((total, { counts }) => total + counts.unsupported, 0),
  };
}

/** `most`: how many are shown. */
export function showGaps(
  { gaps, operations }: Report,
  effects: Effects,
  most: number,
  write: Write,
  paint: Paint,
): void {
  let room = most;
  for (const part of ['document', ...PARTS] as const) {
    const inPart = gaps.filter((gap) => gap.part === part).slice(0, room);
    room -= inPart.length;
    if (inPart.length === 0) continue;
    write(paint('bold', part === 'document' ? 'open in the title' : `open in part ${partNumber(part)}, ${part}`));
    for (const { id, question, at, blocks } of inPart) {
      write(`  ${paint('yellow', id)}  ${question}`);
      const stops = stopsOf(operations, effects.get(id), id, blocks).map(([word, all]) => listed(word, all));
      const place = paint('dim', `${at.file}:${at.line}:${at.column}`);
      write(`      ${[place, ...stops].join('  ')}`);
    }
    write('\n');
  }
}

/** By ids of gaps. */
export type Effects = ReadonlyMap<string, GapEffect>;

/** What happens to answers, in the words of `ask`; all else stops requests. */
const PARTLY: Partial<Readonly<Record<GapEffect, string>>> = {
  answer: 'is left out of answers of',
  several: 'stops answers with more than one row of',
};

/** Operations that a gap stops as a whole, and those that it stops in part; each with the words for it. */
export function stopsOf(
  operations: Report['operations'],
  effect: GapEffect | undefined,
  gap: string,
  blocks: readonly string[],
): readonly (readonly [word: string, operations: readonly string[]])[] {
  const held = heldBy(operations);
  const isWhole = (block: string): boolean => held.get(block)?.has(gap) === true;
  const both = [
    ['stops', blocks.filter(isWhole)],
    [(effect && PARTLY[effect]) ?? 'stops some requests of', blocks.filter((block) => !isWhole(block))],
  ] as const;
  return both.filter(([, all]) => all.length > 0);
}

const heldBy = oncePer(
  (operations: Report['operations']): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(operations.map((operation) => [operation.id, new Set(operation.heldBy)])),
);

/** Each with who, since when, until when and why, and what rests on it. */
export function showAssumed({ assumed }: Report, write: Write, paint: Paint): void {
  if (assumed.length === 0) return;
  write(paint('bold', 'assumed'));
  for (const { id, text, at, by, on, why, until, operations } of assumed) {
    write(`  ${paint('cyan', id)}  ${oneLine(text)}`);
    write(`      by ${by} on ${on}, until ${until}: ${why}`);
    const place = paint('dim', `${at.file}:${at.line}:${at.column}`);
    write(`      ${[place, listed('under', operations)].filter((each) => each !== '').join('  ')}`);
  }
  write('\n');
}

function listed(word: string, blocks: readonly string[]): string {
  return blocks.length === 0 ? '' : `${word} ${few(blocks)}`;
}

export function showParts({ parts }: Report, write: Write): void {
  const shown = STATUSES.filter((status) => status !== 'assumed' || parts.some(({ counts }) => counts.assumed > 0));
  const rows = [
    ['part', ...shown],
    ...parts.map(({ number, name, counts }) => [`${number} ${name}`, ...shown.map((status) => String(counts[status]))]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)));
    write(cells.join('  '));
  }
}

/** `questions`: how many `ask` puts, about gaps and about what cannot be read. */
export function showOperations(report: Report, questions: number, write: Write, paint: Paint): void {
  const count = (runs: string): number => report.operations.filter((operation) => operation.runs === runs).length;
  const total = report.operations.length;
  write(`\n${counted(total, 'operation')}: ${count('yes')} run, ${count('partly')} partly, ${count('no')} held`);
  const bare = report.bare.map(({ cause, status }) => `${cause} (${status})`);
  if (bare.length > 0) write(paint('dim', `answered without a body, since no code names them: ${bare.join(', ')}`));
  const { errors, gaps, unreadable, unsupported } = verdictOf(report);
  const open = [
    ifAny(errors, 'error'),
    ifAny(gaps, 'gap'),
    unreadable === 0 ? '' : `${unreadable} unreadable`,
    // One question may be about several of both.
    questions === gaps + unreadable ? '' : ifAny(questions, 'question'),
    unsupported === 0 ? '' : `${unsupported} not supported by this runtime`,
  ].filter((each) => each !== '');
  const isFine = open.length === 0;
  const warnings = report.diagnostics.filter(({ severity }) => severity === 'warning').length;
  const fine = warnings === 0 ? 'complete and consistent' : `complete, with ${counted(warnings, 'warning')}`;
  const under = report.assumed.length === 0 ? '' : ` under ${counted(report.assumed.length, 'assumption')}`;
  const style = isFine ? 'green' : errors > 0 ? 'red' : 'yellow';
  write(
    paint(style, isFine ? `${report.document} is ${fine}${under}` : `${report.document}: ${open.join(', ')}${under}`),
  );
}

/** What is counted above and not shown, by severity or `gap`. */
export function showLeftOut(left: Readonly<Record<string, number>>, write: Write): void {
  const { error = 0, warning = 0, information = 0, gap = 0 } = left;
  const counts = [ifAny(error, 'error'), ifAny(warning, 'warning'), ifAny(information, 'note'), ifAny(gap, 'gap')];
  const words = counts.filter((each) => each !== '').join(', ');
  if (words !== '') write(`not shown: ${words}; with --max-findings all they are`);
}

function ifAny(count: number, word: string): string {
  return count === 0 ? '' : counted(count, word);
}

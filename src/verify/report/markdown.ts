// The verdict as a comment on a change: what is broken, what is invented, with the document's lines; the calls that show it are folded. Input: a
// verdict, the document. Output: Markdown as GitHub and GitLab show it; nothing in it that a service sent is more than text.

import { counted } from '../../base/counted.ts';
import type { LineIndex } from '../../base/span.ts';
import { oneLine } from '../../diagnostics/render-line.ts';
import type { Finding, Invented, Statement, Verdict } from '../verdict.ts';
import { curlLines, titleOf } from './curl.ts';
import { faultsOf, othersOf, type Fault } from './faults.ts';

export interface Commented {
  readonly file: string;
  readonly url: string;
  readonly lines: LineIndex;
}

/** Of each list. */
const MOST = 10;
/** Of a reply, or of what was expected. */
const LONGEST_TEXT = 200;
/** Of lines for a shell: GitHub takes a comment of at most 65,536 characters. */
const LONGEST_LINES = 2_000;

export function markdownVerdict(verdict: Verdict, commented: Commented): string {
  const { findings, inconclusive, exercised, notExercised, requests, seed, left, under, known = [] } = verdict;
  const faults = faultsOf(findings);
  const failing = verdict.invented.filter(({ isComplete }) => isComplete);
  const listed = verdict.invented.filter(({ isComplete }) => !isComplete);
  const counts = [
    ...(faults.length > 0 ? [`${faults.length} broken`] : []),
    ...(verdict.invented.length > 0 ? [`${verdict.invented.length} invented`] : []),
    ...(known.length > 0 ? [`${known.length} known`] : []),
    ...(inconclusive.length > 0 ? [`${inconclusive.length} met a gap`] : []),
    `${exercised.length} of ${exercised.length + notExercised.length} obligations exercised`,
  ];
  const blocks = [
    `### ${code(commented.file)}: ${verdict.verdict}`,
    `${counts.join(', ')}; ${counted(requests, 'request')} to ${code(commented.url)}${seed === undefined ? '' : `, \`--seed ${seed}\``}`,
    ...section('Broken', faults, (one) => broken(one, commented)),
    ...section('Invented', failing, (one) => invented(one, commented)),
    ...section('Invented, where the document leaves the list open', listed, (one) => invented(one, commented)),
    ...folded(
      'Met a gap, so it cannot be judged',
      inconclusive.map(
        ({ gaps, operation, what }) =>
          `${code(operation === undefined ? what : `${operation}: ${what}`)} (${gaps.map(code).join(', ')})`,
      ),
    ),
    ...[...Map.groupBy(notExercised, ({ why }) => why)].flatMap(([why, all]) =>
      folded(
        `Not exercised: ${codeTag(why)}`,
        all.map(({ operation, what }) => code(operation === undefined ? what : `${operation}: ${what}`)),
      ),
    ),
    ...folded('Conforms under these assumptions', under.map(code)),
    ...folded('Left behind', left.map(code)),
  ];
  return blocks.join('\n\n');
}

function section<T>(title: string, all: readonly T[], item: (one: T) => string): readonly string[] {
  if (all.length === 0) return [];
  const more = all.length - MOST;
  const items = all.slice(0, MOST).map(item);
  return [`#### ${title}`, [...items, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')];
}

function broken(fault: Fault, commented: Commented): string {
  const { class: kind, operation, statement, expected, got } = fault.finding;
  const others = othersOf(fault);
  return [
    `- **${kind}** ${code(operation ?? 'the service')}${placed(statement, commented)}`,
    `  expected ${code(shortened(expected))}`,
    `  got ${code(shortened(got))}`,
    ...(others.length > 0 ? [`  also at ${others.slice(0, MOST).map(code).join(', ')}${more(others.length)}`] : []),
    ...again(fault.finding, commented),
  ].join('\n');
}

function more(all: number): string {
  return all > MOST ? ` and ${all - MOST} more` : '';
}

function placed(statement: Statement | undefined, { file, lines }: Commented): string {
  if (!statement) return '';
  const line = lines.line(statement.line).trim();
  return `, ${code(`${file}:${statement.line}`)} ${code(shortened(line))}  `;
}

function invented(one: Invented, commented: Commented): string {
  const { what, name, at } = one;
  return [`- ${what} ${code(shortened(name))} in ${code(shortened(at))}`, ...again(one, commented)].join('\n');
}

function again(finding: Finding | Invented, { url }: Commented): readonly string[] {
  const lines = curlLines(finding.exchanges, url).join('\n');
  if (lines === '' || lines.length > LONGEST_LINES) return [];
  const fence = '`'.repeat(Math.max(3, longestTicks(lines) + 1));
  const block = [`${fence}sh`, ...lines.split('\n'), fence].map((line) => `  ${line}`);
  return [`  <details><summary>${titleOf(finding)}</summary>`, '', ...block, '', '  </details>'];
}

function folded(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length - MOST;
  return [
    [
      `<details><summary>${title} (${items.length})</summary>`,
      '',
      ...items.slice(0, MOST).map((one) => `- ${one}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
      '',
      '</details>',
    ].join('\n'),
  ];
}

function shortened(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).toWellFormed()}…` : text;
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
}

/** A code span: nothing in it has a meaning, and nobody is mentioned. https://spec.commonmark.org/0.31.2/#code-spans */
function code(text: string): string {
  const line = oneLine(text).trim();
  if (line === '') return '(nothing)';
  const ticks = '`'.repeat(longestTicks(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** The same where only tags are read. */
function codeTag(text: string): string {
  return `<code>${oneLine(text).replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
}

// The verdict for people: the document's line, what it says and what came, and lines for a shell that show it again. Input: a verdict, the
// document. Output: text.

import { counted } from '../../base/counted.ts';
import type { LineIndex } from '../../base/span.ts';
import { oneLine } from '../../diagnostics/render-line.ts';
import { printable, renderPlace, type Paint } from '../../diagnostics/render-pretty.ts';
import type { Finding, Invented, Known, Statement, Verdict } from '../verdict.ts';
import { curlLines, titleOf } from './curl.ts';
import { faultsOf, othersOf, type Fault } from './faults.ts';
import { byPart } from './json.ts';

export interface Shown {
  readonly file: string;
  readonly url: string;
  readonly lines: LineIndex;
  readonly paint: Paint;
  /** Of failures, of inventions, and of obligations that were not exercised. */
  readonly most: number;
}

export function prettyVerdict(verdict: Verdict, shown: Shown): string {
  const { most } = shown;
  const faults = faultsOf(verdict.findings);
  const failing = verdict.invented.filter(({ isComplete }) => isComplete);
  const listed = verdict.invented.filter(({ isComplete }) => !isComplete);
  const blocks = [
    ...faults.slice(0, most).map((one) => failureText(one, shown)),
    ...failing.slice(0, most).map((one) => inventedText(one, 'failure', shown)),
    ...(verdict.known ?? []).map((one) => knownText(one, shown)),
    ...listed.slice(0, most).map((one) => inventedText(one, 'listed', shown)),
    ...rest(verdict, shown),
  ];
  const more = Math.max(0, faults.length - most) + Math.max(0, failing.length - most);
  if (more > 0) blocks.push(`${counted(more, 'more failure')}: --format json has all`);
  return [...blocks, summary(verdict, shown)].join('\n\n');
}

function failureText(fault: Fault, shown: Shown): string {
  const { paint } = shown;
  const { class: kind, operation, statement, expected, got } = fault.finding;
  const others = othersOf(fault);
  return [
    `${paint('red', `failure ${kind}`)}  ${paint('bold', operation ?? 'the service')}`,
    ...placed(statement, shown),
    `  ${paint('dim', 'expected')}  ${oneLine(expected)}`,
    `  ${paint('dim', 'got')}       ${oneLine(got)}`,
    ...(others.length > 0 ? [`  ${paint('dim', 'also at')}   ${oneLine(others.join(', '))}`] : []),
    ...again(fault.finding, shown),
  ].join('\n');
}

function placed(statement: Statement | undefined, { file, lines, paint }: Shown): readonly string[] {
  if (!statement) return [];
  const { line, column, text } = statement;
  const at = { file, line, column, endLine: line, endColumn: column + text.length };
  return renderPlace(at, () => lines, paint);
}

function again(finding: Finding | Invented, { url, paint }: Shown): readonly string[] {
  const lines = curlLines(finding.exchanges, url);
  if (lines.length === 0) return [];
  return [`  ${paint('dim', titleOf(finding))}`, ...lines.map((line) => `    ${printable(line)}`)];
}

function inventedText(invented: Invented, how: 'failure' | 'listed', shown: Shown): string {
  const { paint } = shown;
  const { what, name, at } = invented;
  const head = how === 'failure' ? paint('red', `failure invented ${what}`) : paint('yellow', `invented ${what}`);
  const said =
    how === 'failure' ? 'the document does not state it' : 'the document does not state it; listed, not a failure';
  return [`${head}  ${paint('bold', oneLine(name))}`, `  ${oneLine(at)}: ${said}`, ...again(invented, shown)].join(
    '\n',
  );
}

function knownText({ class: kind, operation, statement, why, until }: Known, { paint }: Shown): string {
  const head = `${paint('yellow', `known ${oneLine(kind)}`)}  ${oneLine(`${operation ?? 'the service'}: ${statement}`)}`;
  return `${head}\n  until ${until}: ${oneLine(why)}`;
}

function rest(verdict: Verdict, { paint, most }: Shown): readonly string[] {
  const { inconclusive, notExercised, left, under, ended = [] } = verdict;
  const list = (title: string, lines: readonly string[]): readonly string[] => {
    if (lines.length === 0) return [];
    const more = lines.length - most;
    const shown = lines.slice(0, most).map((line) => `  ${oneLine(line)}`);
    return [[paint('bold', oneLine(title)), ...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')];
  };
  const open = inconclusive.map(({ gaps, operation, what }) => {
    return `${operation === undefined ? '' : `${operation}: `}${what} (not shown: ${gaps.join(', ')})`;
  });
  const grouped = Map.groupBy(notExercised, ({ why }) => why);
  return [
    ...list('Met a gap, so it cannot be judged', open),
    ...list(
      'No longer seen, although the baseline has it',
      ended.map((one) => `${one.class}  ${one.operation ?? 'the service'}  ${one.statement}`),
    ),
    ...[...grouped].flatMap(([why, all]) =>
      list(
        `Not exercised: ${why}`,
        all.map(({ operation, what }) => (operation === undefined ? what : `${operation}: ${what}`)),
      ),
    ),
    ...list('Conforms under these assumptions', under),
    ...list('Left behind', left),
  ];
}

function summary(verdict: Verdict, { paint }: Shown): string {
  const { findings, invented, inconclusive, exercised, notExercised, requests, unjudged, seed, known = [] } = verdict;
  const failing = invented.filter(({ isComplete }) => isComplete).length;
  const parts = Object.entries(byPart(verdict)).filter(([, { stated }]) => stated > 0);
  const style = { pass: 'cyan', fail: 'red', inconclusive: 'yellow' } as const;
  const counts = [
    counted(faultsOf(findings).length + failing, 'failure'),
    ...(known.length > 0 ? [`${known.length} known`] : []),
    `${invented.length} invented`,
    `${inconclusive.length} met a gap`,
    `${exercised.length} of ${exercised.length + notExercised.length} obligations exercised`,
    ...(unjudged > 0 ? [`${unjudged} not judged: beside a call that may change something, or not seen whole`] : []),
  ];
  return [
    parts.map(([name, one]) => `${name} ${one.exercised}/${one.stated}`).join(' · '),
    `${paint(style[verdict.verdict], verdict.verdict)}: ${counts.join(', ')}; ${counted(requests, 'request')}${seed === undefined ? '' : `, --seed ${seed}`}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

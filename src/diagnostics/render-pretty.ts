// A finding for people: what and where, the source with carets, related places with their sentence, why and fix. Input: findings, the
// source, and how to paint. Output: text without a final line break.

import type { LineIndex } from '../base/span.ts';
import type { Severity } from './define.ts';
import { frame } from './frame.ts';
import type { Place } from './frame.ts';
import { oneLine, togetherText } from './render-line.ts';
import type { Finding } from './render-line.ts';

export type Paint = (style: 'red' | 'yellow' | 'cyan' | 'bold' | 'dim', text: string) => string;

/** The lines of a file. */
type Lines = (file: string) => LineIndex;

const STYLES = { error: 'red', warning: 'yellow', information: 'cyan' } as const satisfies Record<Severity, string>;

/** `why` comes from the catalogue, by the finding's code. */
export function renderPretty(finding: Finding, source: Lines, why: string | undefined, paint: Paint): string {
  const { severity, code, message, at, related, fix, conflict = [] } = finding;
  const style = STYLES[severity];
  const others = related.filter((place) => !conflict.some((one) => meet(one.at, place.at)));
  const places = [at, ...others.map((place) => place.at), ...conflict.map((one) => one.at)];
  const gutter = Math.max(...places.map((place) => String(place.line).length));
  const lines = [
    `${paint(style, `${severity} ${code}`)}  ${paint('bold', oneLine(message))}`,
    ...drawn(at, source, gutter, (text) => paint(style, text), paint),
  ];
  if (conflict.length > 0) lines.push(...sentences(conflict, source, gutter, paint));
  for (const place of others) {
    lines.push(`${' '.repeat(gutter)}  ${oneLine(place.message)}`);
    lines.push(...drawn(place.at, source, gutter, (text) => paint('cyan', text), paint));
  }
  if (finding.also !== undefined) lines.push(`  ${paint('dim', 'also')} ${oneLine(finding.also)}`);
  if (why !== undefined) lines.push(`  ${paint('dim', 'why')}  ${oneLine(why)}`);
  if (fix !== undefined)
    lines.push(`  ${paint('dim', 'fix')}  ${withoutRepeat(message, fix).split('\n').map(oneLine).join('\n       ')}`);
  return lines.join('\n');
}

/** Shorter lists are repeated: to read one again is quicker than to find it above. */
const LONGEST_REPEATED = 120;

/** A long list of forms that is already in the message is not repeated. */
function withoutRepeat(message: string, fix: string): string {
  const said = /, expected (.+?)(?:; (?:did you mean|names are written in ticks).*)?[.?]?$/s.exec(message)?.[1];
  if (said === undefined || said.length <= LONGEST_REPEATED || !fix.startsWith(`Write ${said}`)) return fix;
  return `Write one of these forms${fix.slice('Write '.length + said.length)}`;
}

/** A line of the document once, with carets under each of its statements. */
function sentences(conflict: NonNullable<Finding['conflict']>, source: Lines, gutter: number, paint: Paint): string[] {
  const indent = ' '.repeat(gutter);
  const bar = paint('dim', '|');
  const lines = [...Map.groupBy(conflict, ({ at }) => `${at.file}:${at.line}`).values()].flatMap((all) => {
    const { line } = all[0]!.at;
    const frames = all.map(({ at }) => frame(source(at.file), at));
    const isOneFrame = frames.every(({ text }) => text === frames[0]!.text);
    const drawings = isOneFrame
      ? [{ text: frames[0]!.text, carets: together(frames.map((one) => one.carets)) }]
      : frames;
    const more = Math.max(...frames.map((one) => one.more));
    const names = all.flatMap(({ id }) => id ?? []);
    if (more > 0) names.push(`and ${more} more line${more === 1 ? '' : 's'}`);
    return [
      ...drawings.flatMap(({ text, carets }) => [
        `${paint('dim', String(line).padStart(gutter))} ${bar} ${printable(text)}`,
        `${indent} ${bar} ${paint('cyan', carets)}`,
      ]),
      ...(names.length > 0 ? [`${indent} ${bar} ${paint('dim', names.join(', '))}`] : []),
    ];
  });
  return [`${indent}  ${togetherText(conflict)}`, ...lines];
}

/** Carets over carets; a tab stays one. */
function together(all: readonly string[]): string {
  const length = Math.max(...all.map((carets) => carets.length));
  return Array.from({ length }, (_, column) => {
    const signs = all.map((carets) => carets[column]);
    return signs.includes('^') ? '^' : (signs.find((sign) => sign !== undefined) ?? ' ');
  }).join('');
}

function meet(one: Place, other: Place): boolean {
  return !isBefore(one, other) && !isBefore(other, one);
}

function isBefore(one: Place, other: Place): boolean {
  return one.endLine < other.line || (one.endLine === other.line && one.endColumn <= other.column);
}

/** A place with its line and carets, below its message. */
export function renderPlace(at: Place, source: Lines, paint: Paint): readonly string[] {
  return drawn(at, source, String(at.line).length, (text) => paint('cyan', text), paint);
}

function drawn(at: Place, source: Lines, gutter: number, mark: (text: string) => string, paint: Paint): string[] {
  const indent = ' '.repeat(gutter);
  const bar = paint('dim', '|');
  const out = [`${indent} ${paint('dim', `at ${at.file}:${at.line}:${at.column}`)}`];
  const { text, carets, more } = frame(source(at.file), at);
  out.push(`${paint('dim', String(at.line).padStart(gutter))} ${bar} ${printable(text)}`);
  out.push(`${indent} ${bar} ${mark(carets)}`);
  if (more > 0) out.push(`${indent} ${bar} ${paint('dim', `and ${more} more line${more === 1 ? '' : 's'}`)}`);
  return out;
}

/** A document must not steer the terminal; a tab stays one. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

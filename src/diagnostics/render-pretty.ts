// A finding for people: what and where, the source with carets, related places with their sentence, why and fix.
// In: findings, the source, and how to paint. Out: text without a final line break.

import type { LineIndex } from '../base/span.ts';
import type { Severity } from './define.ts';
import { frame } from './frame.ts';
import type { Place } from './frame.ts';
import { oneLine } from './render-line.ts';
import type { Finding } from './render-line.ts';

export type Paint = (style: 'red' | 'yellow' | 'cyan' | 'bold' | 'dim', text: string) => string;

const STYLES = { error: 'red', warning: 'yellow', information: 'cyan' } as const satisfies Record<Severity, string>;

/** `why` comes from the catalogue, by the finding's code. */
export function renderPretty(finding: Finding, source: LineIndex, why: string | undefined, paint: Paint): string {
  const { severity, code, message, at, related, fix } = finding;
  const style = STYLES[severity];
  const places = [at, ...related.map((place) => place.at)];
  const gutter = Math.max(...places.map((place) => String(place.line).length));
  const lines = [
    `${paint(style, `${severity} ${code}`)}  ${paint('bold', oneLine(message))}`,
    ...drawn(at, source, gutter, (text) => paint(style, text), paint),
  ];
  for (const place of related) {
    lines.push(`${' '.repeat(gutter)}  ${oneLine(place.message)}`);
    lines.push(...drawn(place.at, source, gutter, (text) => paint('cyan', text), paint));
  }
  if (why !== undefined) lines.push(`  ${paint('dim', 'why')}  ${oneLine(why)}`);
  if (fix !== undefined) lines.push(`  ${paint('dim', 'fix')}  ${oneLine(fix)}`);
  return lines.join('\n');
}

function drawn(at: Place, source: LineIndex, gutter: number, mark: (text: string) => string, paint: Paint): string[] {
  const indent = ' '.repeat(gutter);
  const bar = paint('dim', '|');
  const out = [`${indent} ${paint('dim', `at ${at.file}:${at.line}:${at.column}`)}`];
  const { text, carets, more } = frame(source, at);
  out.push(`${paint('dim', String(at.line).padStart(gutter))} ${bar} ${printable(text)}`);
  out.push(`${indent} ${bar} ${mark(carets)}`);
  if (more > 0) out.push(`${indent} ${bar} ${paint('dim', `and ${more} more line${more === 1 ? '' : 's'}`)}`);
  return out;
}

/** A document must not steer the terminal; a tab stays one. */
function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

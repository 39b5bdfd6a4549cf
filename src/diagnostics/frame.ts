// The lines of a source that a finding points at, with carets under them. Input: a source and a place that counts from 1 in UTF-16 units.
// Output: lines of text; very long lines are cut around the place, wide characters and tabs line up.

import type { LineIndex } from '../base/span.ts';

/** A place for people, as the report gives it. The end is exclusive. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Columns of a source line that are shown; a table row may hold thousands. */
const WINDOW = 140;
const LEAD = 60;

export interface Frame {
  readonly text: string;
  readonly carets: string;
  /** How many lines the place has after the first one. */
  readonly more: number;
}

export function frame(source: LineIndex, at: Place): Frame {
  const whole = source.line(at.line);
  const from = at.column - 1;
  const to = at.endLine > at.line ? whole.length : Math.max(at.endColumn - 1, from + 1);
  const start = whole.length <= WINDOW ? 0 : boundary(whole, Math.max(0, from - LEAD));
  const end = whole.length <= WINDOW ? whole.length : boundary(whole, Math.min(whole.length, start + WINDOW));
  const cutBefore = start > 0 ? '…' : '';
  const cutAfter = end < whole.length ? '…' : '';
  const text = `${cutBefore}${whole.slice(start, end)}${cutAfter}`;
  const lead = cutBefore === '' ? '' : ' ';
  const carets = `${lead}${blank(whole.slice(start, from))}${'^'.repeat(width(whole.slice(from, Math.min(to, end))) || 1)}`;
  return { text, carets, more: Math.max(0, at.endLine - at.line) };
}

/** Never between the halves of a surrogate pair. */
function boundary(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}

/** White space as wide as the text; tabs stay tabs, so that they line up at any tab width. */
function blank(text: string): string {
  let out = '';
  for (const character of text) out += character === '\t' ? '\t' : ' '.repeat(cells(character));
  return out;
}

function width(text: string): number {
  let sum = 0;
  for (const character of text) sum += cells(character);
  return sum;
}

/** Cells of a terminal: none for marks and joiners, two for East Asian wide characters and emoji. */
function cells(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1;
  if (/^[\p{M}\p{Cf}]$/u.test(character)) return 0;
  return /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u.test(
    character,
  )
    ? 2
    : 1;
}

// One line of a table → the ranges of its cells. Input: the source and the line's range. Output: one range a cell, without the white space
// around it. GitHub's rule: an escaped pipe does not end a cell, a pipe in code ticks does.

import type { Span } from '../base/span.ts';

/**
 * The cells of a line, white space around them left out; an escaped pipe does not end a cell.
 *
 *     | `a` | b \| c |
 *      ^   ^ each range ends before the white space
 */
export function splitRow(source: string, line: Span): Span[] {
  const cells: Span[] = [];
  let start = line.start;
  for (let i = line.start; i < line.end; i++) {
    const c = source.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 124) {
      const cell = trimmed(source, start, i);
      if (start > line.start || cell.start < cell.end) cells.push(cell);
      start = i + 1;
    }
  }
  const last = trimmed(source, start, line.end);
  if (last.start < last.end || cells.length === 0) cells.push(last);
  return cells;
}

function trimmed(source: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && isSpace(source.charCodeAt(start))) start++;
  while (end > start && isSpace(source.charCodeAt(end - 1))) end--;
  if (start < end) return { start, end };
  const inside = to - from >= 2 ? from + 1 : from;
  return { start: inside, end: inside };
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 160;
}

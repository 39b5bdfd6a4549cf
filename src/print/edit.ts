// Edits of a document that touch only their own bytes. In: the source, a place in it, new words. Out: the new source.
// Design, law 3.

import type { Span } from '../base/span.ts';
import type { Slot } from '../model/status.ts';

/** Replaces exactly the characters of `at`. */
export function edit(source: string, at: Span, replacement: string): string {
  return source.slice(0, at.start) + replacement + source.slice(at.end);
}

/**
 * Writes `words` where the slot stands: a cell, the value of a bullet, a paragraph. Pipes are escaped in a cell. What is
 * not written anywhere has no place to be replaced: a RangeError; `addBullet` writes a new line.
 */
export function setSlot(source: string, slot: Slot<unknown>, words: string): string {
  if (slot.status === 'absent') throw new RangeError('Unexpected slot that is not written, expected one with a place');
  const { at } = slot;
  const text = isInTable(source, at) ? escapePipes(words) : words;
  const before = source[at.start - 1];
  const after = source[at.end];
  const front = at.start === at.end && (before === '|' || before === ':') ? ' ' : '';
  const back = after === '|' ? ' ' : '';
  return edit(source, at, front + text + back);
}

/** Writes `- key: words` as a line of its own behind `after`, the heading or bullet that it belongs under. */
export function addBullet(source: string, after: Span, key: string, words: string): string {
  const lineEnd = source.indexOf('\n', Math.max(after.end - 1, after.start));
  const end = lineEnd === -1 ? source.length : lineEnd;
  const newline = source[end - 1] === '\r' ? '\r\n' : '\n';
  const at = source[end - 1] === '\r' ? end - 1 : end;
  const own = /^[ \t]{0,3}[-*+]\s/.test(source.slice(lineStart(source, after.start), end));
  const next = source
    .slice(lineEnd === -1 ? end : end + 1)
    .split('\n', 1)[0]!
    .trim();
  const gap = own ? newline : newline + newline;
  const behind = next === '' || /^[-*+]\s/.test(next) ? '' : newline;
  return edit(source, { start: at, end: at }, `${gap}- ${key}: ${words}${behind}`);
}

function lineStart(source: string, at: number): number {
  return source.lastIndexOf('\n', at - 1) + 1;
}

/** A line with a pipe that is no bullet and no heading. */
function isInTable(source: string, at: Span): boolean {
  const start = lineStart(source, at.start);
  const end = source.indexOf('\n', at.start);
  const line = source.slice(start, end === -1 ? source.length : end);
  return !/^\s{0,3}(?:[-*+]\s|#)/.test(line) && /(?:^|[^\\])\|/.test(line);
}

function escapePipes(words: string): string {
  return words.replace(/\\?\|/g, '\\|').replace(/\s*\n\s*/g, ' ');
}

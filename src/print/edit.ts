// Edits of a document that touch only their own bytes. Input: the source, places in it, new words. Output: the new source.

import type { Span } from '../base/span.ts';
import type { Slot } from '../notation/slot.ts';
import { lineEnd, lineStart } from './lines.ts';

/** `text` replaces what is at `at`; at an empty place it is inserted. */
export interface Edit {
  readonly at: Span;
  readonly text: string;
}

/** Replaces exactly the characters of `at`. */
export function edit(source: string, at: Span, replacement: string): string {
  return source.slice(0, at.start) + replacement + source.slice(at.end);
}

/** Earlier places first; at one place in the order given. Places do not overlap. */
export function edited(source: string, edits: readonly Edit[]): string {
  let done = 0;
  let text = '';
  for (const { at, text: words } of inOrder(edits)) {
    text += source.slice(done, at.start) + words;
    done = at.end;
  }
  return text + source.slice(done);
}

export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((one, other) => one.at.start - other.at.start);
}

/** An insertion: nothing of the source is replaced. */
export function insertion(at: number, text: string): Edit {
  return { at: { start: at, end: at }, text };
}

/**
 * Writes `words` at the place of the slot: a cell, the value of a bullet, a paragraph. Pipes are escaped in a cell. A slot
 * that is not written anywhere has no place to replace: a RangeError.
 */
export function setSlot(source: string, slot: Slot<unknown>, words: string): string {
  if (slot.status === 'absent') throw new RangeError('Unexpected slot that is not written, expected one with a place');
  return edited(source, [slotEdit(source, slot.at, words)]);
}

/** Adds a blank where the words would touch a character or a pipe. */
export function slotEdit(source: string, place: Span, words: string): Edit {
  const at = withoutSpace(source, place);
  const text = isInTable(source, at) ? asCell(words) : words;
  const before = source[at.start - 1];
  const front = at.start === at.end && before !== undefined && /\S/.test(before) ? ' ' : '';
  const back = source[at.end] === '|' ? ' ' : '';
  return { at, text: front + text + back };
}

/** A place may end with the first half of a line break, which is not its own. */
export function withoutSpace(source: string, { start, end }: Span): Span {
  return { start, end: start + source.slice(start, end).trimEnd().length };
}

/** A line with a pipe below a line of dashes, with no blank line between them. */
export function isInTable(source: string, at: Span): boolean {
  const own = lineStart(source, at.start);
  for (let start = own; ; start = lineStart(source, start - 1)) {
    const line = source.slice(start, lineEnd(source, start)).trim();
    if (/^[|:\- \t\u00a0]*$/.test(line) && /-/.test(line) && /[|:]/.test(line)) return true;
    // A row of one cell needs no pipe; what opens another block is no row.
    const isRow = line.includes('|') || (start === own && line !== '' && !/^(?:[-*+#>]|\d+[.)]\s)/.test(line));
    if (start === 0 || !isRow) return false;
  }
}

/** One line in which every pipe is escaped, once. A backslash escapes the character behind it, as in the reader. */
export function asCell(words: string): string {
  return words.replace(/\s*\n\s*/g, ' ').replace(/\\[\s\S]|\|/g, (sign) => (sign === '|' ? '\\|' : sign));
}

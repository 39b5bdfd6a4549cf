// Bullets, blocks and whole parts that are put in under or between headings. Input: the source, a place, words. Output: an edit
// that only adds, with as many blank lines around it as are needed to keep the meaning of its neighbours. Notation, rule 1.1.

import { PARTS, partHeading, partNumber, type PartName } from '../base/parts.ts';
import type { Document } from '../model/document.ts';
import { insertion, type Edit } from './edit.ts';
import { lineBehind, lineEnd, lineStart } from './lines.ts';

/** Before the first bullet where the heading has some, else as a list of its own. `lines`: `Key: words`. */
export function bulletLines(source: string, at: number, lines: readonly string[], newline: string): Edit {
  const next = /^[^\S\r\n]*(?:\r?\n[^\S\r\n]*)*\r?\n( {0,3}[-*+] )/.exec(source.slice(at));
  if (next) {
    const [whole, bullet = '- '] = next;
    return insertion(at + whole.length - bullet.length, lines.map((line) => bullet + line + newline).join(''));
  }
  const end = lineEnd(source, at);
  // What is as far to the right as the words of a bullet would be taken into it.
  const indent = ' '.repeat(Math.min(3, /^[ \t]*/.exec(lineBehind(source, end))![0].replace(/\t/g, '   ').length));
  return blockLines(source, end, lines.map((line) => `${indent}- ${line}`).join(newline), newline);
}

/** A block with a blank line around it, behind the line that ends at `at`. */
export function blockLines(source: string, at: number, block: string, newline: string): Edit {
  const isBlankHere = source.slice(lineStart(source, at), at).trim() === '';
  const behind = source.slice(at).replace(/^\r?\n/, '');
  const isClose = behind !== '' && !/^[^\S\r\n]*(?:\r?\n|$)/.test(behind);
  return insertion(at, `${isBlankHere ? newline : newline + newline}${block}${isClose ? newline : ''}`);
}

/** A block before the line that begins at `at`, or at the end of the text. */
export function blockBefore(source: string, at: number, block: string, newline: string): Edit {
  const before = source.slice(0, at);
  const isStart = before.replace('\ufeff', '') === '';
  const gap =
    isStart || /\n[^\S\n]*\r?\n[^\S\n]*$/.test(before) ? '' : before.endsWith('\n') ? newline : newline + newline;
  return insertion(at, `${gap}${block}${newline}${at < source.length ? newline : ''}`);
}

export interface PartLines {
  readonly name: PartName;
  readonly body: string;
}

/** Each before the next part that is there, else at the end. */
export function partLines({ source, ...document }: Document, parts: readonly PartLines[], newline: string): Edit[] {
  const places = new Map<number, string[]>();
  for (const { name, body } of parts) {
    const later = PARTS.slice(partNumber(name))
      .map((part) => document[part].scope.heading?.start)
      .filter((start) => start !== undefined);
    // A byte order mark stays the first character.
    const least = source.startsWith('\ufeff') ? 1 : 0;
    const line = later.length === 0 ? source.length : lineStart(source, Math.min(...later));
    const at = Math.max(line, least);
    places.set(at, [...(places.get(at) ?? []), `${partHeading(name)}${newline}${newline}${body}${newline}`]);
  }
  return [...places].map(([at, sections]) => {
    const text = sections.join(newline);
    if (at < source.length) return insertion(at, text + newline);
    const gap = source === '' || /\n\s*\n$/.test(source) ? '' : source.endsWith('\n') ? newline : newline + newline;
    return insertion(at, gap + text);
  });
}

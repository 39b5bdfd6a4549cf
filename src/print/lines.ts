// Lines of a Markdown text: where one ends, where a section ends, what is behind. Input: the source and an offset. Output:
// offsets. Notation, rule 1.1: headings divide.

import type { Span } from '../base/span.ts';

export function newlineOf(source: string): string {
  return source.includes('\r\n') ? '\r\n' : '\n';
}

export function lineStart(source: string, at: number): number {
  return source.lastIndexOf('\n', at - 1) + 1;
}

/** Before the line break, whichever it is. */
export function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  if (end === -1) return source.length;
  return source[end - 1] === '\r' && end > from ? end - 1 : end;
}

/** Behind the line break; the end of a text that has none. */
export function nextLine(source: string, from: number): number {
  return source.indexOf('\n', from) + 1 || source.length;
}

/** The end of the heading's last line. */
export function headingEnd(source: string, { end }: Span): number {
  return source.slice(0, end).trimEnd().length;
}

/** The first line from `from` on that says something, with its white space; '' at the end. */
export function lineBehind(source: string, from: number): string {
  return /^\s*$/.test(source.slice(from))
    ? ''
    : /^(?:[^\S\n]*\n)*([^\n]*)/.exec(source.slice(from))![1]!.replace(/\r$/, '');
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;

interface End {
  /** Where the next heading's first line begins, or the end of the text. */
  readonly at: number;
  /** A fence or a comment is not closed before it. */
  readonly isOpen: boolean;
}

/** The first heading of this level or a higher one behind `from` ends the section. */
export function sectionEnd(source: string, from: number, level: number): End {
  let fence: string | undefined;
  let isComment = false;
  let paragraph: number | undefined;
  for (let at = from; at < source.length; at = nextLine(source, at)) {
    const line = source.slice(at, lineEnd(source, at)).replace(/\u00a0/g, ' ');
    const mark = FENCE.exec(line);
    if (isComment) isComment = !line.includes('-->');
    else if (fence !== undefined) {
      if (mark && mark[1]!.startsWith(fence) && mark[2]!.trim() === '') fence = undefined;
    } else if (mark && !(mark[1]!.startsWith('`') && mark[2]!.includes('`'))) fence = mark[1];
    else if (/^ {0,3}<!--/.test(line)) isComment = !line.includes('-->');
    else {
      const heading = ATX.exec(line);
      if (heading && heading[1]!.length <= level) return { at, isOpen: false };
      const isUnder = UNDERLINE.test(line) && paragraph !== undefined;
      if (isUnder && (line.includes('=') ? 1 : 2) <= level) return { at: paragraph!, isOpen: false };
      const isText = line.trim() !== '' && !heading && !isUnder && !/^(?: {0,3}(?:[-*+][ \t]|[|>])| {4}|\t)/.test(line);
      paragraph = isText ? (paragraph ?? at) : undefined;
    }
  }
  return { at: source.length, isOpen: fence !== undefined || isComment };
}

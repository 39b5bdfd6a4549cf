// What may be written at a place without leaving it. Input: the words of an answer. Output: why they may not be there, or
// nothing. A cell and a bullet take one line; a block takes lines that open no heading above its own and leave nothing open.

import { lineEnd, nextLine, sectionEnd } from '../lines.ts';

const BLANK = /^(?:|-+|—|–|\?+|tbd|tba|n\/a|n\.a\.|…|\.\.\.)$/i;
/** What opens a block where a line begins. */
const OPENER = /^\s*(?:#{1,6}(?:\s|$)|[-*+](?:\s|$)|\d+[.)](?:\s|$)|>|`{3}|~{3}|<|\||=+\s*$|-+\s*$|\[[^\]]*\]:)/;

/** One line. `isOwnLine`: nothing of the document is before it on its line. */
export function refuseLine(words: string, isOwnLine: boolean): string | undefined {
  if (/[\n\r]/.test(words)) return 'This is written in one line; leave out the line breaks.';
  if (BLANK.test(words) && words !== '?')
    return 'This says nothing. Write a statement, or `not shown` where nobody knows it yet.';
  if (words === '?' && isOwnLine) return 'This says nothing.';
  if (isOwnLine && OPENER.test(words))
    return 'These words would begin a heading, a list, a table or the like; begin with a word or with code ticks.';
  return undefined;
}

/** The first cell of a row names it, and `none` or `…` there would end or open the list. */
export function refuseFirstCell(words: string): string | undefined {
  if (/^(?:`|\(|\d|any\b)/i.test(words)) return undefined;
  return 'The first cell of a row takes a name in code ticks, a number, or the words that the notation has for it.';
}

/** Lines between headings. `level`: that of the heading above them; `###` is allowed directly in a part only. */
export function refuseBlock(words: string, level: number, behind: string): string | undefined {
  // For the reader, too, a no-break space is a space.
  const block = words.replace(/\u00a0/g, ' ');
  if (block.trim() === '') return 'This says nothing. Write statements, or `not shown` where nobody knows them yet.';
  if (/^[ \t]/.test(block)) return 'Begin the first line without white space.';
  if (/(?:^|\n) {0,3}</.test(block)) return 'HTML and comments are not read as statements; leave them out.';
  const end = sectionEnd(block, 0, level === 2 ? 2 : 6);
  if (end.isOpen) return 'A fence is opened and not closed; close it.';
  if (end.at < block.length) {
    const line = block.slice(end.at, lineEnd(block, end.at)).trim();
    const allowed = level === 2 ? 'Only headings with three `#` are allowed in a part' : 'No heading is allowed here';
    return `${allowed}: \`${line}\`.`;
  }
  if (/^[ \t]/.test(behind) && /(?:^|\n)\s*(?:[-*+]|\d+[.)])\s/.test(block))
    return 'The line behind this place is indented and would be taken into the list; take its white space away first.';
  if (level === 2 && nestedHeading(block)) return 'Headings begin at the left margin here.';
  return undefined;
}

/** A heading inside of a list or a quote ends nothing. */
function nestedHeading(block: string): boolean {
  for (let at = 0; at < block.length; at = nextLine(block, at)) {
    if (/^[ \t]+#{1,3}(?:[ \t]|$)/.test(block.slice(at, lineEnd(block, at)))) return true;
  }
  return false;
}

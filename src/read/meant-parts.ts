// What reads as the heading of a part and is none: in Markdown, `2. Events` over dashes is an item of a list and a rule. Input: blocks
// that bind nothing, in written order. Output: those that are meant as parts, each with the part. Notation, rule 1.1.

import { PART_TITLES, PARTS, partNumber, type PartName } from '../base/parts.ts';
import type { Span } from '../base/span.ts';
import type { Block } from './blocks.ts';

export interface Meant {
  readonly name: PartName;
  readonly at: Span;
  /** The line below consists of dashes or equals signs. */
  readonly isUnderlined: boolean;
}

/** No title is longer, with the signs that may surround it. */
const LONGEST = 120;
const LINE = /^[\s>*_+-]*(?:part\s+)?([1-9])\s*[.):–—-]+\s+(\S.*?)[\s.:*_]*$/i;
const UNDERLINE = /^(?:=+|-{2,}|[-*_](?:\s*[-*_]){2,})$/;

/** The last line of the block: with its number and title alone on it, or underlined with the first words of the title. */
export function meantAsPart(source: string, block: Block, next: Block | undefined): Meant | undefined {
  const mayBe = block.kind === 'paragraph' || (block.kind === 'other' && !block.isCode);
  if (!mayBe) return undefined;
  const lines = linesOf(source, block.at);
  const isInside = lines.length > 1 && isUnderline(textOf(source, lines.at(-1)!));
  const line = lines.at(isInside ? -2 : -1);
  if (!line) return undefined;
  const isUnderlined = isInside || (next?.kind === 'other' && isRuleBelow(source, line, next.at));
  const named = partNamed(textOf(source, line), isUnderlined);
  return named && { name: named, at: line, isUnderlined };
}

export function partNamed(line: string, isUnderlined: boolean): PartName | undefined {
  const [, number, title = ''] = (line.length <= LONGEST && LINE.exec(line)) || [];
  const name = PARTS.find((one) => String(partNumber(one)) === number);
  if (!name) return undefined;
  const [words, expected] = [title.toLowerCase(), PART_TITLES[name].toLowerCase()];
  return words === expected || (isUnderlined && expected.startsWith(`${words} `)) ? name : undefined;
}

function isUnderline(line: string): boolean {
  return line.length <= LONGEST && UNDERLINE.test(line.trim());
}

function isRuleBelow(source: string, line: Span, { start, end }: Span): boolean {
  return isUnderline(source.slice(start, end)) && /^[^\S\n]*\n[^\S\n]*$/.test(source.slice(line.end, start));
}

/** Those that say something. */
function linesOf(source: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  let from = start;
  for (const text of source.slice(start, end).split('\n')) {
    lines.push({ start: from, end: from + text.trimEnd().length });
    from += text.length + 1;
  }
  return lines.filter((line) => textOf(source, line).trim() !== '');
}

function textOf(source: string, { start, end }: Span): string {
  return source.slice(start, end);
}

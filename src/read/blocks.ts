// Markdown → a flat list of the blocks that may bind, in written order. Input: the source. Output: headings, paragraphs, bullets, tables,
// fences, each with its range; what no rule of the notation names is `other`. Notation, rule 1.

import type { Span } from '../base/span.ts';
import { blockParser } from './block-parser.ts';

type Tree = ReturnType<typeof blockParser.parse>;
type TreeCursor = ReturnType<Tree['cursor']>;

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: Span; readonly at: Span }
  | { readonly kind: 'paragraph'; readonly at: Span }
  /** `at` is the item's first paragraph; `depth` 0 is at the left margin. */
  | { readonly kind: 'bullet'; readonly depth: number; readonly at: Span }
  /** `rows`: the head, then the delimiter line, then the body, one range a line. */
  | { readonly kind: 'table'; readonly nested: boolean; readonly lines: readonly Span[]; readonly at: Span }
  | {
      readonly kind: 'fence';
      readonly nested: boolean;
      readonly info: string;
      readonly body: Span;
      readonly closed: boolean;
      readonly at: Span;
    }
  /** Numbered lists, indented code, HTML, rules, further paragraphs of an item: prose. */
  | { readonly kind: 'other'; readonly isCode: boolean; readonly at: Span };
export type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** Comments are left out. Front matter and a byte order mark are no blocks. */
export function readBlocks(source: string): Block[] {
  const text = normalise(source);
  const blocks: Block[] = [];
  for (let from = 0, size = STRETCH; from < text.length;) {
    const to = nextHeading(text, from + size);
    const stretch: Stretch = { source, offset: from, blocks: [] };
    const open = readStretch(stretch, text.slice(from, to)) && to < text.length;
    if (open) size *= 2;
    else {
      for (const block of stretch.blocks) blocks.push(block);
      from = to;
      size = STRETCH;
    }
  }
  return blocks;
}

/**
 * A document is parsed in stretches that end before a heading at the left margin, since that ends any other block:
 * the tree of a whole large document would need much more memory than what is kept of it.
 */
const STRETCH = 100_000;

interface Stretch {
  readonly source: string;
  /** Where the stretch begins in the source. */
  readonly offset: number;
  readonly blocks: Block[];
}

/** The first heading from `from` on at the left margin, else the end. */
function nextHeading(text: string, from: number): number {
  const heading = /\n#{1,6}(?=[ \t\n])/g;
  heading.lastIndex = from;
  const found = heading.exec(text);
  return found ? found.index + 1 : text.length;
}

/** Answers whether its last block is one that a heading does not end: code or HTML that may still be open. */
function readStretch(stretch: Stretch, text: string): boolean {
  const last = readTree(blockParser.parse(text), stretch);
  if (last === 'FencedCode') {
    const fence = stretch.blocks.at(-1);
    return fence?.kind === 'fence' && !fence.closed;
  }
  return last === 'HTMLBlock' || last === 'CommentBlock' || last === 'ProcessingInstructionBlock';
}

/** The blocks of a document, which the parser keeps in nameless groups. Answers the name of the last one. */
function readTree(tree: Tree, stretch: Stretch): string {
  let last = '';
  for (const [index, child] of tree.children.entries()) {
    if (!('children' in child)) continue;
    const inner = { ...stretch, offset: stretch.offset + tree.positions[index]! };
    if (child.type.isAnonymous) last = readTree(child, inner);
    else {
      readBlock(child, inner);
      last = child.type.name;
    }
  }
  return last;
}

/** Same length: `\r` and no-break spaces are spaces, so that they neither hide a heading nor a list; front matter is blank. */
function normalise(source: string): string {
  let text = source;
  if (/[\r\u00a0\ufeff]/.test(text)) {
    text = text.replace(/\r(?!\n)/g, '\n').replace(/[\r\u00a0]/g, ' ');
    if (text.startsWith('\ufeff')) text = ` ${text.slice(1)}`;
  }
  const open = /^ ?---[ \t]*\n/.exec(text);
  if (!open) return text;
  const close = /\n---[ \t]*(?:\n|$)/.exec(text.slice(open[0].length - 1, 100_000));
  if (!close) return text;
  const end = open[0].length - 1 + close.index + close[0].length;
  return text.slice(0, end).replace(/[^\n]/g, ' ') + text.slice(end);
}

/** `stretch.offset` is where the block begins. */
function readBlock(tree: Tree, stretch: Stretch): void {
  const { source, blocks, offset } = stretch;
  const at = { start: offset, end: offset + tree.length };
  const { name } = tree.type;
  if (name.startsWith('ATXHeading') || name.startsWith('SetextHeading')) {
    blocks.push({ kind: 'heading', level: Number(name.at(-1)), text: headingText(tree.cursor(), stretch, at), at });
  } else if (name === 'Paragraph') blocks.push({ kind: 'paragraph', at });
  else if (name === 'Table') blocks.push(readTable(stretch, at, false));
  else if (name === 'FencedCode') blocks.push(readFence(tree.cursor(), stretch, at, false));
  else if (name === 'BulletList') readList(tree.cursor(), stretch);
  else if (name === 'HTMLBlock' || name === 'CommentBlock') {
    if (!isComment(source, at)) blocks.push({ kind: 'other', isCode: false, at });
  } else blocks.push({ kind: 'other', isCode: name === 'CodeBlock', at });
}

function isComment(source: string, at: Span): boolean {
  return (
    source
      .slice(at.start, at.end)
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      .trim() === ''
  );
}

function placeOf(cursor: TreeCursor, { offset }: Stretch): Span {
  return { start: cursor.from + offset, end: cursor.to + offset };
}

/** Between the marks: `## Text ##`, or above the underline. */
function headingText(cursor: TreeCursor, stretch: Stretch, at: Span): Span {
  let { start, end } = at;
  if (cursor.firstChild()) {
    do {
      const mark = placeOf(cursor, stretch);
      if (mark.start === at.start) start = mark.end;
      else end = Math.min(end, mark.start);
    } while (cursor.nextSibling());
    cursor.parent();
  }
  return { start, end: Math.max(start, end) };
}

/** One range a line, white space at both ends left out. */
function readTable({ source }: Stretch, at: Span, nested: boolean): BlockOf<'table'> {
  const lines: Span[] = [];
  for (let start = at.start; start < at.end;) {
    const newline = source.indexOf('\n', start);
    const end = newline === -1 || newline > at.end ? at.end : newline;
    let from = start;
    let to = end;
    while (from < to && isSpace(source.charCodeAt(from))) from++;
    while (to > from && isSpace(source.charCodeAt(to - 1))) to--;
    lines.push({ start: from, end: to });
    start = end + 1;
  }
  return { kind: 'table', nested, lines, at };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 13 || code === 160;
}

function readFence(cursor: TreeCursor, stretch: Stretch, at: Span, nested: boolean): BlockOf<'fence'> {
  let info = '';
  let body: Span | undefined;
  let marks = 0;
  let bodyStart = at.end;
  if (cursor.firstChild()) {
    do {
      const place = placeOf(cursor, stretch);
      if (cursor.name === 'CodeInfo') info = stretch.source.slice(place.start, place.end).trim();
      else if (cursor.name === 'CodeMark') marks++;
      else if (cursor.name === 'CodeText') body = { start: body?.start ?? place.start, end: place.end };
      if (marks === 1 && !body) bodyStart = place.end;
    } while (cursor.nextSibling());
    cursor.parent();
  }
  return { kind: 'fence', nested, info, body: body ?? { start: bodyStart, end: bodyStart }, closed: marks > 1, at };
}

/** Every item at every depth, in written order; everything else inside a list is marked as nested. */
function readList(inner: TreeCursor, stretch: Stretch): void {
  const { blocks } = stretch;
  const lists: number[] = [];
  const end = inner.to;
  let firstOfItem = false;
  do {
    while (lists.length > 0 && inner.from >= lists.at(-1)!) lists.pop();
    const at = placeOf(inner, stretch);
    if (inner.name === 'BulletList' || inner.name === 'OrderedList') lists.push(inner.to);
    else if (inner.name === 'ListItem') firstOfItem = true;
    else if (inner.name === 'Paragraph') {
      if (firstOfItem) blocks.push({ kind: 'bullet', depth: lists.length - 1, at });
      else blocks.push({ kind: 'other', isCode: false, at });
      firstOfItem = false;
    } else if (inner.name === 'Table') blocks.push(readTable(stretch, at, true));
    else if (inner.name === 'FencedCode') blocks.push(readFence(inner, stretch, at, true));
  } while (inner.next() && inner.from < end);
}

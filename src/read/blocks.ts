// Markdown → a flat list of the blocks that may bind, in written order. In: the source. Out: headings, paragraphs,
// bullets, tables, fences, each with its range; what no rule of the notation names is `other`. Notation, rule 1.

import type { Span } from '../base/span.ts';
import { blockParser } from './block-parser.ts';

type TreeCursor = ReturnType<ReturnType<typeof blockParser.parse>['cursor']>;

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: Span; readonly at: Span }
  | { readonly kind: 'paragraph'; readonly at: Span }
  /** `at` is the item's first paragraph; `depth` 0 stands at the left margin. */
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
  /** Numbered lists, indented code, HTML, rules: prose. */
  | { readonly kind: 'other'; readonly at: Span };
export type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** Comments are left out. Front matter and a byte order mark are no blocks. */
export function readBlocks(source: string): Block[] {
  const cursor = blockParser.parse(normalise(source)).cursor();
  const blocks: Block[] = [];
  if (!cursor.firstChild()) return blocks;
  do readBlock(cursor, source, blocks);
  while (cursor.nextSibling());
  return blocks;
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

function readBlock(cursor: TreeCursor, source: string, blocks: Block[]): void {
  const at = { start: cursor.from, end: cursor.to };
  const { name } = cursor;
  if (name.startsWith('ATXHeading') || name.startsWith('SetextHeading')) {
    blocks.push({ kind: 'heading', level: Number(name.at(-1)), text: headingText(cursor, at), at });
  } else if (name === 'Paragraph') blocks.push({ kind: 'paragraph', at });
  else if (name === 'Table') blocks.push(readTable(cursor, at, false));
  else if (name === 'FencedCode') blocks.push(readFence(cursor, source, at, false));
  else if (name === 'BulletList') readList(cursor, source, blocks);
  else if (name === 'HTMLBlock' || name === 'CommentBlock') {
    if (!isComment(source, at)) blocks.push({ kind: 'other', at });
  } else blocks.push({ kind: 'other', at });
}

function isComment(source: string, at: Span): boolean {
  return (
    source
      .slice(at.start, at.end)
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      .trim() === ''
  );
}

/** Between the marks: `## Text ##`, or above the underline. */
function headingText(cursor: TreeCursor, at: Span): Span {
  let { start, end } = at;
  if (cursor.firstChild()) {
    do {
      if (cursor.from === at.start) start = cursor.to;
      else end = Math.min(end, cursor.from);
    } while (cursor.nextSibling());
    cursor.parent();
  }
  return { start, end: Math.max(start, end) };
}

function readTable(cursor: TreeCursor, at: Span, nested: boolean): BlockOf<'table'> {
  const lines: Span[] = [];
  if (cursor.firstChild()) {
    do lines.push({ start: cursor.from, end: cursor.to });
    while (cursor.nextSibling());
    cursor.parent();
  }
  return { kind: 'table', nested, lines, at };
}

function readFence(cursor: TreeCursor, source: string, at: Span, nested: boolean): BlockOf<'fence'> {
  let info = '';
  let body: Span | undefined;
  let marks = 0;
  let bodyStart = at.end;
  if (cursor.firstChild()) {
    do {
      if (cursor.name === 'CodeInfo') info = source.slice(cursor.from, cursor.to).trim();
      else if (cursor.name === 'CodeMark') marks++;
      else if (cursor.name === 'CodeText') body = { start: body?.start ?? cursor.from, end: cursor.to };
      if (marks === 1 && !body) bodyStart = cursor.to;
    } while (cursor.nextSibling());
    cursor.parent();
  }
  return { kind: 'fence', nested, info, body: body ?? { start: bodyStart, end: bodyStart }, closed: marks > 1, at };
}

/** Every item at every depth, in written order; what else stands inside a list is marked as nested. */
function readList(cursor: TreeCursor, source: string, blocks: Block[]): void {
  const lists: number[] = [];
  const end = cursor.to;
  const root = cursor.node;
  const inner = root.cursor();
  let firstOfItem = false;
  do {
    if (inner.from >= end && inner.name !== 'Paragraph') break;
    while (lists.length > 0 && inner.from >= lists.at(-1)!) lists.pop();
    const at = { start: inner.from, end: inner.to };
    if (inner.name === 'BulletList' || inner.name === 'OrderedList') lists.push(inner.to);
    else if (inner.name === 'ListItem') firstOfItem = true;
    else if (inner.name === 'Paragraph') {
      if (firstOfItem) blocks.push({ kind: 'bullet', depth: lists.length - 1, at });
      firstOfItem = false;
    } else if (inner.name === 'Table') blocks.push(readTable(inner, at, true));
    else if (inner.name === 'FencedCode') blocks.push(readFence(inner, source, at, true));
  } while (inner.next() && inner.from < end);
}

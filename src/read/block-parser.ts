// The Markdown block structure that a document needs: headings, paragraphs, lists, fences, tables. Input: nothing. Output: a configured
// parser. Inline markup is not parsed here (inline.ts reads it where a value is), and a table is found by its delimiter line
// alone, in linear time, so that a head with the wrong number of cells is diagnosed and not lost.

import { parser } from '@lezer/markdown';
import type { BlockContext, LeafBlock, LeafBlockParser, Line, MarkdownConfig, MarkdownParser } from '@lezer/markdown';

/** Lists nested deeper than this are text. */
const DEEPEST = 24;

/** `|---|:-:|`, with at least one pipe; one pass, no backtracking. */
export function isDelimiterLine(line: string): boolean {
  let pipes = 0;
  let dashes = 0;
  let dashesHere = 0;
  let state: 'start' | 'dashes' | 'after' = 'start';
  for (let i = 0; i < line.length; i++) {
    switch (line[i]) {
      case ' ':
      case '\t':
      case '\r':
        if (state === 'dashes') state = 'after';
        break;
      case ':':
        if (state === 'after') return false;
        if (state === 'dashes') state = 'after';
        break;
      case '-':
        if (state === 'after') return false;
        state = 'dashes';
        dashes++;
        dashesHere++;
        break;
      case '|':
        if (pipes > 0 && dashesHere === 0) return false;
        pipes++;
        dashesHere = 0;
        state = 'start';
        break;
      default:
        return false;
    }
  }
  return pipes > 0 && dashes > 0;
}

/** A table is one node; its lines are divided where they are read. */
class TableLines implements LeafBlockParser {
  /** undefined: the second line has not come yet. */
  #isTable: boolean | undefined = undefined;
  #end = 0;

  get isTable(): boolean {
    return this.#isTable === true;
  }

  nextLine(cx: BlockContext, line: Line): boolean {
    this.#isTable ??= isDelimiterLine(line.text.slice(line.pos));
    if (!this.#isTable) return false;
    // A line at the left margin that begins with a pipe begins nothing else, so no other parser needs to be asked.
    while (cx.depth === 1 && cx.peekLine().startsWith('|')) cx.nextLine();
    this.#end = cx.lineStart + line.text.length;
    return false;
  }

  finish(cx: BlockContext, leaf: LeafBlock): boolean {
    if (!this.#isTable) return false;
    cx.addLeafElement(leaf, cx.elt('Table', leaf.start, this.#end));
    return true;
  }
}

const tables: MarkdownConfig = {
  defineNodes: [{ name: 'Table', block: true }],
  parseBlock: [
    {
      name: 'Table',
      leaf: (_, leaf) => (leaf.content.includes('|') ? new TableLines() : null),
      endLeaf: (cx, line, leaf) =>
        line.text.includes('|') &&
        !leaf.parsers.some((p) => p instanceof TableLines && p.isTable) &&
        isDelimiterLine(cx.peekLine()) &&
        !isDelimiterLine(line.text),
      before: 'SetextHeading',
    },
  ],
};

const shallowLists: MarkdownConfig = {
  parseBlock: [
    {
      name: 'DeepList',
      before: 'BulletList',
      parse(cx: BlockContext, line: Line): boolean {
        if (cx.depth < DEEPEST || !/^(?:[-+*]|\d{1,9}[.)])\s/.test(line.text.slice(line.pos, line.pos + 12)))
          return false;
        cx.addElement(cx.elt('Paragraph', cx.lineStart + line.pos, cx.lineStart + line.text.length));
        cx.nextLine();
        return true;
      },
    },
  ],
};

/** Inline text is left alone altogether. */
export const blockParser: MarkdownParser = Object.assign(
  parser.configure([
    {
      remove: ['LinkReference', 'Blockquote'],
    },
    tables,
    shallowLists,
  ]),
  { parseInline: () => [] },
);

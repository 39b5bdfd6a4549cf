// The block structure, held against a second Markdown parser over a corpus.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';

import type { Block } from '../../src/read/blocks.ts';
import { readBlocks } from '../../src/read/blocks.ts';
import { Random } from '../laws/random.ts';
import { OddDocuments } from './odd-documents.ts';

const second = new MarkdownIt({ html: true }).disable(['reference', 'blockquote']);

/** `line kind` of what may bind, as the second parser sees it. */
function expected(source: string): string[] {
  const found: string[] = [];
  const tokens = second.parse(source, {});
  const inside: string[] = [];
  for (const token of tokens) {
    const line = (token.map?.[0] ?? 0) + 1;
    if (token.type === 'heading_open') found.push(`${line} heading ${token.tag.slice(1)}`);
    else if (token.type === 'table_open' && inside.length === 0)
      found.push(`${line} table ${token.map![1] - token.map![0]}`);
    else if (token.type === 'fence' && inside.length === 0) found.push(`${line} fence ${token.info.trim()}`);
    else if (token.type === 'paragraph_open') {
      if (inside.length === 0) found.push(`${line} paragraph`);
      else if (inside.at(-1) === 'item' && inside[0] === 'bullet') found.push(`${line} bullet`);
      if (inside.at(-1) === 'item') inside[inside.length - 1] = 'behind';
    } else if (token.type === 'bullet_list_open') inside.push('bullet');
    else if (token.type === 'ordered_list_open') inside.push('ordered');
    else if (token.type === 'list_item_open') inside.push('item');
    else if (/^(?:bullet_list|ordered_list|list_item)_close$/.test(token.type)) inside.pop();
  }
  return found;
}

function seen(source: string): string[] {
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length;
  const words = (block: Block): string | undefined => {
    const line = lineOf(block.at.start);
    if (block.kind === 'heading') return `${line} heading ${block.level}`;
    if (block.kind === 'table') return block.nested ? undefined : `${line} table ${block.lines.length}`;
    if (block.kind === 'fence') return block.nested ? undefined : `${line} fence ${block.info}`;
    return block.kind === 'other' ? undefined : `${line} ${block.kind}`;
  };
  return readBlocks(source).flatMap((block) => words(block) ?? []);
}

const CORPUS: readonly (readonly [string, string])[] = [
  ['headings of both kinds', '# A\n\nB\n===\n\nC\n---\n\n#### D ####\n\n#no heading\n'],
  ['a table behind a paragraph', 'words\n| a | b |\n|---|---|\n| 1 | 2 |\n\nwords'],
  ['a table without outer pipes', 'a | b\n--|:-:\n1 | 2\n\nx'],
  ['a table ends at a list', '| a |\n|---|\n| 1 |\n- Key: value'],
  ['a bullet, then a table', '- Key: value\n\n| a | b |\n|---|---|\n| 1 | 2 |'],
  ['nested lists', '- a\n  - b\n    - c\n\n      d\n- e\n\n1. f\n   - g'],
  ['fences', '```mermaid\na\n```\n\n~~~ json rows X\n```\n~~~\n\n````\n```\n````'],
  ['comments and html', '<!-- a\n\n## b\n-->\n\n## c\n\n<div>\n\n## d\n\n</div>'],
  ['lazy lines', '- a\nb\n- c\n   d\n\ne'],
  ['rules between', 'a\n\n---\n\nb\n\n***\n\nc'],
  ['indented code', 'a\n\n    ## b\n\nc'],
];

describe('blocks agree with a second parser', () => {
  test.each(CORPUS)('%s', (_, source) => expect(seen(source)).toEqual(expected(source)));

  test('over 40 documents by chance', () => {
    const odd = new OddDocuments(new Random(5));
    for (let i = 0; i < 40; i += 1) {
      const source = odd
        .document()
        .replace(/^\ufeff/, '')
        .replace(/\r\n/g, '\n')
        .replace(/\u00a0/g, ' ');
      expect(seen(source), source).toEqual(expected(source));
    }
  });

  const folder = new URL('../../examples/', import.meta.url);
  test.each(existsSync(folder) ? readdirSync(folder).filter((f) => f.endsWith('.md')) : [])('%s', (file) => {
    const source = readFileSync(new URL(file, folder), 'utf8');
    expect(seen(source)).toEqual(expected(source));
  });
});

describe('blocks beyond plain Markdown', () => {
  test('a byte order mark, carriage returns and no-break spaces hide nothing', () => {
    const source = '\ufeff# T\r\n\r\n##\u00a02. Resources and their fields\r\n\r\n-\u00a0Lists: x\r\rend';
    expect(readBlocks(source).map((b) => b.kind)).toEqual(['heading', 'heading', 'bullet', 'paragraph']);
  });

  test('front matter is no heading', () => {
    const source = '---\ntitle: x\n---\n\n# T\n';
    expect(readBlocks(source).map((b) => source.slice(b.at.start, b.at.end))).toEqual(['# T']);
  });

  test('a head with the wrong number of cells is a table still', () => {
    expect(readBlocks('| a | b |\n|---|\n| 1 |').map((b) => b.kind)).toEqual(['table']);
  });

  test('a quoted table or heading binds nothing', () => {
    const kinds = readBlocks('> ## 2. X\n\n> | a |\n> |---|\n\n> ```json rows X\n').map((b) => b.kind);
    expect(new Set(kinds)).toEqual(new Set(['paragraph']));
  });

  test('stretches are joined without a seam', () => {
    const section = '### R\n\n- Key: value\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```json\n## no heading\n```\n\n';
    const one = readBlocks(section).map((b) => b.kind);
    const many = readBlocks(section.repeat(5000));
    expect(many.map((b) => b.kind)).toEqual(Array.from({ length: 5000 }, () => one).flat());
    expect(many.at(-1)!.at.end).toBe(section.length * 5000 - 2);
  });

  test('a fence that holds headings over many stretches is one fence', () => {
    const source = `\`\`\`\n${'## a\n'.repeat(60_000)}\`\`\`\n\n# end\n`;
    expect(readBlocks(source).map((b) => b.kind)).toEqual(['fence', 'heading']);
  });
});

// A path prefix, and paths: how they are read and printed. Notation, part 4, keys Base and Also at.

import { ticked, withoutTicks } from '../../base/ticked.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import type { Syntax } from '../grammar/syntax.ts';

export const ADDRESS: Syntax<string> = {
  parse: parseAddress,
  print: ticked,
  forms: 'a URL prefix in ticks, or `none`',
  offers: ['a path: `/…`', 'none'],
};

export const PATHS: Syntax<readonly string[]> = {
  parse: parsePaths,
  print: (paths) => paths.map(ticked).join(', '),
  forms: 'paths in ticks, or `none`',
  offers: ['paths: `/…`', 'none'],
};

/** It is sent as it is, and one word. */
function parseAddress(text: SourceText): Parsed<string> {
  const value = withoutTicks(text.text);
  return /\s/.test(value) ? { ok: false, at: text.span, expected: 'an address in ticks' } : { ok: true, value };
}

/** `` `/a`, `/b` ``. */
function parsePaths(text: SourceText): Parsed<readonly string[]> {
  const paths: string[] = [];
  let from = 0;
  for (const piece of text.text.split(',')) {
    const part = text.slice(from, from + piece.length).trim();
    from += piece.length + 1;
    const path = /^(?:`(\/[^\s`]*)`|(\/[^\s`]*))$/.exec(part.text);
    if (!path) return { ok: false, at: part.text === '' ? text.span : part.span, expected: 'paths in ticks' };
    paths.push(path[1] ?? path[2]!);
  }
  return { ok: true, value: paths };
}

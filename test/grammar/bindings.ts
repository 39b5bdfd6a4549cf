// Which parser reads which start symbol of the grammar. The names say it: `field_type` is read by `parseFieldType`. Output: the parsers by
// symbol, found in src/notation/values/, so that a new parser without a symbol is seen.

import { readdirSync } from 'node:fs';

import type { Parsed, Parser as ParserOf } from '../../src/notation/grammar/parsed.ts';

export type Parser = ParserOf<unknown>;

/** One parser with two lists of words is two symbols. */
const WITH_WORDS: Readonly<Record<string, readonly [symbol: string, words: readonly string[]][]>> = {
  parseFieldPolicy: [
    ['field_policy', ['kept', 'cleared', 'refused']],
    ['empty_text_policy', ['kept', 'as null', 'as missing', 'refused']],
  ],
};

export async function parsers(): Promise<ReadonlyMap<string, Parser>> {
  const folder = new URL('../../src/notation/values/', import.meta.url);
  const found = new Map<string, Parser>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (!name.startsWith('parse') || typeof value !== 'function') continue;
      for (const [symbol, parser] of bound(name, value as (...values: unknown[]) => Parsed<unknown>)) {
        if (found.has(symbol)) throw new Error(`two parsers read ${symbol}`);
        found.set(symbol, parser);
      }
    }
  }
  return found;
}

function bound(
  name: string,
  parser: (...values: unknown[]) => Parsed<unknown>,
): readonly (readonly [string, Parser])[] {
  const lists = WITH_WORDS[name];
  if (lists) return lists.map(([symbol, words]) => [symbol, (text) => parser(text, words)]);
  const symbol = name
    .slice('parse'.length)
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase();
  return [[symbol, parser]];
}

// The same as grammar.test.ts with many more texts: ten thousand sentences of each start symbol, and as many wrong ones.

import { describe, expect, it } from 'vitest';

import { parsers } from './bindings.ts';
import { judgedMutations, unreadSentences } from './drift.ts';
import { readNotationGrammar, startSymbols } from './ebnf.ts';

const grammar = readNotationGrammar();
const check = {
  grammar,
  parsers: await parsers(),
  seed: Number(process.env['SEED'] ?? Date.now() % 1_000_000),
  count: 10_000,
};

describe(`the grammar and the parsers, seed ${check.seed}`, () => {
  it.each(startSymbols(grammar))('read ten thousand sentences of %s', (symbol) => {
    expect(unreadSentences(check, [symbol])).toEqual([]);
  });

  it.each(startSymbols(grammar))('agree on ten thousand texts that are nearly a sentence of %s', (symbol) => {
    const judged = judgedMutations(check, [symbol]);
    expect(judged.differences).toEqual([]);
    expect(Math.min(judged.read, judged.refused)).toBeGreaterThan(100);
  });
});

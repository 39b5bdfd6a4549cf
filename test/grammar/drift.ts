// Do a grammar and the parsers agree? Input: a grammar, the parsers, a seed, how many texts for each start symbol. Output: the texts on
// which they do not. Used by both tiers, and by the canaries that plant a difference.

import { plainText } from '../../src/notation/grammar/source-text.ts';
import { Random } from '../laws/random.ts';
import type { Parser } from './bindings.ts';
import { startSymbols } from './ebnf.ts';
import type { Expression, Grammar } from './ebnf.ts';
import { Mutations } from './mutations.ts';
import { accepts } from './recognize.ts';
import { Sentences } from './sentences.ts';

export interface Difference {
  readonly symbol: string;
  readonly text: string;
  readonly says: string;
}

export interface Check {
  readonly grammar: Grammar;
  readonly parsers: ReadonlyMap<string, Parser>;
  readonly seed: number;
  readonly count: number;
}

/** Sentences of the grammar that their parser does not read. */
export function unreadSentences(check: Check, symbols: readonly string[] = startSymbols(check.grammar)): Difference[] {
  const sentences = new Sentences(check.grammar, new Random(check.seed));
  return symbols.flatMap((symbol) => {
    const found: Difference[] = [];
    for (let i = 0; i < check.count; i += 1) {
      const text = sentences.sentence(symbol, 2 + (i % 11));
      const parsed = check.parsers.get(symbol)!(plainText(text));
      if (!parsed.ok) found.push({ symbol, text, says: `${parsed.expected} at ${text.slice(parsed.at.start)}` });
    }
    return found;
  });
}

export interface Judged {
  readonly differences: readonly Difference[];
  readonly read: number;
  readonly refused: number;
}

/** Sentences made a little wrong, judged by the parser and by the grammar. */
export function judgedMutations(check: Check, symbols: readonly string[] = startSymbols(check.grammar)): Judged {
  const random = new Random(check.seed);
  const sentences = new Sentences(check.grammar, random);
  const mutations = new Mutations(check.grammar, random);
  const differences: Difference[] = [];
  let read = 0;
  for (const symbol of symbols) {
    for (let i = 0; i < check.count; i += 1) {
      const text = mutations.of(sentences.sentence(symbol, 2 + (i % 9)));
      const parsed = check.parsers.get(symbol)!(plainText(text));
      if (parsed.ok) read += 1;
      if (parsed.ok === accepts(check.grammar, symbol, text)) continue;
      differences.push({ symbol, text, says: parsed.ok ? 'the parser reads it' : `the parser: ${parsed.expected}` });
    }
  }
  return { differences, read, refused: symbols.length * check.count - read };
}

/** The grammar with one rule changed: for canaries. */
export function changed(grammar: Grammar, name: string, change: (rule: Expression) => Expression): Grammar {
  return new Map([...grammar].map(([key, rule]) => [key, key === name ? change(rule) : rule]));
}

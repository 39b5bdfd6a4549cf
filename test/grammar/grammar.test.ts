// The one grammar of docs/notation.md and the parsers of src/notation/values/ cannot drift apart: what the grammar makes is
// read, and what is a little wrong is read exactly where the grammar describes it. Canaries show that both can fail.

import { describe, expect, it } from 'vitest';

import { Random } from '../laws/random.ts';
import { parsers } from './bindings.ts';
import { changed, judgedMutations, unreadSentences } from './drift.ts';
import { isSigns, readNotationGrammar, startSymbols } from './ebnf.ts';
import type { Expression, Grammar } from './ebnf.ts';
import { phrasesOfParsers } from './mutations.ts';
import { accepts } from './recognize.ts';
import { Sentences, keywordsOf } from './sentences.ts';
import { trials } from '../trials.ts';

const grammar = readNotationGrammar();
const known = await parsers();
const symbols = startSymbols(grammar);
const check = { grammar, parsers: known, seed: 20_260, count: 120 };

describe('the grammar and the parsers', () => {
  it('bind each start symbol to one parser, and each parser to a start symbol', () => {
    expect([...known.keys()].toSorted()).toEqual(symbols.toSorted());
  });

  it('read every sentence the grammar makes', () => {
    expect(unreadSentences(check)).toEqual([]);
  });

  it('agree on sentences that are a little wrong, many of which are right after all', () => {
    const judged = judgedMutations({ ...check, count: trials(18, 180) });
    expect(judged.differences).toEqual([]);
    expect(judged.read).toBeGreaterThan(symbols.length * trials(0.3, 3));
    expect(judged.refused).toBeGreaterThan(symbols.length * trials(6, 60));
  });

  it('know the same words', () => {
    const words = keywordsOf(grammar);
    const unknown = phrasesOfParsers().filter((phrase) => phrase.split(/[ ,-]+/).some((word) => !words.has(word)));
    expect(unknown).toEqual([]);
    expect(phrasesOfParsers().length).toBeGreaterThan(150);
  });
});

describe('sentences', () => {
  it('use every form of the grammar', () => {
    const sentences = new Sentences(grammar, new Random(3));
    const rules = [...grammar.keys()].filter((name) => !isSigns(name) && name !== 'value');
    for (const name of rules) for (let i = 0; i < 150; i += 1) sentences.sentence(name, 3 + (i % 9));
    const idle = [...grammar]
      .filter(([name]) => !isSigns(name) && name !== 'value')
      .flatMap(([name, rule]) => [...choices(rule)].map((form) => ({ name, form })))
      .filter(({ form }) => !sentences.made.has(form));
    expect(idle).toEqual([]);
  });

  it('are described by the grammar that made them', () => {
    const sentences = new Sentences(grammar, new Random(4));
    const texts = symbols.flatMap((symbol) =>
      Array.from({ length: 50 }, (_, i) => ({ symbol, text: sentences.sentence(symbol, 2 + (i % 6)) })),
    );
    expect(texts.filter(({ symbol, text }) => !accepts(grammar, symbol, text))).toEqual([]);
  });

  it('are the same for the same seed', () => {
    expect(oneOfEach(5)).toEqual(oneOfEach(5));
    expect(oneOfEach(5)).not.toEqual(oneOfEach(6));
  });
});

function oneOfEach(seed: number): string[] {
  const sentences = new Sentences(grammar, new Random(seed));
  return symbols.map((symbol) => sentences.sentence(symbol));
}

/** The items of all choices; what stands behind an exception is no form. */
function* choices(expression: Expression): Generator<Expression> {
  if (expression.kind === 'choice') yield* expression.items;
  if ('items' in expression) for (const item of expression.items) yield* choices(item);
  if ('item' in expression) yield* choices(expression.item);
}

function more(name: string): Grammar {
  return changed(grammar, name, (rule) => ({ kind: 'choice', items: [rule, { kind: 'terminal', text: '& &' }] }));
}

/** That a form less is caught too is forms.test.ts: each form of the grammar is needed by a text of the tables. */
describe('a form more in the grammar, which no parser reads, is caught', () => {
  it.each(symbols)('in %s', (symbol) => {
    expect(unreadSentences({ ...check, grammar: more(symbol) }, [symbol]).length).toBeGreaterThan(10);
  });

  it.each([
    ['effect', 'effects'],
    ['term', 'condition'],
    ['rule', 'set_by'],
    ['element_type', 'field_type'],
    ['cause', 'causes'],
    ['person', 'who'],
    ['template', 'shape'],
    ['narrowing', 'constraints'],
    ['page_option', 'pages'],
  ])('deep inside, in %s of %s', (name, symbol) => {
    expect(unreadSentences({ ...check, grammar: more(name) }, [symbol]).length).toBeGreaterThan(2);
  });
});

// The reader of grammars, by small grammars, and that it refuses one that does not hold together.

import { describe, expect, it } from 'vitest';

import { readGrammar, readNotationGrammar, startSymbols } from './ebnf.ts';

describe('the reader of grammars', () => {
  it('reads each form of a rule', () => {
    const grammar = readGrammar(
      `value = a ; (* said *) a = "x y", [ B ], { '"' } | ? some sign ? | ( B - "c" ) ; B = "b" ;`,
    );
    expect(grammar.get('a')).toEqual({
      kind: 'choice',
      items: [
        {
          kind: 'sequence',
          items: [
            { kind: 'terminal', text: 'x y' },
            { kind: 'optional', item: { kind: 'symbol', text: 'B' } },
            { kind: 'repeated', item: { kind: 'terminal', text: '"' } },
          ],
        },
        { kind: 'special', text: 'some sign' },
        { kind: 'except', item: { kind: 'symbol', text: 'B' }, not: { kind: 'terminal', text: 'c' } },
      ],
    });
    expect(startSymbols(grammar)).toEqual(['a']);
  });

  it.each([
    ['value = a ;', 'value uses a, which is no rule'],
    ['value = "a" ; b = "c" ;', 'b is a rule that nothing uses'],
    ['value = a ; a = "b" ; a = "c" ;', 'a is said twice'],
    ['value = "a"', 'expected ;'],
    ['value = ( "a" ;', 'expected )'],
    ['value = % ;', 'nothing the grammar of grammars knows'],
  ])('refuses %s', (text, message) => {
    expect(() => readGrammar(text)).toThrow(message);
  });

  it('finds one grammar in docs/notation.md, with all kinds of values', () => {
    expect(startSymbols(readNotationGrammar()).length).toBeGreaterThan(30);
  });
});

import { describe, expect, test } from 'vitest';

import { readInline } from '../../src/read/inline.ts';
import { plainText } from '../../src/notation/grammar/source-text.ts';

const CASES: readonly (readonly [what: string, source: string, text: string])[] = [
  ['plain words stay', 'service: new id', 'service: new id'],
  ['a link counts as its text', 'array of [Person](#person)', 'array of Person'],
  ['a link with brackets in its target', '[Foo](https://x.example/Foo_(bar)) next', 'Foo next'],
  ['a link by label', '[Person][p] or null', 'Person or null'],
  ['a ticked link keeps its ticks', '[`id`](#id)', '`id`'],
  ['an image counts as its text', '![yes](tick.png)', 'yes'],
  ['brackets without a target stay', 'slug of `f` [at create]', 'slug of `f` [at create]'],
  ['an unfinished link stays', '[a](b', '[a](b'],
  ['ticks stay, and nothing inside is markup', '`a_b_c` `*x*` `[a](b)` `<br>`', '`a_b_c` `*x*` `[a](b)` `<br>`'],
  ['longer ticks close with as many', '``a ` b`` *c*', '``a ` b`` c'],
  ['a lone tick is a character', 'a ` *b*', 'a ` b'],
  ['escapes are undone', '\\*not\\* \\_slanted\\_ \\\\', '*not* _slanted_ \\'],
  ['a backslash before a letter stays', 'a\\d', 'a\\d'],
  ['an escaped pipe is a pipe', 'a \\| b', 'a | b'],
  ['an escaped pipe inside ticks too', '`a\\|b`', '`a|b`'],
  ['bold and slanted marks go', '**Does**: *creates* __Todo__ _now_', 'Does: creates Todo now'],
  ['a lone star stays', '*', '*'],
  ['stars with space around stay', '`a` * `b` * `c`', '`a` * `b` * `c`'],
  ['underscores inside words stay', 'todo_created_at', 'todo_created_at'],
  ['comments go', 'a <!-- b --> c', 'a  c'],
  ['an open comment takes the rest', 'a <!-- b', 'a '],
  ['a template word stays', '{"a": <total>}', '{"a": <total>}'],
  ['an address loses its brackets', '<https://x.example/y>', 'https://x.example/y'],
  ['a break is a space', 'a<br>b<br />c', 'a b c'],
  ['references are characters', 'a &lt; b &amp;&amp; c &#124; d &#x3E; e', 'a < b && c | d > e'],
  ['an unknown reference stays', '&nonsense; & b', '&nonsense; & b'],
  ['a line break is one space', 'a  \n   b\r\nc', 'a   b c'],
  ['no-break spaces and tabs are spaces', 'not\u00a0shown\tx', 'not shown x'],
  ['a character beyond the basic plane is whole', '𝒳 *𝒴*', '𝒳 𝒴'],
];

describe('the words of a cell', () => {
  test.each(CASES)('%s', (_, source, text) => {
    expect(readInline(source, 0, source.length, true).text).toBe(text);
  });

  test('outside of a table an escaped pipe inside ticks stays escaped', () => {
    expect(readInline('`a\\|b` \\|', 0, 9, false).text).toBe('`a\\|b` |');
  });

  test('only the range is read', () => {
    expect(readInline('**a** `b` **c**', 2, 9, true).text).toBe('a** `b`');
  });
});

describe('the way back to the source', () => {
  test('every character that stays has its own offset', () => {
    const source = 'x: [`id`](#a) \\| **b** &amp; <!-- c -->d';
    const text = readInline(source, 3, source.length, true);
    for (const character of ['`', 'i', 'd', '|', 'b']) {
      expect(source[text.offsetAt(text.text.indexOf(character))]).toBe(character);
    }
    expect(source.slice(text.offsetAt(text.text.indexOf('&')))).toMatch(/^&amp;/);
    expect(text.offsetAt(text.text.length)).toBe(source.length);
  });

  test('a span covers what stands between its ends', () => {
    const source = '[`a`](#x), [`b`](#y)';
    const text = readInline(source, 0, source.length, true);
    const at = text.spanAt(text.text.indexOf('b'), text.text.indexOf('b') + 1);
    expect(source.slice(at.start, at.end)).toBe('b');
    expect(text.spanAt(2, 2)).toEqual({ start: text.offsetAt(2), end: text.offsetAt(2) });
  });

  test('a slice and a trimmed text keep their places', () => {
    const source = '  \\*a\\* b  ';
    const text = readInline(source, 0, source.length, true);
    const trimmed = text.trim();
    expect(trimmed.text).toBe('*a* b');
    expect(source[trimmed.offsetAt(4)]).toBe('b');
    expect(source[trimmed.slice(4).offsetAt(0)]).toBe('b');
    expect(trimmed.slice(1, 2).span).toEqual({ start: 4, end: 5 });
  });

  test('plain text stands where it is said to stand', () => {
    expect(plainText('abc', 10).slice(1).span).toEqual({ start: 11, end: 13 });
    expect(plainText('', 7).span).toEqual({ start: 7, end: 7 });
  });
});

// What an I-Regexp matches: as ECMAScript reads it (RFC 9485, section 5.3), but in a time that grows with the text alone.

import { describe, expect, it, test } from 'vitest';

import { matcherOf } from '../../src/base/patterns/match.ts';
import { objectionTo } from '../../src/base/patterns/judge.ts';
import { NOT_BLANK, patternOfSchema, schemaMatcherOf, schemaPattern } from '../../src/base/patterns/schema-form.ts';
import { Random } from '../laws/random.ts';
import { madePattern } from './made.ts';
import { trials } from '../trials.ts';

/** Its like for texts of a few signs. */
function expected(text: string): boolean {
  return /^[ab]*a[ab]{40}(a|bb){0,9}c?$/.test(text);
}

describe('a pattern', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['', [''], ['a', '\n']],
    ['abc', ['abc'], ['', 'ab', 'abcd', 'xabc', 'abc\n']],
    ['a|bc|', ['a', 'bc', ''], ['ab', 'abc']],
    ['(ab)*', ['', 'ab', 'abab'], ['a', 'aba']],
    ['a{2,4}', ['aa', 'aaaa'], ['a', 'aaaaa']],
    ['(ab|c){2}', ['abab', 'cc', 'cab'], ['ab', 'c', 'ccc']],
    ['(a?b?){2}', ['', 'a', 'ab', 'ba', 'abab'], ['aba b', 'baba']],
    ['.', ['a', 'é', '😀', '\u2028'], ['', 'ab', '\n', '\r']],
    ['[^a]', ['b', '\n', '😀'], ['a', '']],
    ['[a-]', ['a', '-'], ['b']],
    ['[.$^*]', ['.', '$', '^', '*'], ['a']],
    ['US$[0-9]+', ['US$1'], ['US', 'US1']],
    ['a^b', ['a^b'], ['ab']],
    ['\\.\\-\\n', ['.-\n'], ['a-\n']],
    ['\\p{Lu}\\p{Ll}+', ['Ab', 'Éé', 'Žluť'], ['ab', 'AB', 'A1']],
    ['\\P{L}', ['1', '😀', ' '], ['a', 'ж']],
    ['[^\\p{L}\\p{N}]', ['-', '😀'], ['a', '1', '中']],
    ['[\\P{Lu}A]+', ['a', 'A', 'Aa'], ['B']],
    ['[😀-😂]', ['😀', '😁', '😂'], ['\ud83d', '\ude00', '😃']],
    ['.*', ['', '😀😀'], ['a\ud800', '\ude00', 'a\nb']],
    ['\\p{Cn}', ['\u0378'], ['a']],
    ['\\p{C}', ['\u0000', '\u00ad', '\ue000', '\u0378'], ['a', ' ']],
  ])('%j', (written, good, bad) => {
    const matches = matcherOf(written);
    for (const text of good) expect(matches(text), text).toBe(true);
    for (const text of bad) expect(matches(text), text).toBe(false);
  });

  it('matches what ECMAScript does', () => {
    const random = new Random(5);
    const texts = ['a', 'b', 'c', 'A', 'é', '😀', '😁', '.', '-', 'x', '\n', '1', '$', '^'];
    const wrong: string[] = [];
    let yes = 0;
    for (let i = 0; i < trials(150, 4000); i += 1) {
      const written = madePattern(random, 3);
      const engine = new RegExp(schemaPattern(written), 'u');
      const matches = matcherOf(written);
      for (let k = 0; k < 8; k += 1) {
        const text = Array.from({ length: random.whole(0, 7) }, () => random.pick(texts)).join('');
        if (matches(text) !== engine.test(text)) wrong.push(`${written} for ${JSON.stringify(text)}`);
        if (engine.test(text)) yes += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(yes).toBeGreaterThan(trials(35, 1000));
  });

  it('matches the same where a text leads it to more states than it remembers', () => {
    const random = new Random(6);
    const matches = matcherOf('[ab]*a[ab]{40}(a|bb){0,9}c?');
    let yes = 0;
    for (let i = 0; i < 300; i += 1) {
      const text = Array.from({ length: random.whole(40, 90) }, () => (random.chance(0.5) ? 'a' : 'b')).join('');
      for (const one of [text, `${text}c`, `${text}cc`]) expect(matches(one), one).toBe(expected(one));
      if (expected(text)) yes += 1;
    }
    const long = Array.from({ length: 20_000 }, () => (random.chance(0.5) ? 'a' : 'b')).join('');
    expect(matches(`${long}a${'b'.repeat(40)}`)).toBe(true);
    expect(matches(`${long}${'b'.repeat(60)}`)).toBe(false);
    expect(matches(`${long}\ud800`)).toBe(false);
    expect(yes).toBeGreaterThan(30);
  });
});

describe('the pattern of a JSON Schema', () => {
  it.each([
    ['a.c', '^(?:a[^\\n\\r]c)$'],
    ['[.]\\.', '^(?:[.]\\.)$'],
    ['a$|^b', '^(?:a[$]|\\^b)$'],
    ['a\\-b[\\-]', '^(?:a-b[\\-])$'],
    ['\\p{Lu}', '^(?:\\p{Lu})$'],
  ])('of %j is %j, and read as the same', (written, schema) => {
    expect(schemaPattern(written)).toBe(schema);
    for (const text of ['a.c', 'abc', 'a\nc', '..', 'a$', '^b', 'a-b-', 'B', ''])
      expect(schemaMatcherOf(schema)(text), text).toBe(matcherOf(written)(text));
  });

  it('is run by no engine that goes back over a text', () => {
    expect(() => schemaMatcherOf('^(a+)+b')).toThrow('no pattern of a document');
    expect(patternOfSchema(NOT_BLANK)).toBeUndefined();
    const isNotBlank = schemaMatcherOf(NOT_BLANK);
    for (let code = 0; code < 0x10000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const text = String.fromCharCode(code);
      expect(isNotBlank(text)).toBe(/\S/u.test(text));
    }
  });
});

/** Of this thread alone, in milliseconds: what others do on the machine does not count. */
function spent(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(before).user / 1000;
}

describe('a text of 300,000 signs', () => {
  const size = 300_000;
  const random = new Random(7);
  const made = (letters: string): string => Array.from({ length: size }, () => random.pick([...letters])).join('');
  it.each<[string, string]>([
    ['(a+)+b', 'a'.repeat(size)],
    ['(a|a)*b', 'a'.repeat(size)],
    ['([a-z]+[0-9]?)*!', 'abcd1'.repeat(size / 5)],
    ['(.*,){11}P', '1,'.repeat(size / 2)],
    ['((a{0,10}){0,10}){0,9}b', 'a'.repeat(size)],
    ['[ab]*a[ab]{998}', made('ab')],
    ['[ab]*a([ab]c?){499}', made('abc')],
    ['[ab]*a([ab]{3}|[ab]{5}){100}c', made('ab')],
    ['(\\p{L}|[^\\p{N}])*', made('aéж中日한😀')],
    ['[^a]*b', String.fromCodePoint(...Array.from({ length: 100 }, (_, i) => 0x4e00 + i)).repeat(size / 100)],
  ])('is judged by %j in a part of a second', (written, text) => {
    expect(objectionTo(written)).toBeUndefined();
    expect(spent(() => matcherOf(written)(text))).toBeLessThan(1000);
  });
});

test('the second text of the worst kind takes no longer than the first', () => {
  const random = new Random(8);
  const matches = matcherOf('[ab]*a[ab]{300}');
  const times = Array.from({ length: 4 }, () => {
    const text = Array.from({ length: 200_000 }, () => (random.chance(0.5) ? 'a' : 'b')).join('');
    return spent(() => matches(text));
  });
  expect(Math.max(...times)).toBeLessThan(500);
});

describe('a pattern that is made to cost much', () => {
  it('is judged once, however many values it narrows', () => {
    const written = `${'('.repeat(99)}${'a?'.repeat(900)}${')?'.repeat(99)}`;
    const time = spent(() => {
      for (let i = 0; i < 10_000; i += 1) expect(objectionTo(written)?.kind).toBe('too large');
    });
    expect(time).toBeLessThan(2000);
  });

  it.each(['(|){1000000000}', '(()|a{0}){9999999999999999999999}', '((|)|(|)){0,1000000000}'])(
    '%j names no character, and its counts cost nothing',
    (written) => {
      expect(objectionTo(written)).toBeUndefined();
      expect(matcherOf(written)('')).toBe(true);
      expect(matcherOf(written)('a')).toBe(false);
    },
  );

  it('lists any number of characters in a class, and is too large with as many alternatives', () => {
    const listed = Array.from({ length: 20_000 }, (_, i) =>
      String.fromCodePoint(0x3400 + 2 * i + (i > 10_000 ? 0x9000 : 0)),
    );
    const matches = matcherOf(`[${listed.join('')}]*|[${listed.toReversed().join('')}]*x`);
    expect(spent(() => expect(matches(listed.join(''))).toBe(true))).toBeLessThan(1000);
    expect(matches(`${listed.join('')}x`)).toBe(true);
    expect(matches(String.fromCodePoint(0x3401))).toBe(false);
    expect(objectionTo(listed.slice(0, 1001).join('|'))?.kind).toBe('too large');
    expect(objectionTo(listed.slice(0, 1000).join('|'))).toBeUndefined();
  });
});

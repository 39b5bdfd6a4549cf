// What an I-Regexp is (RFC 9485, section 4), and what a document is told to write where something else stands.

import { describe, expect, it, test } from 'vitest';

import { objectionTo } from '../../src/base/patterns/judge.ts';
import { parsePattern } from '../../src/base/patterns/parse.ts';

describe('an I-Regexp', () => {
  it.each(
    [
      ['', 'a', 'ab|', '|', '()', '(a|)b', 'a*', 'a+', 'a?', 'a{2}', 'a{2,}', 'a{2,4}', 'a{0}', '(a*)*', '((a))'],
      [
        '.',
        '[a]',
        '[^a]',
        '[-a]',
        '[a-]',
        '[^-a-]',
        '[a-z0-9_]',
        '[.*+?(){}|$^]',
        '[a^]',
        '[^^]',
        '[\\]\\[\\\\\\-]',
        '[--]',
      ],
      ['\\(\\)\\*\\+\\-\\.\\?\\[\\\\\\]\\^\\n\\r\\t\\{\\|\\}', '\\p{L}', '\\P{Lu}', '[\\p{Nd}\\P{Sc}x]', '[\\n-\\r]'],
      ['a-b', 'a,b', 'a/b:c;d<e=f>g@', 'a"b\'c!#%&', 'a$b', 'a^b', '😀+', '[😀-😂]', 'é', '~`_', 'a\nb'],
      ['\\p{Cn}\\p{Mc}\\p{Nl}\\p{Pc}\\p{Pi}\\p{Zs}\\p{Sk}\\p{Lt}\\p{S}\\p{P}\\p{Z}\\p{C}\\p{M}\\p{N}'],
    ].flat(),
  )('%j', (written) => {
    expect(objectionTo(written)).toBeUndefined();
  });
});

describe('what is none', () => {
  it.each([
    ['\\d', '\\d', '`[0-9]`'],
    ['\\D+', '\\D', '`[^0-9]`'],
    ['a\\w*', '\\w', '`[A-Za-z0-9_]`'],
    ['\\W', '\\W', '`[^A-Za-z0-9_]`'],
    ['\\s', '\\s', '`[ \\t\\n\\r]`'],
    ['\\S', '\\S', '`[^ \\t\\n\\r]`'],
    ['[\\d-]', '\\d', '`0-9`'],
    ['[\\w.]', '\\w', '`A-Za-z0-9_`'],
    ['[\\D]', '\\D', '`[^0-9]` apart'],
    ['\\bword\\b', '\\b', 'means the whole value'],
    ['\\Aa\\z', '\\A', 'means the whole value'],
    ['(a)\\1', '\\1', 'cannot be referred to'],
    ['\\k<a>', '\\k', 'cannot be referred to'],
    ['\\u0041', '\\u', 'the character itself'],
    ['\\x41', '\\x', 'the character itself'],
    ['\\f', '\\f', 'the character itself'],
    ['\\$', '\\$', '`[$]`'],
    ['[\\$]', '\\$', '`$` without the backslash'],
    ['a\\/b', '\\/', '`/` without the backslash'],
    ['a\\', '\\', '`\\\\` for a backslash'],
    ['\\p{Letter}', '\\p{Letter}', '`\\p{L}`'],
    ['\\p{IsBasicLatin}', '\\p{IsBasicLatin}', '`\\p{L}`'],
    ['\\pL', '\\p', '`\\p{L}`'],
    ['\\p{Cs}', '\\p{Cs}', '`\\p{L}`'],
    ['(?=a)b', '(?=', 'a second `matches`'],
    ['(?!a)b', '(?!', 'a second `matches`'],
    ['(?<=a)b', '(?<=', 'a second `matches`'],
    ['(?<!a)b', '(?<!', 'a second `matches`'],
    ['(?:a)', '(?:', '`(`'],
    ['(?<name>a)', '(?<', '`(`'],
    ['(?P<name>a)', '(?P<', '`(`'],
    ['(?i)a', '(?i)', '`[Aa]`'],
    ['(?i:a)', '(?i:', '`[Aa]`'],
    ['a*?', '*?', 'however much a part of it takes'],
    ['a+?b', '+?', 'however much a part of it takes'],
    ['a{2}?', '}?', 'however much a part of it takes'],
    ['a++', '++', 'however much a part of it takes'],
    ['a**', '*', 'brackets around'],
    ['a{2}{3}', '{', 'brackets around'],
    ['*a', '*', 'in front of it'],
    ['(+)', '+', 'in front of it'],
    ['a|?', '?', 'in front of it'],
    ['{2}', '{', '`\\{`'],
    ['a}', '}', '`\\}`'],
    ['a]', ']', '`\\]`'],
    ['a{,3}', '{,3}', '`{0,`'],
    ['a{x}', '{x}', 'whole numbers'],
    ['a{1,2', '{1,2', 'whole numbers'],
    ['a{3,2}', '{3,2}', 'the smaller one first'],
    ['(a', '(', '`)` where it ends'],
    ['a)', ')', '`\\)`'],
    ['[a-z', '[a-z', '`]` where it ends'],
    ['[a-', '[a-', '`]` where it ends'],
    ['[]', '[]', 'the characters that may be there'],
    ['[^]', '[^]', '`\\^`'],
    ['[[:alpha:]]', '[', '`\\[`'],
    ['[a-z&&[^b]]', '[', '`\\[`'],
    ['[z-a]', 'z-a', 'the smaller one first'],
    ['[a-b-c]', '-', '`\\-`'],
    ['[\\p{L}-z]', '-', '`\\-`'],
    ['[a-\\p{L}]', '-', '`\\-`'],
    ['('.repeat(101) + ')'.repeat(101), '(', 'at most 100'],
  ])('%j', (written, found, instead) => {
    expect(objectionTo(written)).toMatchObject({ kind: 'no pattern', found });
    expect((objectionTo(written) as { instead: string }).instead).toContain(instead);
  });

  it('is told of by what may stand there instead, which is none the less', () => {
    for (const written of ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\$', '(?i)a']) {
      const { instead } = objectionTo(written) as { instead: string };
      for (const [, said] of instead.matchAll(/`([^`]+)`/g)) expect(objectionTo(said!), said).toBeUndefined();
    }
  });
});

describe('an anchor of another language', () => {
  it.each([
    ['^[a-z]{3}$', '[a-z]{3}'],
    ['^https:', 'https:.*'],
    ['[.]pdf$', '.*[.]pdf'],
    ['^a|b$', 'a.*|.*b'],
    ['^(a|b)$', '(a|b)'],
    ['(^a|b$)', '(a|b)'],
    ['^', '.*'],
    ['$', '.*'],
    ['^$', ''],
    ['a|^b$', 'a|b'],
  ])('%j means the whole value as %j', (written, instead) => {
    expect(objectionTo(written)).toEqual({ kind: 'anchored', instead });
    expect(objectionTo(instead)).toBeUndefined();
  });

  it.each(['US$[0-9]+', 'a^2', '^*', '^?a', 'a$?', '\\^a', 'a[$]', '[^a]', '[$]', '2^{3}'])(
    '%j has a sign like all others',
    (written) => {
      expect(objectionTo(written)).toBeUndefined();
    },
  );
});

describe('a large pattern', () => {
  it.each([
    ['(a{1,1000}){1,1000}', '1000000 characters, its counts written out'],
    ['(((a{1,1000}){1,1000}){1,1000}){1,1000}', 'more than a million characters, its counts written out'],
    [`${'('.repeat(99)}a${'){9999999999}'.repeat(99)}`, 'more than a million characters, its counts written out'],
    ['a{1001}', '1001 characters, its counts written out'],
    ['a{1001,}', '1001 characters, its counts written out'],
    ['([a-z]{1,63}[.]){1,127}', '8128 characters, its counts written out'],
    ['a'.repeat(1001), '1001 characters, its counts written out'],
  ])('%j is refused', (written, size) => {
    expect(objectionTo(written)).toEqual({ kind: 'too large', size, most: '1000' });
  });

  it('is refused, too, where most of it may be left out in any way', () => {
    expect(objectionTo('a?b?c?'.repeat(100))).toMatchObject({ kind: 'too large', most: '600' });
  });

  it.each([
    'a{1000}',
    '(ab){500}',
    '[a-z]{0,1000}',
    '((a{0,10}){0,10}){0,10}',
    'a?b?c?'.repeat(20),
    '([0-9a-f]{1,4}:){7}',
    '(a{0}){5000}',
    '(){9999999}b',
  ])('%j is taken', (written) => {
    expect(objectionTo(written)).toBeUndefined();
  });
});

test('a pattern of 300,000 signs is read in time in proportion to them', () => {
  for (const piece of ['a', '[a-z]', '(a)', 'a|', '\\n', '(', '[', 'a{1,2}', '^$|']) {
    const before = process.threadCpuUsage();
    parsePattern(piece.repeat(300_000 / piece.length));
    expect(process.threadCpuUsage(before).user / 1000, piece).toBeLessThan(1000);
  }
});

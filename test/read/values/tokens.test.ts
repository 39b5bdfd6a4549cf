// The tokenizer: kinds and ranges of tokens, code spans as CommonMark reads them, and that it takes everything in order.

import { expect, it } from 'vitest';

import { plainText } from '../../../src/notation/grammar/source-text.ts';
import { tokenize } from '../../../src/notation/grammar/tokens.ts';
import { Random } from '../../laws/random.ts';

function kinds(text: string): string[] {
  return tokenize(plainText(text))
    .slice(0, -1)
    .map((token) => `${token.kind} ${token.text}`);
}

it.each([
  ['date-time', ['word date-time']],
  ['a - b', ['word a', 'symbol -', 'word b']],
  ['caller.role.', ['word caller.role', 'symbol .']],
  ['1..100', ['number 1', 'symbol ..', 'number 100']],
  ['-0.5', ['symbol -', 'number 0.5']],
  ['2xx 007 1.2.3', ['mixed 2xx', 'mixed 007', 'mixed 1.2.3']],
  ['<= < =', ['symbol <=', 'symbol <', 'symbol =']],
  ['`a``b`', ['tick a``b']],
  ['`` a`b ``', ['tick a`b']],
  ['` a `', ['tick a']],
  ['`  `', ['tick   ']],
  ['` a', ['other `', 'word a']],
  ['``', ['other ``']],
  ['"a \\" b" c', ['string "a \\" b"', 'word c']],
  ['a "b', ['word a', 'other "b']],
  ['größe ж1 e\u{301}', ['word größe', 'word ж1', 'word e\u{301}']],
  ['🙂 ✓', ['other 🙂', 'other ✓']],
  ['a\u{a0}b', ['word a', 'word b']],
])('divides %s', (text, expected) => {
  expect(kinds(text)).toEqual(expected);
});

it('ends with a token that is empty and stands at the end', () => {
  expect(tokenize(plainText('ab '))[1]).toMatchObject({ kind: 'end', text: '', from: 3, to: 3 });
});

it('takes every sign but blanks, once and in order', () => {
  const random = new Random(7);
  const signs = [...'`"\\ab1.-_(){}<>=,;: 🙂é…'];
  for (let i = 0; i < 2000; i += 1) {
    const text = Array.from({ length: random.whole(0, 30) }, () => random.pick(signs)).join('');
    let at = 0;
    const wrong = tokenize(plainText(text)).filter((token) => {
      const gap = text.slice(at, token.outerFrom).trim();
      at = token.outerTo;
      const isInside = token.from >= token.outerFrom && token.to <= token.outerTo;
      return gap !== '' || !isInside || token.text !== text.slice(token.from, token.to);
    });
    expect(wrong).toEqual([]);
    expect(at).toBe(text.length);
  }
});

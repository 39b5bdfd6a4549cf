// Which word was probably meant. Input: a word and those that are known. Output: the nearest, or nothing.

import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/base/did-you-mean.ts';
import { plainText } from '../../src/notation/grammar/source-text.ts';
import { parseCondition } from '../../src/notation/values/conditions.ts';
import { parseFieldType } from '../../src/notation/values/field-types.ts';

describe('a short word', () => {
  it.each([
    ['done', 'one'],
    ['row', 'now'],
    ['gone', 'none'],
    ['end', 'and'],
    ['names', 'ames'],
    ['x', 'y'],
  ])('%s is not %s: another letter begins it', (word, known) => {
    expect(didYouMean(word, [known])).toBeUndefined();
  });

  it.each([
    ['oen', 'one'],
    ['on', 'one'],
    ['ne', 'one'],
    ['noe', 'one'],
    ['onne', 'one'],
    ['nome', 'none'],
    ['safr', 'safe'],
  ])('%s is %s: it begins so, or with its letters swapped, or lacks the first', (word, known) => {
    expect(didYouMean(word, [known])).toBe(known);
  });

  it('leaves the place to one farther down that begins alike', () => {
    expect(didYouMean('done', ['one', 'dose'])).toBe('dose');
  });
});

it('a long word may begin with a slip', () => {
  expect(didYouMean('ccepted', ['accepted'])).toBe('accepted');
  expect(didYouMean('kreates', ['creates'])).toBe('creates');
});

it('no value is told a short word that begins otherwise', () => {
  for (const parsed of [parseFieldType(plainText('done')), parseCondition(plainText('row = 1'))])
    expect(parsed).toMatchObject({ ok: false, meant: undefined });
});

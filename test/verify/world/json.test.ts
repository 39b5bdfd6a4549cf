// JSON as services send it: what has one reading, and which numbers keep their digits.

import { expect, test } from 'vitest';

import { Digits, readJson } from '../../../src/verify/world/json.ts';

const value = (text: string): unknown => readJson(text)?.value;

test('keeps the digits of what JavaScript would round, wherever it stands', () => {
  expect(value('9007199254740993')).toEqual(new Digits('9007199254740993'));
  expect(value('{"a": [1, -12345678901234567890], "b": 1e400}')).toEqual({
    a: [1, new Digits('-12345678901234567890')],
    b: new Digits('1e400'),
  });
  expect(value('[0.1,1e2,-1.5,123456789012345,"12345678901234567890"]')).toEqual([
    0.1,
    100,
    -1.5,
    123456789012345,
    '12345678901234567890',
  ]);
});

test.each([
  ['a name twice', '{"a":1,"a":2}'],
  ['a name twice, spelled in two ways', '{"a":1,"\\u0061":2}'],
  ['half of a pair', '["\\ud800"]'],
  ['what is nested too deep', '['.repeat(501) + ']'.repeat(501)],
  ['what is no JSON', '{"a":1,}'],
  ['a text that does not end', '["a'],
])('does not read %s', (_, text) => {
  expect(readJson(text)).toBeUndefined();
});

test.each([
  ['names of two objects', '[{"a":1},{"a":2}]'],
  ['a name and a value that are alike', '{"a":"a","b":"a"}'],
  ['signs in texts', '{"{":"}, \\"","[":"]"}'],
  ['a pair', '"\\ud83d\\ude00"'],
])('reads %s', (_, text) => {
  expect(readJson(text)?.value).toEqual(JSON.parse(text));
});

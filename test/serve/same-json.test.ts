// Two JSON texts that say the same have one text in common; those that do not have none.

import { describe, expect, it } from 'vitest';
import { assert, jsonValue, property } from 'fast-check';
import { sameJson } from '../../src/serve/same-json.ts';

describe('texts that say the same', () => {
  it.each([
    ['{"a":1,"b":[2,3]}', ' { "b" : [2, 3.0], "a": 1.0 }\n'],
    ['{"2":1,"1":2}', '{"1":2,"2":1}'],
    ['1e2', '100'],
    ['-0', '0'],
    ['0.0', '0e5'],
    ['12345678901234567890', '1234567890123456789e1'],
    ['"\\u0061"', '"a"'],
    ['1e400', '10e399'],
    ['0.1', '1e-1'],
  ])('%s and %s', (one, other) => {
    expect(sameJson(one)).toBeDefined();
    expect(sameJson(one)).toBe(sameJson(other));
  });
});

describe('texts that say something else', () => {
  it.each([
    ['[1,2]', '[2,1]'],
    ['{"a":null}', '{}'],
    ['{"a":1}', '{"a":"1"}'],
    ['12345678901234567890', '12345678901234567891'],
    ['0.1', '0.10000000000000000001'],
    ['1', '-1'],
    ['[]', '{}'],
    ['{"a":{"b":1}}', '{"a":1,"b":1}'],
    ['"1e2"', '100'],
  ])('%s and %s', (one, other) => {
    expect(sameJson(one)).not.toBe(sameJson(other));
  });

  it.each(['', '{', '{"a":1,"a":1}', '"\\ud800"', '[1,]'])('%s is no JSON that counts', (text) => {
    expect(sameJson(text)).toBeUndefined();
  });
});

it('holds for values by chance, spelled in any order and with any white space', () => {
  const turned = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(turned);
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, one]) => [name, turned(one)]),
    );
  };
  assert(
    property(jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(sameJson(JSON.stringify(turned(value), undefined, 2))).toBe(sameJson(text));
      expect(JSON.stringify(sameJson(text))).toBeDefined();
    }),
  );
});

const took = (text: string): number => {
  const from = performance.now();
  expect(sameJson(text)).toBeDefined();
  return performance.now() - from;
};

it('a number of many zeros takes no longer than another of its length', () => {
  expect(took(`1${'0'.repeat(200_000)}1`)).toBeLessThan(20 * took('1'.repeat(200_000)) + 500);
});

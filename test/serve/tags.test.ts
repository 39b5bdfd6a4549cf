// Tags, read and written: https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3

import { assert, integer, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAmong, readTags, rowsNamed, tagOf } from '../../src/serve/tags.ts';

const ROW = record({
  key: integer({ min: 1, max: 2 ** 52 - 1 }),
  version: integer({ min: 1, max: 2 ** 53 - 1 }),
});

describe('a tag', () => {
  it('names its row and version again, and no other', () => {
    assert(
      property(ROW, string(), ({ key, version }, body) => {
        const tags = readTags(tagOf({ key, version }, body));
        expect(typeof tags === 'object' && rowsNamed(tags, true)).toEqual([`${key}.${version}`]);
      }),
    );
  });

  it('is another one for another row, version or body', () => {
    assert(
      property(ROW, ROW, string(), string(), (row, other, body, text) => {
        const isSame = row.key === other.key && row.version === other.version && body === text;
        expect(tagOf(row, body) === tagOf(other, text)).toBe(isSame);
      }),
    );
  });

  it('does not show at a glance how many rows there are', () => {
    const [one, two] = [1, 2].map((key) => tagOf({ key, version: 1 }, ''));
    expect(one!.length).toBeGreaterThan(30);
    expect(one!.slice(3, 12)).not.toBe(two!.slice(3, 12));
  });

  it('of a list has no row', () => {
    const tags = readTags(tagOf(undefined, '[]'));
    expect(typeof tags === 'object' && rowsNamed(tags, true)).toEqual([]);
  });
});

describe('a list of tags', () => {
  it.each([
    ['', []],
    [' , ,', []],
    ['"a"', ['a']],
    ['\t"a" ,, "b"', ['a', 'b']],
    ['W/"a", "b c"', undefined],
    ['w/"a"', undefined],
    ['"a" "b"', undefined],
    ['a', undefined],
    ['"a', undefined],
    ['*, "a"', undefined],
    ['"\u00e9"', ['\u00e9']],
    ['"a\u0080\\"', ['a\u0080\\']],
  ])('%j', (header, texts) => {
    const tags = readTags(header);
    expect(typeof tags === 'object' ? tags.map(({ text }) => text) : tags).toEqual(texts);
  });

  it('is compared weakly by If-None-Match, and strongly by If-Match', () => {
    const tag = tagOf({ key: 5, version: 3 }, 'x');
    expect([isAmong(`W/${tag}`, tag), isAmong('*', tag), isAmong(`"a", ${tag}`, tag), isAmong('"a"', tag)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const weak = [{ isWeak: true, text: tag.slice(1, -1) }];
    expect([rowsNamed(weak, true), rowsNamed(weak, false)]).toEqual([[], ['5.3']]);
  });
});

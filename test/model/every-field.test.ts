// `any field of R` in a Query table: each field that is shown is a parameter, or something is said about it.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import type { Edit } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

const LIST = '### GET /orders\n';
const WITHOUT_LINES: Edit = ['| `lines` | array of Line | no | caller | any | `[]` | |\n', ''];
const row = (cells: string): Edit => [LIST, '| `dish` | string | no', `${cells}\n| \`dish\` | string | no`];
const EVERY = row('| any field of `Order` | any | no | none | any | none |');
const pages = (words: string): Edit => [LIST, '- Pages: none', `- Pages: ${words}`];

function saidOf(...edits: readonly Edit[]): readonly string[] {
  const { document, diagnostics } = read(edits.reduce(edited, WHOLE), 'every.md');
  return check(link(document, diagnostics)).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('any field of R', () => {
  it('is clean where each field is one value, also beside Pages and a row of its own', () => {
    expect(saidOf(EVERY, WITHOUT_LINES, pages('offset and limit; default 5'))).toEqual([]);
  });

  it.each([
    ['offset `given`, limit `take`', 'given'],
    ['offset `skip`, limit `pieces`', 'pieces'],
    ['page `ticket`, size `take`', 'ticket'],
    ['page `skip`, size `stage`', 'stage'],
  ])('contradicts Pages: %s', (words, name) => {
    expect(saidOf(EVERY, WITHOUT_LINES, pages(words))).toEqual([
      `contradiction: Unexpected contradiction about the query parameter \`${name}\` of \`GET /orders\`.`,
    ]);
  });

  it('contradicts Pages once where a row of its own does, too', () => {
    expect(saidOf(EVERY, WITHOUT_LINES, pages('offset `skip`, limit `dish`'))).toHaveLength(1);
  });

  it('does not contradict Pages about a field that is never shown', () => {
    const hidden: Edit = ['| `given` | integer | no | caller |', '| `given` | integer | no | caller, hidden |'];
    expect(saidOf(EVERY, WITHOUT_LINES, hidden, pages('offset `given`, limit `take`'))).toEqual([]);
  });

  it('is of what is listed', () => {
    const [said] = saidOf(row('| any field of `Guest` | any | no | none | any | none |'), WITHOUT_LINES);
    expect(said).toContain('`Guest`, where it lists `Order`');
  });

  it('is not done where a field holds what no one value equals', () => {
    expect(saidOf(EVERY)).toEqual([
      expect.stringContaining(
        'unsupported: This runtime does not support `any field of` a resource with a map, an object or a list of them yet',
      ),
    ]);
  });

  it.each([
    ['Type', 'integer | no | none | any | none'],
    ['Type', 'not shown | no | none | any | none'],
    ['Required', 'any | yes | none | any | none'],
    ['Required', 'any | not shown | none | any | none'],
    ['Required', 'any | if `given` > 1 | none | any | none'],
    ['Default', 'any | no | `1` | any | none'],
    ['Allowed values', 'any | no | none | 1..2 | none'],
    ['Allowed values', 'any | no | none | not shown | none'],
    ['Selects', 'any | no | none | any | `given` < value'],
    ['Selects', 'any | no | none | any | not shown'],
  ])('says it all: %s', (head, cells) => {
    const said = saidOf(row(`| any field of \`Order\` | ${cells} |`), WITHOUT_LINES);
    expect(said.filter((one) => one.startsWith('statement-not-here'))).toEqual([
      expect.stringContaining(`\`${head} of any field of Order\``),
    ]);
  });

  it.each(['any |  | none | any | none', 'any | none | none | any | none'])('is not left half said: %s', (cells) => {
    const said = saidOf(row(`| any field of \`Order\` | ${cells} |`), WITHOUT_LINES);
    expect(said).toContainEqual(expect.stringMatching(/^statement-not-here: .*Required/));
  });
});

// One way to ignore case, for every engine and in JavaScript. Input: well-formed text. Output: what it is folded to; two texts
// are the same, ignoring case, when they fold to the same. Full case folding over NFC, by the tables of case-folds.ts alone:
// https://www.unicode.org/versions/latest/core-spec/chapter-3/#G53253. Notation, part 2 "Conditions".

import { FOLDS, LATER } from './case-folds.ts';

/** By code point. */
export const CASE_FOLDS: ReadonlyMap<string, string> = new Map(FOLDS.trim().split(/\s/).flatMap(foldsOf));

/** Characters that normal forms leave alone, as ranges. */
export const LEFT_ALONE: readonly (readonly [first: number, last: number])[] = LATER.trim()
  .split(/\s/)
  .map((range) => {
    const [first, last = first] = range.split('-');
    return [parseInt(first!, 16), parseInt(last!, 16)];
  });

const NORMALISED = new RegExp(`[^${LEFT_ALONE.map((range) => range.map(escaped).join('-')).join('')}]+`, 'gu');
const PLAIN = /^[\0-\x7f]*$/;
const PERHAPS = /[A-Z\x80-\u{10ffff}]/gu;

export function foldCase(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return normal(normal(text).replace(PERHAPS, (one) => CASE_FOLDS.get(one) ?? one));
}

function normal(text: string): string {
  return text.replace(NORMALISED, (part) => part.normalize('NFC'));
}

function escaped(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

function foldsOf(run: string): (readonly [string, string])[] {
  const [, first, last, every, into] = /^(\w+)(?:-(\w+))?(\/2)?>([\w,]+)$/.exec(run)!;
  const [from, ...to] = [first!, ...into!.split(',')].map((hex) => parseInt(hex, 16)) as [number, ...number[]];
  const step = every === undefined ? 1 : 2;
  const length = last === undefined ? 1 : (parseInt(last, 16) - from) / step + 1;
  return Array.from({ length }, (_, place) => [
    String.fromCodePoint(from + place * step),
    String.fromCodePoint(...(to.length === 1 ? [to[0]! + place * step] : to)),
  ]);
}

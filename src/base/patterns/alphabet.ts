// Which characters a pattern distinguishes. Input: the character classes of one pattern. Output: for a code point the number of
// its kind; for a kind the classes that hold its characters. https://www.rfc-editor.org/rfc/rfc9485#section-4

import type { Category, Term } from './tree.ts';

export interface Alphabet {
  /** Characters of one kind are in the same classes. Kinds are numbered from 0 as they are met. */
  kindOf(code: number): number;
  /** Of a kind that was met: is it in the class of that number? */
  has(kind: number, which: number): boolean;
}

/** The general categories of Unicode, those of most characters first: a character is tested against one after the other. */
const CATEGORIES = 'Lo Ll Cn Co Lu So Mn Nd Po Sm No Mc Lm Nl Sk Ps Pe Cf Sc Pd Zs Pi Pf Pc Me Cc Lt Zl Zp Cs'.split(
  ' ',
);

/** The category of each code point that was looked up, from 1; one table for all patterns. */
let known: Uint8Array | undefined;
let tests: readonly RegExp[] | undefined;

function categoryOf(code: number): number {
  known ??= new Uint8Array(0x110000);
  tests ??= CATEGORIES.map((name) => new RegExp(`^\\p{${name}}$`, 'u'));
  const character = String.fromCodePoint(code);
  return (known[code] ||= tests.findIndex((test) => test.test(character)) + 1);
}

export function alphabetOf(classes: readonly (readonly Term[])[]): Alphabet {
  const sorted = classes.map((each) => each.map(sortedTerm));
  const terms = sorted.flat();
  const cuts = [...new Set([0, ...terms.flatMap(({ ranges }) => ranges.flatMap(([from, to]) => [from, to + 1]))])].sort(
    (a, b) => a - b,
  );
  const isByCategory = terms.some(({ categories }) => categories.length > 0);
  /** Keyed by what distinguishes characters: between which cuts they are, and their category. */
  const kinds = new Int32Array(cuts.length * (isByCategory ? 32 : 1)).fill(-1);
  const byMembers = new Map<string, number>();
  const members: (readonly boolean[])[] = [];

  function kindOf(code: number): number {
    const category = isByCategory ? categoryOf(code) : 0;
    const interval = lastUpTo(cuts, code);
    const key = isByCategory ? interval * 32 + category : interval;
    let kind = kinds[key]!;
    if (kind === -1) {
      const row = sorted.map((each) => each.some((term) => holds(term, code, category)));
      const text = row.map(Number).join('');
      kind = byMembers.get(text) ?? members.length;
      if (kind === members.length) members.push(row);
      byMembers.set(text, kind);
      kinds[key] = kind;
    }
    return kind;
  }

  const ascii = new Int32Array(128).fill(-1);
  return {
    kindOf(code) {
      if (code > 127) return kindOf(code);
      const kind = ascii[code]!;
      return kind === -1 ? (ascii[code] = kindOf(code)) : kind;
    },
    has: (kind, which) => members[kind]![which]!,
  };
}

/** The last number that is not after the code point; -1: all are. The numbers rise. */
function lastUpTo(numbers: readonly number[], code: number): number {
  let low = -1;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= code) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A class may list any number of characters: they are looked up, not gone through. */
interface SortedTerm extends Term {
  /** Where each range begins, rising; ranges that overlap are one. */
  readonly starts: readonly number[];
}

function sortedTerm(term: Term): SortedTerm {
  const ranges: [number, number][] = [];
  for (const [from, to] of term.ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = ranges.at(-1);
    if (before !== undefined && from <= before[1]) before[1] = Math.max(before[1], to);
    else ranges.push([from, to]);
  }
  return { ...term, ranges, starts: ranges.map(([from]) => from) };
}

function holds({ ranges, starts, categories, negated }: SortedTerm, code: number, category: number): boolean {
  const end = ranges[lastUpTo(starts, code)]?.[1];
  const isIn = (end !== undefined && code <= end) || categories.some((each) => isOf(each, category));
  return isIn !== negated;
}

function isOf({ name, negated }: Category, category: number): boolean {
  return CATEGORIES[category - 1]!.startsWith(name) !== negated;
}

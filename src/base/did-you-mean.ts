// Finds what a misspelled word probably meant. Input: an unknown word and the known ones. Output: the nearest, or nothing.
// One slip in four letters is forgiven; a swap of neighbours counts as one slip. Of a word as short as that one slip can make
// any other, and the first letter is the one that is seldom missed: see `mayBegin`.

import { few } from './few.ts';

/** So many names are compared: a document with thousands of slips and names would take the square of them. */
const MOST = 300;

/** So many unknown words of one document get a hint: each takes a while, and no reader looks at more. */
const MOST_WORDS = 300;

/** In words of this many letters one slip is a quarter of the word or more. */
const SHORT = 4;

/**
 * The nearest known word, or undefined when none is near enough. Case does not count. Of equals the one that begins
 * alike for longer wins, then the first.
 */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(wanted.length / 4)) + 1;
  let compared = 0;
  for (const candidate of known) {
    if (compared >= MOST) break;
    if (Math.abs(candidate.length - wanted.length) > least) continue;
    compared += 1;
    if (!mayBegin(wanted, candidate.toLowerCase())) continue;
    const slips = distance(wanted, candidate.toLowerCase(), least + 1);
    const isNearer = slips === least && best !== undefined && alike(wanted, candidate) > alike(wanted, best);
    if (slips < least || isNearer) {
      best = candidate;
      least = slips;
    }
  }
  return best;
}

/** `` ; did you mean `x`?`` for the end of a sentence, or nothing. */
export function suggestion(word: string, known: Iterable<string>): string {
  const meant = didYouMean(word, known);
  return meant === undefined ? '' : `; did you mean \`${meant}\`?`;
}

/** The same for the first few hundred words, each with the names that are known at its place. */
export function suggestions(): (word: string, known: () => Iterable<string>) => string {
  let words = 0;
  return (word, known) => (words++ < MOST_WORDS ? suggestion(word, known()) : '');
}

/** The same, and the first of all that are known where none is near. */
export function suggestionOrAll(word: string, known: Iterable<string>): string {
  const all = [...known];
  const meant = suggestion(word, all);
  return meant === '' && all.length > 0
    ? `; there ${all.length === 1 ? 'is' : 'are'} ${few(all.map((one) => `\`${one}\``))}`
    : meant;
}

/** A short word keeps its first letter (`done` is not `one`), unless the first two are swapped or the first is missing. */
function mayBegin(wanted: string, candidate: string): boolean {
  if (Math.min(wanted.length, candidate.length) > SHORT || wanted[0] === candidate[0]) return true;
  return candidate.slice(1) === wanted || (wanted[0] === candidate[1] && wanted[1] === candidate[0]);
}

/** How many letters both begin with. */
function alike(wanted: string, candidate: string): number {
  const other = candidate.toLowerCase();
  let i = 0;
  while (i < wanted.length && wanted[i] === other[i]) i++;
  return i;
}

/** Optimal string alignment, given up (as `limit`) once every way costs that much. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) >= limit) return limit;
    before = previous;
    previous = row;
  }
  return previous[b.length]!;
}

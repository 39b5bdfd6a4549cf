// Texts that an I-Regexp (RFC 9485) matches, of a stated length. Input: the pattern, the lengths, a number that varies the text,
// and an effort. Output: candidates, shortest first; none for a pattern that is none, or that has none of that length. Found in
// the automaton of decision 0007: sets of positions are followed on, and one way through them is walked back.

import { alphabetOf } from './alphabet.ts';
import { automatonOf } from './automaton.ts';
import type { Automaton } from './automaton.ts';
import { followsOf } from './follows.ts';
import type { Follows, Positions } from './follows.ts';
import { parsePattern } from './parse.ts';
import type { Term } from './tree.ts';
import { spend } from '../effort.ts';
import type { Effort } from '../effort.ts';

export interface Lengths {
  readonly least: number;
  readonly most: number;
}

export interface PatternTexts {
  /** Steps that it took to read the pattern, about. */
  readonly cost: number;
  /**
   * Each number gives another text, as long as there are other ones. One for each length that has one: first those that
   * only this number gives, then the longest of all.
   */
  texts(lengths: Lengths, vary: number, effort: Effort): Generator<string>;
}

/** Undefined: it is no pattern. */
export function patternTexts(written: string): PatternTexts | undefined {
  const parsed = parsePattern(written);
  return 'fault' in parsed ? undefined : new Walker(automatonOf(parsed.tree));
}

/** What may be at each place of a text, as far as it is known. */
type Reached = Positions[];

/** A pattern of a thousand characters that does not limit the length has a text within this many more. */
const MOST_LENGTHS = 1000;

/** What it takes to connect a position. */
const CONNECTED = 20;

class Walker implements PatternTexts {
  readonly cost: number;
  readonly #automaton: Automaton;
  /** From a position to those before it. */
  readonly #precedes: Follows;
  readonly #characters: readonly (readonly string[])[];
  /** Positions for which there is a character to write. */
  readonly #writable: Positions;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    const { connections, words, classes, classOf } = automaton;
    this.cost = connections.reduce((sum, [before, after]) => sum + CONNECTED * (before.length + after.length), 0);
    this.#precedes = followsOf(
      connections.map(([before, after]) => [after, before] as const),
      words,
    );
    this.#characters = classes.map(charactersOf);
    this.#writable = new Int32Array(words);
    for (const [position, which] of classOf.entries()) {
      if (this.#characters[which]!.length > 0) this.#writable[position >>> 5]! |= 1 << (position & 31);
    }
  }

  *texts({ least, most }: Lengths, vary: number, effort: Effort): Generator<string> {
    const begin = Math.max(1, least);
    const reached: Reached = [];
    let last: string | undefined;
    for (let length = begin; length <= Math.min(most, begin + MOST_LENGTHS); length += 1) {
      if (!this.#reach(length, reached, effort) || isEmpty(reached[length - 1]!)) break;
      const ends = both(reached[length - 1]!, this.#automaton.last);
      if (isEmpty(ends)) continue;
      const walked = this.#back(reached, length, ends, vary, effort);
      if (walked === undefined) break;
      if (walked.rest === 0) yield walked.text;
      else last = walked.text;
    }
    if (last !== undefined) yield last;
    if (least === 0 && this.#automaton.matchesEmpty) yield '';
  }

  /** As far as that length. `false`: it takes too long. */
  #reach(length: number, reached: Reached, effort: Effort): boolean {
    const { words, first, follows } = this.#automaton;
    for (let at = reached.length; at < length; at += 1) {
      if (!spend(effort, 4 * words + follows.work)) return false;
      const next = new Int32Array(words);
      if (at === 0) next.set(first);
      else follows.step(reached[at - 1]!, next);
      reached.push(both(next, this.#writable));
    }
    return true;
  }

  /**
   * From the end to the beginning. Each choice takes its share of the number: what is left over at the beginning says
   * that there are not so many texts of that length.
   */
  #back(
    reached: Reached,
    length: number,
    ends: Positions,
    vary: number,
    effort: Effort,
  ): { readonly text: string; readonly rest: number } | undefined {
    const { words, classOf } = this.#automaton;
    const text: string[] = [];
    let rest = vary;
    let ways = ends;
    for (let at = length - 1; at >= 0; at -= 1) {
      if (!spend(effort, 4 * words + this.#precedes.work)) return undefined;
      const count = countOf(ways);
      const position = nth(ways, rest % count);
      rest = Math.floor(rest / count);
      const characters = this.#characters[classOf[position]!]!;
      text.push(characters[rest % characters.length]!);
      rest = Math.floor(rest / characters.length);
      if (at === 0) break;
      const here = new Int32Array(words);
      here[position >>> 5]! |= 1 << (position & 31);
      const before = new Int32Array(words);
      this.#precedes.step(here, before);
      ways = both(before, reached[at - 1]!);
    }
    return { text: text.reverse().join(''), rest };
  }
}

function both(a: Positions, b: Positions): Positions {
  return a.map((word, i) => word & b[i]!);
}

function isEmpty(positions: Positions): boolean {
  return positions.every((word) => word === 0);
}

function countOf(positions: Positions): number {
  let count = 0;
  for (const word of positions) for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The position that has `before` others before it in the set. */
function nth(positions: Positions, before: number): number {
  let count = before;
  for (const [i, word] of positions.entries()) {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      if (count === 0) return i * 32 + 31 - Math.clz32(rest & -rest);
      count -= 1;
    }
  }
  throw new Error('the set has fewer positions');
}

/** Characters tried for "any but these", and for a category: first what reads well. */
const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.'];
const OTHERS = [...between(0x20, 0x7e), ...between(0xa1, 0x377)];
const MOST_CHARACTERS = 200;
/** Of a range that begins with many unusual ones. */
const MOST_OF_A_RANGE = 500;

function* between(from: number, to: number): Generator<string> {
  for (let code = from; code <= to; code += 1) yield String.fromCodePoint(code);
}

/** Those that the class names come first, as it names them; control characters and spaces last. */
function charactersOf(any: readonly Term[]): readonly string[] {
  const found = new Set<string>();
  const unusual = new Set<string>();
  const add = (character: string): boolean => {
    // Half of a surrogate pair is no character.
    if (character.isWellFormed()) (/[\p{C}\p{Z}]/u.test(character) ? unusual : found).add(character);
    return found.size >= MOST_CHARACTERS;
  };
  for (const [from, to] of any.flatMap(({ negated, ranges }) => (negated ? [] : ranges))) {
    for (const character of between(from, Math.min(to, from + MOST_OF_A_RANGE))) {
      if (add(character)) return [...found];
    }
  }
  if (any.some(({ negated, categories }) => negated || categories.length > 0)) {
    const { kindOf, has } = alphabetOf([any]);
    for (const character of [...PLAIN, ...OTHERS]) {
      if (has(kindOf(character.codePointAt(0)!), 0) && add(character)) return [...found];
    }
  }
  return [...found, ...unusual];
}

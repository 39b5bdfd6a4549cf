// Does a text match a pattern as a whole? Input: an I-Regexp that parse.ts takes; then texts. Output: yes or no, in time that grows with
// the text alone: each character is looked at once. https://www.rfc-editor.org/rfc/rfc9485#section-8

import { alphabetOf } from './alphabet.ts';
import { automatonOf } from './automaton.ts';
import type { Automaton } from './automaton.ts';
import type { Positions } from './follows.ts';
import { parsePattern } from './parse.ts';

export type Matches = (text: string) => boolean;

const compiled = new Map<string, Matches>();

/** Compiled at its first text. */
export function matcherOf(written: string): Matches {
  let matches = compiled.get(written);
  return (text) => {
    matches ??= compiled.get(written) ?? compile(written);
    compiled.set(written, matches);
    return matches(text);
  };
}

function compile(written: string): Matches {
  const parsed = parsePattern(written);
  if ('fault' in parsed) throw new Error(`${written} is no I-Regexp`);
  const matcher = new Matcher(automatonOf(parsed.tree));
  return (text) => matcher.matches(text);
}

/** A set of positions that texts have led to, and where each kind of character leads from there. */
interface State {
  readonly positions: Positions;
  readonly isEnd: boolean;
  readonly next: (State | undefined)[];
}

/** This many states are remembered; a text that meets more is matched with sets alone, which is slower for each character. */
const MOST_STATES = 1000;
const MOST_STEPS = 50_000;

class Matcher {
  readonly #automaton: Automaton;
  readonly #kindOf: (code: number) => number;
  readonly #has: (kind: number, which: number) => boolean;
  /** By kind of character: the positions that match it. */
  readonly #masks: Positions[] = [];
  #states = new Map<string, State>();
  #steps = 0;
  #start: State | undefined;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    const { kindOf, has } = alphabetOf(automaton.classes);
    this.#kindOf = kindOf;
    this.#has = has;
  }

  matches(text: string): boolean {
    if (text === '') return this.#automaton.matchesEmpty;
    if (this.#isFull()) this.#forget();
    const kindOf = this.#kindOf;
    let at = 0;
    let state: State | undefined;
    while (at < text.length) {
      const code = text.codePointAt(at)!;
      // Half of a surrogate pair is no character.
      if ((code & 0xfffff800) === 0xd800) return false;
      at += code > 0xffff ? 2 : 1;
      const kind = kindOf(code);
      const known: State | undefined = state === undefined ? this.#start?.next[kind] : state.next[kind];
      if (known === undefined && this.#isFull()) return this.#bySets(this.#step(state?.positions, kind), text, at);
      state = known ?? this.#learn(state, kind);
      if (state === DEAD) return false;
    }
    return state!.isEnd;
  }

  #isFull(): boolean {
    return this.#states.size >= MOST_STATES || this.#steps >= MOST_STEPS;
  }

  #forget(): void {
    this.#states = new Map();
    this.#steps = 0;
    this.#start = undefined;
  }

  /** Undefined: the beginning of a text. */
  #learn(from: State | undefined, kind: number): State {
    const before = from ?? (this.#start ??= { positions: new Int32Array(0), isEnd: false, next: [] });
    const positions = this.#step(from?.positions, kind);
    this.#steps += 1;
    const key = String.fromCharCode(...new Uint16Array(positions.buffer));
    let state = this.#states.get(key);
    if (state === undefined) {
      state = positions.every((word) => word === 0) ? DEAD : { positions, isEnd: this.#isEnd(positions), next: [] };
      this.#states.set(key, state);
    }
    return (before.next[kind] = state);
  }

  #step(from: Positions | undefined, kind: number, to: Positions = new Int32Array(this.#automaton.words)): Positions {
    if (from === undefined) to.set(this.#automaton.first);
    else this.#automaton.follows.step(from, to);
    const mask = this.#maskOf(kind);
    for (let word = 0; word < to.length; word++) to[word]! &= mask[word]!;
    return to;
  }

  #bySets(positions: Positions, text: string, from: number): boolean {
    let now = positions;
    let then: Positions = new Int32Array(now.length);
    for (let at = from; at < text.length; at += 1) {
      const code = text.codePointAt(at)!;
      if ((code & 0xfffff800) === 0xd800) return false;
      if (code > 0xffff) at += 1;
      then.fill(0);
      this.#step(now, this.#kindOf(code), then);
      [now, then] = [then, now];
    }
    return this.#isEnd(now);
  }

  #isEnd(positions: Positions): boolean {
    return positions.some((word, i) => (word & this.#automaton.last[i]!) !== 0);
  }

  #maskOf(kind: number): Positions {
    let mask = this.#masks[kind];
    if (mask === undefined) {
      mask = new Int32Array(this.#automaton.words);
      for (const [position, which] of this.#automaton.classOf.entries()) {
        if (this.#has(kind, which)) mask[position >>> 5]! |= 1 << (position & 31);
      }
      this.#masks[kind] = mask;
    }
    return mask;
  }
}

/** No text continues from here. */
const DEAD: State = { positions: new Int32Array(0), isEnd: false, next: [] };

// Moves → the words that tell them apart. In: two lists of moves. Out: those of either list that the other does not
// have, by From, To and By. For a machine that is both drawn and tabled.

import type { By, From, Move, To } from '../model/states.ts';
import type { Slot } from '../model/status.ts';

/** A diagram has no words for what a table may leave open, so a gap on either side agrees with anything. */
export function differences(drawn: readonly Move[], tabled: readonly Move[]): Move[] {
  const left = new Left(tabled.filter((move) => move.to.status !== 'stated' || move.to.value.kind !== 'refused'));
  const unmatched = drawn.flatMap(single).filter((move) => !left.take(move));
  return [...unmatched, ...left.rest()].map(({ move }) => move);
}

/** The moves of a table that no drawn move has met yet, found by their words. */
class Left {
  readonly #all: readonly Single[];
  readonly #met = new Set<Single>();
  readonly #byWords = new Map<string, Single[]>();

  constructor(moves: readonly Move[]) {
    this.#all = moves.flatMap(single);
    for (const one of this.#all) {
      this.#index(key(one.from, one.to, one.by), one);
      this.#index(key(one.from, one.to), one);
    }
  }

  #index(words: string, one: Single): void {
    const list = this.#byWords.get(words);
    if (list) list.push(one);
    else this.#byWords.set(words, [one]);
  }

  take({ from, to, by }: Single): boolean {
    for (const f of [from, undefined]) {
      for (const t of [to, undefined]) {
        const keys = by === undefined ? [key(f, t)] : [key(f, t, by), key(f, t, undefined)];
        if (keys.some((words) => this.#takeOf(words))) return true;
      }
    }
    return false;
  }

  #takeOf(words: string): boolean {
    const list = this.#byWords.get(words);
    for (let one = list?.pop(); one; one = list?.pop()) {
      if (this.#met.has(one)) continue;
      this.#met.add(one);
      return true;
    }
    return false;
  }

  rest(): Single[] {
    return this.#all.filter((one) => !this.#met.has(one));
  }
}

/** undefined, a gap, has words of its own that nothing else has. */
function key(...words: readonly (string | undefined)[]): string {
  return JSON.stringify(words.map((word) => word ?? null));
}

interface Single {
  readonly move: Move;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly by: string | undefined;
}

/** One for each state that a move leaves. */
function single(move: Move): Single[] {
  const to = slotWords(move.to, toWords);
  const by = slotWords(move.by, byWords);
  const froms = move.from.status === 'stated' ? fromWords(move.from.value) : [slotWords(move.from, () => '')];
  return froms.map((from) => ({ move, from, to, by }));
}

/** undefined: open. */
function slotWords<T>(slot: Slot<T>, words: (value: T) => string): string | undefined {
  if (slot.status === 'stated' || slot.status === 'assumed') return words(slot.value);
  return slot.status === 'none' || slot.status === 'any' ? slot.status : undefined;
}

function fromWords(from: From): string[] {
  switch (from.kind) {
    case 'new':
      return ['(new)'];
    case 'states':
      return from.states.map((state) => state.text);
    case 'any except':
      return [`any except ${from.states.map((state) => state.text).join(', ')}`];
  }
}

function toWords(to: To): string {
  switch (to.kind) {
    case 'state':
      return to.state.text;
    case 'one of':
      return `one of ${to.states.map((state) => state.text).join(', ')}`;
    case 'gone':
      return '(gone)';
    case 'same':
      return 'same';
    case 'refused':
      return `refused ${to.error.text}`;
  }
}

function byWords(by: By): string {
  switch (by.kind) {
    case 'operations':
      return by.operations.map((operation) => operation.text).join(', ');
    case 'after':
      return `after ${by.delay}`;
    case 'at':
      return `at ${by.field.text} ${by.delay}`;
    case 'outside':
      return `outside ${by.actor}`;
  }
}

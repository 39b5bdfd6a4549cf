// Who assumes which statements of an assumptions document. Input: the four facts in the order of reading, each with its range.
// Output: for a place, the four that hold there, the nearest of each. Notation, section 1.9.

import type { Span } from '../../base/span.ts';
import type { Assumption } from '../../notation/slot.ts';

export const ATTRIBUTIONS = ['Assumed by', 'Assumed on', 'Why', 'Until'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];

/** `faulty`: the words there are not what they must be, and a finding says so. */
export const FAULTY: unique symbol = Symbol('faulty');

export type Said = ReadonlyMap<Attribution, string | typeof FAULTY>;

/** Wide to narrow; what is narrower is nearer. */
export type Level = 'title' | 'part' | 'section' | 'row';
const LEVELS: readonly Level[] = ['row', 'section', 'part', 'title'];

export interface Found {
  /** When all four hold. */
  readonly assumption: Assumption | undefined;
  readonly missing: readonly Attribution[];
}

interface Ranged {
  readonly range: Span;
  readonly said: Said;
}

export class Attributions {
  readonly #levels: Readonly<Record<Level, Ranged[]>> = { title: [], part: [], section: [], row: [] };
  /** Equal ones are one value: most statements of a file have the same. */
  readonly #known = new Map<string, Assumption>();
  #isSorted = true;

  add(level: Level, range: Span, said: Said): void {
    if (said.size === 0) return;
    this.#levels[level].push({ range, said });
    this.#isSorted = false;
  }

  get isEmpty(): boolean {
    return LEVELS.every((level) => this.#levels[level].length === 0);
  }

  at(offset: number): Found {
    const around = this.#around(offset);
    const [by, on, why, until] = ATTRIBUTIONS.map((key) => around.find((said) => said.has(key))?.get(key));
    const all = [by, on, why, until];
    const missing = ATTRIBUTIONS.filter((_, index) => all[index] === undefined);
    if (missing.length > 0 || all.includes(FAULTY)) return { assumption: undefined, missing };
    const key = JSON.stringify(all);
    let assumption = this.#known.get(key);
    if (!assumption) {
      assumption = { by: String(by), on: String(on), why: String(why), until: String(until) };
      this.#known.set(key, assumption);
    }
    return { assumption, missing };
  }

  /** The statements around a place, the nearest first. */
  #around(offset: number): Said[] {
    if (!this.#isSorted) {
      for (const level of LEVELS) this.#levels[level].sort((a, b) => a.range.start - b.range.start);
      this.#isSorted = true;
    }
    return LEVELS.flatMap((level) => rangeAt(this.#levels[level], offset)?.said ?? []);
  }
}

/** Ranges of one level do not overlap. */
function rangeAt(ranges: readonly Ranged[], offset: number): Ranged | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.range.start <= offset) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low - 1];
  return found && offset <= found.range.end ? found : undefined;
}

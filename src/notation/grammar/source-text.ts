// The text of one cell, bullet value or heading, with a map back to the source. Input: text whose markup is already resolved (see
// inline.ts: links count as their text, escapes are undone, ticks stay). Output: the same text, and for every index of it the offset in
// the document, so that a fault inside a value points to its own column.

import type { Span } from '../../base/span.ts';

/**
 * Immutable. `text` is what the value grammars read; indexes count UTF-16 code units of it.
 * Code ticks are kept as written: a run of n backticks closes with a run of n.
 */
export class SourceText {
  readonly text: string;
  /** Runs of text that are contiguous in the source: [index in the whole text, offset], ascending by index. */
  readonly #runs: readonly number[] | undefined;
  /** Where `text` begins inside the text that the runs describe. */
  readonly #base: number;
  readonly #start: number;

  /** `runs` undefined: the text is in the source, character by character, from `start` on. */
  constructor(text: string, start: number, runs?: readonly number[], base = 0) {
    this.text = text;
    this.#start = start;
    this.#runs = runs;
    this.#base = base;
  }

  /** The offset in the source of the character at `index`; one past the last character at `text.length`. */
  offsetAt(index: number): number {
    if (!this.#runs) return this.#start + this.#base + index;
    const wanted = this.#base + index;
    if (index > 0 && index >= this.text.length) return this.#lookUp(wanted - (index - this.text.length) - 1) + 1;
    return this.#lookUp(wanted);
  }

  #lookUp(wanted: number): number {
    const runs = this.#runs!;
    let low = 0;
    let high = runs.length / 2 - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (runs[middle * 2]! <= wanted) low = middle;
      else high = middle - 1;
    }
    return high < 0 ? this.#start : runs[low * 2 + 1]! + (wanted - runs[low * 2]!);
  }

  /** The span in the source of `text.slice(from, to)`; an empty range gives an empty span. */
  spanAt(from: number, to: number): Span {
    const start = this.offsetAt(from);
    return { start, end: to > from ? Math.max(start, this.offsetAt(to - 1) + 1) : start };
  }

  /** The span of the whole text. */
  get span(): Span {
    return this.spanAt(0, this.text.length);
  }

  /** Like `String.slice` with indexes from 0; shares the map. */
  slice(from: number, to: number = this.text.length): SourceText {
    return new SourceText(
      this.text.slice(from, to),
      this.#start,
      this.#runs,
      this.#base + Math.min(from, this.text.length),
    );
  }

  /** Without white space at both ends. */
  trim(): SourceText {
    const { text } = this;
    const kept = text.trim();
    if (kept.length === text.length) return this;
    const from = text.length - text.trimStart().length;
    return this.slice(from, from + kept.length);
  }
}

/** Text that is in the source exactly as given, at `start`: nothing escaped, no links. For tests and for whole lines. */
export function plainText(text: string, start = 0): SourceText {
  return new SourceText(text, start);
}

// Rows of a machine that another one may meet. Input: rows one after the other, where each leads, and what its condition pins down.
// Output: of a row those before it that share a state with it, lead elsewhere, and do not pin the same term to another constant. Thousands
// of rows differ by such a term (`kind` = `"a"`), and are not compared in pairs.

import { addTo } from '../../base/grouped.ts';
import type { Pins } from '../values/condition-logic.ts';
import { isBirth, type MoveView } from '../document/moves.ts';

/** Rows by where they lead. */
class Bucket {
  size = 0;
  readonly #ends = new Map<string, MoveView[]>();

  add(row: MoveView, to: string): void {
    this.size += 1;
    addTo(this.#ends, to, row);
  }

  *apart(to: string): Generator<MoveView> {
    for (const [end, rows] of this.#ends) if (end !== to) yield* rows;
  }
}

/** Rows that pin the same terms. */
class Group {
  readonly #all = new Bucket();
  readonly #pinned = new Map<string, Bucket>();

  add(row: MoveView, to: string, pins: Pins): void {
    for (const bucket of [this.#all, ...[...pins].map((pin) => bucketOf(this.#pinned, pin))]) bucket.add(row, to);
  }

  /** The smallest group with all rows that may hold beside these pins; `terms`: those of the group. */
  beside(pins: Pins, terms: Pins): Bucket | undefined {
    let least: Bucket | undefined = this.#all;
    for (const pin of pins) {
      if (!terms.has(pin[0])) continue;
      const bucket = this.#pinned.get(keyOf(pin));
      if (!bucket) return undefined;
      if (bucket.size < least.size) least = bucket;
    }
    return least;
  }
}

interface Pinned {
  readonly group: Group;
  /** As the first row pins them. */
  readonly terms: Pins;
}

export class RowsAbove {
  readonly #pinsOf: (row: MoveView) => Pins;
  readonly #starts = new Map<string | undefined, Map<string, Pinned>>();
  readonly #places = new Map<MoveView, number>();

  constructor(pinsOf: (row: MoveView) => Pins) {
    this.#pinsOf = pinsOf;
  }

  add(row: MoveView, to: string): void {
    this.#places.set(row, this.#places.size);
    const pins = this.#pinsOf(row);
    const terms = JSON.stringify([...pins.keys()].sort());
    for (const state of startsOf(row)) {
      let groups = this.#starts.get(state);
      if (!groups) this.#starts.set(state, (groups = new Map()));
      let pinned = groups.get(terms);
      if (!pinned) groups.set(terms, (pinned = { group: new Group(), terms: pins }));
      pinned.group.add(row, to, pins);
    }
  }

  /** In written order. */
  apart(row: MoveView, to: string): readonly MoveView[] {
    const pins = this.#pinsOf(row);
    const found = new Set<MoveView>();
    for (const state of startsOf(row))
      for (const { group, terms } of this.#starts.get(state)?.values() ?? [])
        for (const one of group.beside(pins, terms)?.apart(to) ?? []) found.add(one);
    return [...found].toSorted((one, other) => this.#places.get(one)! - this.#places.get(other)!);
  }
}

/** A row that begins one starts from nothing, and shares that with all that do. */
export function startsOf(row: MoveView): readonly (string | undefined)[] {
  return isBirth(row) ? [undefined] : (row.from ?? []);
}

function bucketOf(buckets: Map<string, Bucket>, pin: readonly [string, string]): Bucket {
  const key = keyOf(pin);
  let bucket = buckets.get(key);
  if (!bucket) buckets.set(key, (bucket = new Bucket()));
  return bucket;
}

function keyOf([term, constant]: readonly [string, string]): string {
  return JSON.stringify([term, constant]);
}

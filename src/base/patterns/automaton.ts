// A pattern as positions: each character that it names, its counts written out, and which may follow which (Glushkov's
// construction). Input: the tree of parse.ts. Output: sets of positions as bits, and the step from one to the next.

import { followsOf } from './follows.ts';
import type { Connection, Follows, Positions } from './follows.ts';
import { sizeOf } from './tree.ts';
import type { Pattern, Term } from './tree.ts';

export interface Automaton {
  /** Of a set of positions, 32 to a word. */
  readonly words: number;
  readonly classes: readonly (readonly Term[])[];
  /** By position: the number of its class. */
  readonly classOf: readonly number[];
  readonly first: Positions;
  readonly last: Positions;
  readonly matchesEmpty: boolean;
  readonly connections: readonly Connection[];
  readonly follows: Follows;
}

/** Part of a pattern: where it may begin and end. */
interface Part {
  readonly isNullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

export function automatonOf(tree: Pattern): Automaton {
  const builder = new Builder();
  const whole = builder.part(tree);
  const words = Math.max(1, Math.ceil(sizeOf(tree) / 32));
  const setOf = (positions: readonly number[]): Positions => {
    const set = new Int32Array(words);
    for (const position of positions) set[position >>> 5]! |= 1 << (position & 31);
    return set;
  };
  return {
    words,
    classes: builder.classes,
    classOf: builder.classOf,
    first: setOf(whole.first),
    last: setOf(whole.last),
    matchesEmpty: whole.isNullable,
    connections: builder.connections,
    follows: followsOf(builder.connections, words),
  };
}

class Builder {
  readonly classes: (readonly Term[])[] = [];
  readonly classOf: number[] = [];
  readonly connections: [readonly number[], readonly number[]][] = [];
  readonly #numbers = new Map<Pattern, number>();

  part(pattern: Pattern): Part {
    switch (pattern.kind) {
      case 'class':
        return this.#position(pattern);
      case 'sequence':
        return pattern.items.reduce<Part>((whole, item) => this.#behind(whole, this.part(item)), {
          isNullable: true,
          first: [],
          last: [],
        });
      case 'choice': {
        const parts = pattern.items.map((item) => this.part(item));
        return {
          isNullable: parts.some(({ isNullable }) => isNullable),
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
        };
      }
      case 'repeat':
        return this.#repeated(pattern);
    }
  }

  #position(pattern: Extract<Pattern, { kind: 'class' }>): Part {
    let number = this.#numbers.get(pattern);
    if (number === undefined) {
      number = this.classes.push(pattern.any) - 1;
      this.#numbers.set(pattern, number);
    }
    const position = this.classOf.push(number) - 1;
    return { isNullable: false, first: [position], last: [position] };
  }

  #behind(before: Part, after: Part): Part {
    this.#connect(before, after);
    return {
      isNullable: before.isNullable && after.isNullable,
      first: before.isNullable ? [...before.first, ...after.first] : before.first,
      last: after.isNullable ? [...before.last, ...after.last] : after.last,
    };
  }

  /**
   * Copies one after the other, the last of an endless row leading back into itself. Empty copies are the same as fewer
   * of them: where the part may be empty none is needed, and each leads to the next one alone.
   */
  #repeated({ of, least, most }: Extract<Pattern, { kind: 'repeat' }>): Part {
    const copies = Array.from({ length: most === Infinity ? Math.max(1, least) : most }, () => this.part(of));
    const needed = copies[0]!.isNullable ? 0 : least;
    for (const [i, copy] of copies.entries()) if (i > 0) this.#connect(copies[i - 1]!, copy);
    if (most === Infinity) this.#connect(copies.at(-1)!, copies.at(-1)!);
    return {
      isNullable: needed === 0,
      first: copies[0]!.first,
      last: copies.slice(Math.max(0, needed - 1)).flatMap(({ last }) => last),
    };
  }

  #connect(before: Part, after: Part): void {
    if (before.last.length > 0 && after.first.length > 0) this.connections.push([before.last, after.first]);
  }
}

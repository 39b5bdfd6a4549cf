// What is to be done with each row of a file, in four octets a row. Input: digests and decisions, in the order of the file.
// Output: the decision about the next row, when it is still the same row.

const WORDS = ['send', 'again', 'in', 'unknown'] as const;

/** `again`: an earlier run sent it, and the result is not known. `unknown`: the same, and it stays so. */
export type Decision = (typeof WORDS)[number];

export class Decisions {
  #items = new Uint32Array(1024);
  length = 0;
  readonly counts: Record<Decision, number> = { send: 0, again: 0, in: 0, unknown: 0 };

  add(digest: Buffer, decision: Decision): void {
    if (this.length === this.#items.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.length++] = part(digest) | WORDS.indexOf(decision);
    this.counts[decision]++;
  }

  change(place: number, decision: Decision): void {
    const item = this.#items[place]!;
    this.counts[WORDS[item & 3]!]--;
    this.counts[decision]++;
    this.#items[place] = ((item & ~3) | WORDS.indexOf(decision)) >>> 0;
  }

  /** Undefined: another row is there now. */
  at(place: number, digest: Buffer): Decision | undefined {
    const item = place < this.length ? this.#items[place]! : 0;
    return place < this.length && item >>> 2 === part(digest) >>> 2 ? WORDS[item & 3] : undefined;
  }
}

/** All but two bits. */
function part(digest: Buffer): number {
  return (digest.readUInt32LE(0) & ~3) >>> 0;
}

// How often each of millions of rows is known, in little memory. Input: digests of 64 bits, 8 octets each. Output: counts, taken one by
// one.

const START = 1024;

export class DigestCounts {
  /** Two words a place; both 0: it is free. */
  #keys = new Uint32Array(2 * START);
  #counts = new Uint32Array(START);
  #used = 0;
  /** Of all digests together. */
  total = 0;

  add(digest: Buffer): void {
    if (this.#used * 3 > this.#counts.length * 2) this.#grow();
    const [low, high] = wordsOf(digest);
    this.#counts[this.#taken(low, high)]!++;
    this.total++;
  }

  /** Is one left of it? Then there is one less. */
  take(digest: Buffer): boolean {
    const place = this.#placeOf(...wordsOf(digest));
    if (this.#counts[place] === 0) return false;
    this.#counts[place]!--;
    this.total--;
    return true;
  }

  has(digest: Buffer): boolean {
    return this.#counts[this.#placeOf(...wordsOf(digest))]! > 0;
  }

  clear(): void {
    this.#keys = new Uint32Array(2 * START);
    this.#counts = new Uint32Array(START);
    this.#used = 0;
    this.total = 0;
  }

  /** Where it is, or the free place where it would be. */
  #placeOf(low: number, high: number): number {
    const size = this.#counts.length;
    let place = ((low ^ Math.imul(high, 0x9e3779b1)) >>> 0) % size;
    for (;;) {
      const [a, b] = [this.#keys[2 * place]!, this.#keys[2 * place + 1]!];
      if ((a === low && b === high) || (a === 0 && b === 0)) return place;
      place = (place + 1) % size;
    }
  }

  #taken(low: number, high: number): number {
    const place = this.#placeOf(low, high);
    if (this.#keys[2 * place] === 0 && this.#keys[2 * place + 1] === 0) {
      this.#keys[2 * place] = low;
      this.#keys[2 * place + 1] = high;
      this.#used++;
    }
    return place;
  }

  #grow(): void {
    const [keys, counts] = [this.#keys, this.#counts];
    this.#keys = new Uint32Array(2 * keys.length);
    this.#counts = new Uint32Array(2 * counts.length);
    this.#used = 0;
    for (const [place, count] of counts.entries()) {
      if (count > 0) this.#counts[this.#taken(keys[2 * place]!, keys[2 * place + 1]!)] = count;
    }
  }
}

function wordsOf(digest: Buffer): [number, number] {
  const low = digest.readUInt32LE(0);
  const high = digest.readUInt32LE(4);
  return [low === 0 && high === 0 ? 1 : low, high];
}

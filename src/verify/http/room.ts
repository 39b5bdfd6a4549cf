// Room for the octets of one reply after another, so that long replies leave nothing behind that has to be collected. Input: octets as they come.
// Output: their text, in UTF-8.

const SMALLEST = 65_536;

export class Room {
  #octets: Buffer = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  clear(): this {
    this.#size = 0;
    return this;
  }

  add(piece: Buffer): void {
    const size = this.#size + piece.length;
    if (size > this.#octets.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(SMALLEST, 2 * size));
      this.#octets.copy(larger, 0, 0, this.#size);
      this.#octets = larger;
    }
    piece.copy(this.#octets, this.#size);
    this.#size = size;
  }

  text(): string {
    return this.#octets.toString('utf8', 0, this.#size);
  }
}

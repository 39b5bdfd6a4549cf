// Room for the octets of one reply after another, so that long replies leave nothing behind that has to be collected. Input: octets as they come.
// Output: their text, in UTF-8.

const SMALLEST = 65_536;

/** What it has grown by is given back to the system when it is cleared: memory that is freed piece by piece stays with the process. */
export class Room {
  readonly #octets: ArrayBuffer;
  readonly #view: Uint8Array;
  #size = 0;

  /** `most`: octets that it may be asked to hold. */
  constructor(most: number) {
    this.#octets = new ArrayBuffer(Math.min(SMALLEST, most), { maxByteLength: most });
    this.#view = new Uint8Array(this.#octets);
  }

  get size(): number {
    return this.#size;
  }

  clear(): this {
    this.#size = 0;
    if (this.#octets.byteLength > SMALLEST) this.#octets.resize(SMALLEST);
    return this;
  }

  add(piece: Buffer): void {
    const size = this.#size + piece.length;
    const { byteLength, maxByteLength } = this.#octets;
    if (size > byteLength) this.#octets.resize(Math.min(maxByteLength, Math.max(size, 2 * byteLength)));
    this.#view.set(piece, this.#size);
    this.#size = size;
  }

  text(): string {
    return Buffer.from(this.#octets, 0, this.#size).toString('utf8');
  }
}

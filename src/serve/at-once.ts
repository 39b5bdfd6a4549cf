// At most so many pieces of work at once. Input: work. Output: what it gives; what comes while all places are taken waits in its order.

export class AtOnce {
  readonly #most: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** How many more may come, where this many may wait. */
  room(mostWaiting: number): number {
    return mostWaiting - this.#waiting.length + Math.max(0, this.#most - this.#running);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the one that waits longest.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

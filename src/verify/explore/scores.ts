// How promising the calls to one operation are, kept as long as nothing else is known: most calls that are tried are refused and change nothing.
// Input: what is known by now, the place of a call among those that are looked at. Output: its score.

/** Milliseconds; by then time itself may have changed something. */
const LONGEST = 1000;

export class Scores {
  readonly #scores = new Map<number, number>();
  #version = -1;
  #since = 0;

  /** Of what was known before nothing is kept. */
  at(version: number, now: number): this {
    if (this.#version === version && Math.abs(now - this.#since) < LONGEST) return this;
    this.#scores.clear();
    [this.#version, this.#since] = [version, now];
    return this;
  }

  /** What cannot succeed may do so with other values, and is found out soon: that is not kept. */
  of(nth: number, found: () => number): number {
    const known = this.#scores.get(nth);
    if (known !== undefined) return known;
    const score = found();
    if (score > 0) this.#scores.set(nth, score);
    return score;
  }
}

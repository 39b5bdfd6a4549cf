// The calls of one key in the last window. Input: instants, in milliseconds, that never go back. Output: is one more admitted, and what is
// left. Constant time a call: a ring of the instants that count, and what a burst has left. Notation, part 8; src/store/rates.ts.

import type { Rate, RateState } from '../../store/rates.ts';

export class CallWindow {
  /** A ring: the oldest at `first`. */
  #instants: Float64Array;
  #first = 0;
  #count: number;
  /** A call adds `window`; it falls by `count` each millisecond. */
  #debt = 0;
  /** When that was so. */
  #debtAt: number;

  /** Of a call at `at`, before which there was none. */
  constructor(at: number, debt: number) {
    this.#instants = new Float64Array([at, 0]);
    this.#count = 1;
    this.#debt = debt;
    this.#debtAt = at;
  }

  get last(): number {
    return this.#count === 0 ? -Infinity : this.#at(this.#count - 1);
  }

  get isEmpty(): boolean {
    return this.#count === 0 && this.#debt === 0;
  }

  get debt(): number {
    return this.#debt;
  }

  #at(place: number): number {
    return this.#instants[(this.#first + place) % this.#instants.length]!;
  }

  /** Takes out what does not count any more. A call at t does not at t + window. */
  advance({ count, window }: Rate, now: number): void {
    while (this.#count > 0 && this.#at(0) + window <= now) {
      this.#first = (this.#first + 1) % this.#instants.length;
      this.#count--;
    }
    const passed = now - this.#debtAt;
    // Beyond a window everything is paid, and the product may not be exact.
    this.#debt = passed >= window ? 0 : Math.max(0, this.#debt - passed * count);
    this.#debtAt = now;
  }

  state(rate: Rate, now: number, isAdmitted: boolean): RateState {
    return stateOf(rate, this.#count, this.#count === 0 ? now : this.#at(0), this.#debt, now, isAdmitted);
  }

  mayAdd({ count, window, burst }: Rate): boolean {
    return this.#count < count && (burst === undefined || this.#debt + window <= burst * window);
  }

  add({ count, window, burst }: Rate, now: number): void {
    if (this.#count === this.#instants.length) this.#grow(count);
    this.#instants[(this.#first + this.#count) % this.#instants.length] = now;
    this.#count++;
    if (burst !== undefined) this.#debt += window;
  }

  #grow(most: number): void {
    const grown = new Float64Array(Math.max(this.#count + 1, Math.min(most, this.#count * 2)));
    for (let place = 0; place < this.#count; place++) grown[place] = this.#at(place);
    this.#instants = grown;
    this.#first = 0;
  }

  /** It is mostly one of the last. */
  remove({ count, window }: Rate, at: number, now: number): void {
    let place = this.#count - 1;
    while (place >= 0 && this.#at(place) > at) place--;
    if (place < 0 || this.#at(place) !== at) return;
    const { length } = this.#instants;
    for (; place < this.#count - 1; place++) this.#instants[(this.#first + place) % length] = this.#at(place + 1);
    this.#count--;
    this.#debt = Math.max(0, this.#debt - Math.max(0, window - count * (now - at)));
  }
}

/** Of a key with so many calls in the window, the oldest at `oldest`. */
export function stateOf(
  { count, window, burst }: Rate,
  calls: number,
  oldest: number,
  debt: number,
  now: number,
  isAdmitted: boolean,
): RateState {
  const left = Math.max(0, count - calls);
  const free = burst === undefined ? Infinity : Math.floor((burst * window - debt) / window);
  const remaining = Math.min(left, Math.max(0, free));
  // Until one more is free than now.
  const ofWindow = calls === 0 ? 0 : oldest + window - now;
  const ofBurst =
    burst === undefined || free >= burst ? 0 : Math.ceil((debt - (burst - Math.max(0, free) - 1) * window) / count);
  const isByWindow = left <= free;
  const isByBurst = free <= left;
  return { isAdmitted, remaining, after: Math.max(isByWindow ? ofWindow : 0, isByBurst ? ofBurst : 0) };
}

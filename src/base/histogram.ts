// How often a measured value was at most a bound. Input: bounds that never change, then one value after another. Output: counts and
// their sum, which only grow, so that any number of readers can take differences.

export class Histogram {
  /** Rising; behind the last one there is no bound. */
  readonly bounds: readonly number[];
  /** By the place of the least bound that the value does not exceed; the last one has the rest. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let place = 0;
    while (place < bounds.length && value > bounds[place]!) place += 1;
    counts[place]! += 1;
    this.sum += value;
  }
}

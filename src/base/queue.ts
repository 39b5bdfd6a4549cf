// A priority queue: a binary heap. Input: the order of two items. Output: the first of those that are
// in it, in time that grows with the logarithm of how many they are.

export class Queue<T> {
  readonly #items: T[] = [];
  readonly #isBefore: (one: T, other: T) => boolean;

  constructor(isBefore: (one: T, other: T) => boolean) {
    this.#isBefore = isBefore;
  }

  add(item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(item, items[above]!)) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  take(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return first;
    let at = 0;
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      const other = below + 1;
      const next = other < items.length && this.#isBefore(items[other]!, items[below]!) ? other : below;
      if (!this.#isBefore(items[next]!, last)) break;
      items[at] = items[next]!;
      at = next;
    }
    items[at] = last;
    return first;
  }
}

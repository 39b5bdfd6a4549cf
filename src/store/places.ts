// The contract of places for calls that run: what serve may ask where part 8 limits how many run at once. Input: for each limit that a call
// meets, how many places it has and the digest of what they are counted by. Output: a place of each, held until it is given back; or which
// limit has none free. Nobody waits for one. Notation, part 8.

export interface PlaceAsk {
  /** `25 at once`. */
  readonly most: number;
  /** As of a rate (rates.ts). */
  readonly key: string;
}

/** `full`: the number of the ask that has no place; then none is held. */
export type Taken = { readonly giveBack: () => void } | { readonly full: number };

export interface Places {
  /** Answers at once where it counts in this process. Rejects where it cannot count now: the call is `unavailable`. */
  take(asks: readonly PlaceAsk[]): Taken | Promise<Taken>;
}

/** Of one process. */
export function ownPlaces(): Places {
  const held = new Map<string, number>();
  return {
    take(asks) {
      const all = onceEach(asks);
      const full = asks.findIndex(({ key, most }) => (held.get(key) ?? 0) >= most);
      if (full !== -1) return { full };
      for (const { key } of all) held.set(key, (held.get(key) ?? 0) + 1);
      return {
        giveBack: only(() => {
          for (const { key } of all) {
            const left = held.get(key)! - 1;
            if (left === 0) held.delete(key);
            else held.set(key, left);
          }
        }),
      };
    },
  };
}

/** A call has one place where two of its limits are the same. */
export function onceEach<A extends { readonly key: string }>(asks: readonly A[]): readonly A[] {
  return asks.length < 2 ? asks : [...new Map(asks.map((ask) => [ask.key, ask])).values()];
}

/** Called twice it does nothing more. */
export function only(give: () => void): () => void {
  let isGiven = false;
  return () => {
    if (!isGiven) give();
    isGiven = true;
  };
}

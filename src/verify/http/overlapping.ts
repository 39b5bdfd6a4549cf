// Which exchanges ran while a call was on its way that may change something: what they found cannot be told from outside. Input: exchanges in the
// order in which they began. Output: the same, each with whether it ran beside such a call.

import type { Exchange } from '../exchange.ts';

export interface Beside {
  readonly exchange: Exchange;
  /** Another call that may change something ran at the same time. */
  readonly isBeside: boolean;
}

export async function* besideChanges(
  exchanges: AsyncIterable<Exchange> | Iterable<Exchange>,
  mayChange: (exchange: Exchange) => boolean,
): AsyncGenerator<Beside> {
  const held: { exchange: Exchange; mayChange: boolean; isBeside: boolean }[] = [];
  for await (const exchange of exchanges) {
    // Those that had ended have met all that they can meet: what comes later begins later.
    const ended = held.findIndex((one) => one.exchange.to > exchange.from);
    for (const one of held.splice(0, ended < 0 ? held.length : ended)) yield one;
    const next = { exchange, mayChange: mayChange(exchange), isBeside: false };
    for (const one of held) {
      if (one.exchange.to <= exchange.from) continue;
      if (next.mayChange) one.isBeside = true;
      if (one.mayChange) next.isBeside = true;
    }
    held.push(next);
  }
  yield* held;
}

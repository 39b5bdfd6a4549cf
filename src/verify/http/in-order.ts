// Exchanges that end in any order, in the order in which they began. Input: begin and end of each. Output: exchanges. What waits behind a call that
// does not end is bounded, in time and size: then nobody waits for that one any more.

import { isReply, type Call, type Exchange } from '../exchange.ts';
import type { Bounds } from './client.ts';

interface Waiting {
  readonly from: number;
  readonly call: Call;
  exchange: Exchange | undefined;
  isGivenUp: boolean;
}

/** Octets of exchanges that have ended, and wait for one that began before them. */
const MOST_WAITING = 50_000_000;
/** An exchange takes so much besides its bodies. */
const OVERHEAD = 2_000;

export class InOrder implements AsyncIterable<Exchange> {
  readonly #timeOut: number;
  readonly #waiting: Waiting[] = [];
  #size = 0;
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor({ timeOut }: Pick<Bounds, 'timeOut'>) {
    this.#timeOut = timeOut;
  }

  /** `from`: milliseconds; `call`: as far as it is known. Answers what ends it. */
  begin(from: number, call: Call): (exchange: Exchange) => void {
    const one: Waiting = { from, call, exchange: undefined, isGivenUp: false };
    this.#waiting.push(one);
    return (exchange) => {
      // What it did may have been done after others.
      if (one.isGivenUp) return this.begin(exchange.to, call)({ ...exchange, reply: TOO_LATE, from: exchange.to });
      one.exchange = exchange;
      this.#size += sizeOf(exchange);
      this.#wake();
    };
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Exchange> {
    for (;;) {
      const [first] = this.#waiting;
      if (first?.exchange) {
        this.#waiting.shift();
        this.#size -= sizeOf(first.exchange);
        yield first.exchange;
      } else if (first && (this.#isEnded || this.#isLate(first))) {
        this.#waiting.shift();
        first.isGivenUp = true;
        yield { call: first.call, reply: TOO_LATE, from: first.from, to: now() };
      } else if (this.#isEnded) return;
      else await this.#next(first);
    }
  }

  #isLate({ from }: Waiting): boolean {
    return this.#size > MOST_WAITING || now() - from > this.#timeOut;
  }

  async #next(first: Waiting | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (first) timer = setTimeout(resolve, this.#timeOut);
    });
    clearTimeout(timer);
  }
}

const TOO_LATE = { kind: 'not seen', said: 'it took longer than is waited for' } as const;

/** Milliseconds since 1970, finer than `Date.now`: of two calls one after the other none began before the other ended. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

function sizeOf({ call, reply }: Exchange): number {
  return OVERHEAD + (call.body?.length ?? 0) + (isReply(reply) ? reply.body.length : 0);
}

// The counter of this process, and what of it is kept for the next one. Input: a clock, the store. Output: a counter that answers at once; calls
// in windows longer than a minute are written down in the background, at the latest a second after they came. Notation, part 8; decision 0072.

import type { Rate } from '../../store/rates.ts';
import type { CountedCalls, KeptCalls } from '../../store/counted-calls.ts';
import { ownPlaces, type Places } from '../../store/places.ts';
import type { Clock } from '../clock.ts';
import { reasonOf } from '../reason.ts';
import type { Sweeper } from '../sweeper.ts';
import { countingHere, type Counter } from './counter.ts';

/** Milliseconds: what is counted for longer is kept over a restart. */
const KEPT_FROM = 60_000;
/** Milliseconds between two writes. */
const PAUSE = 500;
/** Calls in one batch, so that no write takes long. */
const MOST = 2048;
/** Batches that wait for a store that keeps nothing now. */
const MOST_BATCHES = 512;

const KEY = 16;
const CALL = KEY + 8;

export interface CountsHere {
  readonly counter: Counter;
  readonly places: Places;
  /** Writes into this store until it is stopped. */
  keep(kept: KeptCalls | undefined): Sweeper;
}

interface Batch {
  readonly rate: Rate;
  readonly keys: string[];
  /** Negative: given back. */
  readonly instants: number[];
}

export function countsHere(clock: Clock, kept: KeptCalls | undefined, log: (line: string) => void): CountsHere {
  const waiting: Batch[] = [];
  const changed = (key: string, rate: Rate, at: number, isAdded: boolean): void => {
    if (rate.window <= KEPT_FROM) return;
    let batch = waiting.findLast((one) => one.rate === rate || isSame(one.rate, rate));
    if (!batch || batch.keys.length >= MOST) {
      waiting.push((batch = { rate, keys: [], instants: [] }));
      if (waiting.length > MOST_BATCHES) waiting.shift();
    }
    batch.keys.push(key);
    batch.instants.push(isAdded ? at : -at);
  };
  const isKept = kept !== undefined;
  const counter = countingHere({ now: () => clock.now(), log, ...(isKept && { changed }) });
  if (kept) restore(counter, kept, clock.now());
  const write = async (to: KeptCalls): Promise<void> => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      // It is out of hand before it is written: what comes meanwhile begins another one.
      try {
        await to.keep(packed(batch), clock.now());
      } catch (error) {
        waiting.unshift(batch);
        throw error;
      }
    }
  };
  return {
    counter,
    places: ownPlaces(),
    keep(to) {
      if (!to) return NOTHING;
      let writing: Promise<void> | undefined;
      const next = (): Promise<void> =>
        (writing ??= write(to)
          .catch((error: unknown) => log(`calls that were counted are not kept: ${reasonOf(error)}`))
          .finally(() => (writing = undefined)));
      const timer = setInterval(() => void next(), PAUSE);
      timer.unref();
      return {
        wake: () => undefined,
        async stop() {
          clearInterval(timer);
          await writing;
          await next();
        },
      };
    },
  };
}

const NOTHING: Sweeper = { wake: () => undefined, stop: () => Promise.resolve() };

function isSame(one: Rate, other: Rate): boolean {
  return one.count === other.count && one.window === other.window && one.burst === other.burst;
}

function packed({ rate, keys, instants }: Batch): CountedCalls {
  const calls = Buffer.alloc(keys.length * CALL);
  let last = 0;
  for (const [place, key] of keys.entries()) {
    calls.write(key, place * CALL, KEY, 'hex');
    calls.writeDoubleLE(instants[place]!, place * CALL + KEY);
    last = Math.max(last, Math.abs(instants[place]!));
  }
  return { rate, until: last + rate.window, calls };
}

function restore(counter: Counter, kept: KeptCalls, now: number): void {
  for (const { rate, calls, until } of kept.read()) {
    // Without what is over already, unless the clock was set back.
    if (until <= now) continue;
    const octets = Buffer.from(calls.buffer, calls.byteOffset, calls.byteLength);
    for (let place = 0; place + CALL <= octets.length; place += CALL) {
      const at = octets.readDoubleLE(place + KEY);
      counter.restore(octets.toString('hex', place, place + KEY), rate, Math.abs(at), at >= 0);
    }
  }
}

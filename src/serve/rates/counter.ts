// Counts calls in this process. Input: a clock. Output: a RateCounter that answers at once. Keys that cannot matter any more go in
// whole generations, so that nothing is searched for them. Notation, part 8; decision 0072.

import type { Rate, RateAsk, RateCounter, RateDecision, RateState } from '../../store/rates.ts';
import { CallWindow, stateOf } from './windows.ts';

/** Most keys have one call: its instant is all that is kept of it. */
type Kept = number | CallWindow;

/** Keys that were admitted last between two instants. */
interface Generation {
  readonly keys: Map<string, Kept>;
  /** Of the last call; of the youngest: not known yet. */
  until: number;
}

/** A generation is a part of a window long. */
const PARTS = 4;

/** Keys in memory, some 150 octets each. Beyond them the oldest go, though they may matter. */
export const MOST_KEYS = 4_000_000;

export interface Counting {
  readonly now: () => number;
  /** Told of each key whose calls have changed; left out: nothing is kept. */
  readonly changed?: (key: string, rate: Rate, at: number, isAdded: boolean) => void;
  readonly most?: number;
  readonly log?: (line: string) => void;
}

export interface Counter extends RateCounter {
  admit(asks: readonly RateAsk[]): RateDecision;
  /** Calls that an earlier process counted, oldest first. */
  restore(key: string, rate: Rate, at: number, isAdded: boolean): void;
  /** No instant before it is counted: the clock may have been set back meanwhile. */
  notBefore(instant: number): void;
  readonly keys: number;
}

export function countingHere({ now: clock, changed, most = MOST_KEYS, log }: Counting): Counter {
  const ofWindow = new Map<number, Generations>();
  let latest = -Infinity;
  let ahead = 0;
  /** Never goes back: a clock that is set back goes on from where it was. */
  const time = (): number => {
    const told = clock() + ahead;
    if (told < latest) ahead += latest - told;
    return (latest = Math.max(latest, told));
  };
  const of = ({ window }: Rate): Generations => {
    let found = ofWindow.get(window);
    if (found === undefined) ofWindow.set(window, (found = new Generations(window, Math.ceil(most / PARTS))));
    return found;
  };
  const count = (): number => [...ofWindow.values()].reduce((sum, one) => sum + one.size, 0);
  const makeRoom = (): void => {
    if (count() <= most) return;
    const largest = [...ofWindow.values()].toSorted((one, other) => other.size - one.size)[0]!;
    const gone = largest.dropOldest();
    if (gone > 0) log?.(`calls of ${gone} callers or addresses are not counted any more: more than ${most} called`);
  };
  return {
    admit(asks) {
      const now = time();
      if (asks.length === 1) {
        const ask = asks[0]!;
        const state = of(ask.rate).admit(ask, now, makeRoom);
        if (state.isAdmitted) changed?.(ask.key, ask.rate, now, true);
        return { at: now, states: [state] };
      }
      const may = asks.map(({ key, rate }) => of(rate).may(key, rate, now));
      const isAdmitted = may.every((one) => one);
      const states = asks.map(({ key, rate }, place): RateState => {
        const generations = of(rate);
        if (!isAdmitted) return generations.state(key, rate, now, may[place]!);
        changed?.(key, rate, now, true);
        return generations.add(key, rate, now, makeRoom);
      });
      return { at: now, states };
    },
    giveBack(asks, at) {
      const now = time();
      for (const { key, rate } of asks) {
        of(rate).remove(key, rate, at, now);
        changed?.(key, rate, at, false);
      }
    },
    restore(key, rate, at, isAdded) {
      latest = Math.max(latest, at);
      if (isAdded) of(rate).add(key, rate, at, makeRoom);
      else of(rate).remove(key, rate, at, at);
    },
    notBefore: (instant) => void (latest = Math.max(latest, instant)),
    get keys() {
      return count();
    },
  };
}

class Generations {
  readonly #window: number;
  readonly #part: number;
  /** So many keys make a generation before its time is over. */
  readonly #most: number;
  #young: Generation = { keys: new Map(), until: Infinity };
  /** The youngest first. */
  #older: Generation[] = [];
  #turnAt = -Infinity;

  constructor(window: number, most: number) {
    this.#window = window;
    this.#part = Math.ceil(window / PARTS);
    this.#most = most;
  }

  get size(): number {
    return this.#older.reduce((sum, { keys }) => sum + keys.size, this.#young.keys.size);
  }

  /** What it has of calls is dropped a window after the last of them. */
  #turn(now: number): void {
    if (now < this.#turnAt && this.#young.keys.size < this.#most) return;
    if (this.#young.keys.size > 0) {
      // Its last call came before its time was over.
      this.#young.until = Math.min(now, this.#turnAt);
      this.#older.unshift(this.#young);
      this.#young = { keys: new Map(), until: Infinity };
    }
    this.#turnAt = now + this.#part;
    const gone = this.#older.findIndex(({ until }) => until + this.#window <= now);
    if (gone !== -1) this.#older.length = gone;
  }

  dropOldest(): number {
    return this.#older.pop()?.keys.size ?? 0;
  }

  #find(key: string): Kept | undefined {
    const found = this.#young.keys.get(key);
    if (found !== undefined) return found;
    for (const { keys } of this.#older) {
      const older = keys.get(key);
      if (older !== undefined) return older;
    }
    return undefined;
  }

  #keep(key: string, kept: Kept): void {
    if (!this.#young.keys.has(key)) for (const { keys } of this.#older) if (keys.delete(key)) break;
    this.#young.keys.set(key, kept);
  }

  /** Up to now; undefined: none that counts. */
  #counted(key: string, rate: Rate, now: number): CallWindow | number | undefined {
    const found = this.#find(key);
    if (found === undefined) return undefined;
    if (typeof found === 'number') return found + this.#window <= now ? undefined : found;
    found.advance(rate, now);
    return found;
  }

  admit({ key, rate }: RateAsk, now: number, makeRoom: () => void): RateState {
    return this.may(key, rate, now) ? this.add(key, rate, now, makeRoom) : this.state(key, rate, now, false);
  }

  may(key: string, rate: Rate, now: number): boolean {
    const found = this.#counted(key, rate, now);
    if (found === undefined) return true;
    return typeof found === 'number' ? rate.count > 1 && mayAfter(found, rate, now) : found.mayAdd(rate);
  }

  state(key: string, rate: Rate, now: number, isAdmitted: boolean): RateState {
    const found = this.#counted(key, rate, now);
    if (found === undefined) return stateOf(rate, 0, now, 0, now, isAdmitted);
    if (typeof found !== 'number') return found.state(rate, now, isAdmitted);
    return stateOf(rate, 1, found, debtOf(found, rate, now), now, isAdmitted);
  }

  add(key: string, rate: Rate, now: number, makeRoom: () => void): RateState {
    this.#turn(now);
    const found = this.#counted(key, rate, now);
    const debt = rate.burst === undefined ? 0 : rate.window;
    if (found === undefined) {
      this.#keep(key, now);
      if (this.#young.keys.size % 1024 === 0) makeRoom();
      return stateOf(rate, 1, now, debt, now, true);
    }
    const calls = typeof found === 'number' ? new CallWindow(found, debt) : found;
    if (calls !== found) calls.advance(rate, now);
    calls.add(rate, now);
    this.#keep(key, calls);
    return calls.state(rate, now, true);
  }

  remove(key: string, rate: Rate, at: number, now: number): void {
    const found = this.#find(key);
    if (found === undefined) return;
    if (typeof found === 'number') {
      if (found === at) this.#forget(key);
      return;
    }
    found.advance(rate, now);
    found.remove(rate, at, now);
    if (found.isEmpty) this.#forget(key);
  }

  #forget(key: string): void {
    if (this.#young.keys.delete(key)) return;
    for (const { keys } of this.#older) if (keys.delete(key)) return;
  }
}

function debtOf(at: number, { count, window, burst }: Rate, now: number): number {
  return burst === undefined ? 0 : Math.max(0, window - (now - at) * count);
}

function mayAfter(at: number, rate: Rate, now: number): boolean {
  const { burst, window } = rate;
  return burst === undefined || debtOf(at, rate, now) + window <= burst * window;
}

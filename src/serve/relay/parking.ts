// Receivers that found no connection. Input: a receiver and what it shares connections by. Output: each has its turn again, in their order, when one of
// the same connections has ended. Decision 0068.

import type { Receiver, Standing } from './turns.ts';

/** Milliseconds until what found no room is run again, where nothing else ends before. */
const NO_ROOM = 100;

/** New ones have connections of their own. */
export function placeOf(where: string | undefined, standing: Standing): string {
  return `${standing === 'new' ? 'new ' : ''}${where ?? ''}`;
}

export interface Parking<T> {
  readonly isFull: (place: string) => boolean;
  readonly park: (one: Receiver<T>, place: string) => void;
  /** A connection is free there. */
  readonly next: (place: string) => void;
  readonly end: () => void;
}

/** Receivers that found no room, by what they share connections by, in their order; `again`: one has its turn, if it has use for one. */
export function parkingOf<T>(again: (one: Receiver<T>) => boolean): Parking<T> {
  const parked = new Map<string, Receiver<T>[]>();
  /** Places that are looked at. */
  const looked = new Set<string>();
  const next = (place: string): void => {
    for (let all = parked.get(place); all; all = parked.get(place)) {
      const one = all.shift()!;
      if (all.length === 0) parked.delete(place);
      one.isParked = false;
      // The connection is for the next where this one has no use for it.
      if (again(one)) return;
    }
  };
  /** Something else than a lane of these may have made room. */
  const look = (place: string): void => {
    looked.delete(place);
    next(place);
    if (parked.has(place)) watch(place);
  };
  const watch = (place: string): void => {
    if (looked.has(place)) return;
    looked.add(place);
    setTimeout(look, NO_ROOM, place).unref();
  };
  return {
    isFull: (place) => parked.has(place),
    park(one, place) {
      if (one.isParked) return;
      one.isParked = true;
      const all = parked.get(place);
      if (all) return void all.push(one);
      parked.set(place, [one]);
      watch(place);
    },
    next,
    end() {
      for (const [place, all] of parked) for (let left = all.length; left > 0; left -= 1) next(place);
    },
  };
}

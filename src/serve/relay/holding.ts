// How many lanes of each receiver this node wants in hand. Input: its receivers. Output: for each so many more: many of one that takes what it gets, few
// of one of which nothing is known, one of one that takes nothing, so that these never fill the hand. Decision 0068.

import { standingOf, type Receiver, type Standing } from './turns.ts';

/** Lanes of one receiver that are in hand. */
const OF_ONE: Readonly<Record<Standing, number>> = { proven: 256, new: 4, dead: 1 };
/** Lanes of all that are not proven. */
const UNPROVEN = 4_096;

export interface Wanted {
  /** Of a receiver of which none is in hand, and that does not fail. */
  readonly most: number;
  readonly of: ReadonlyMap<string, number>;
}

export function wantedOf(receivers: Iterable<Receiver<unknown>>): Wanted {
  const known = [...receivers].filter((one) => lanesOf(one) > 0 || one.hasTaken === false);
  const unproven = known.reduce((sum, one) => sum + (one.hasTaken === true ? 0 : lanesOf(one)), 0);
  const isFull = unproven >= UNPROVEN;
  const more = (one: Receiver<unknown>): number => {
    const standing = standingOf(one);
    return isFull && standing !== 'proven' ? 0 : Math.max(0, OF_ONE[standing] - lanesOf(one));
  };
  return { most: isFull ? 0 : OF_ONE.new, of: new Map(known.map((one) => [one.name, more(one)])) };
}

/** Takes from it the lanes that are too many now. */
export function surplusOf<T>(one: Receiver<T>): readonly (readonly T[])[] {
  const most = Math.max(0, OF_ONE[standingOf(one)] - one.running);
  return one.waiting.splice(most);
}

function lanesOf({ waiting, running }: Receiver<unknown>): number {
  return waiting.length + running;
}

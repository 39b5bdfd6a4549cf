// How many events are read at once. Input: how many at most, and how large those are that were read. Output: how many next: fewer where they are large, so
// that memory does not grow with the size of events.

import type { OutboxEvent } from '../../store/deliveries.ts';

/** Characters that are read together. */
const TOGETHER = 8 * 2 ** 20;
/** Nothing is known of their size. */
const AT_FIRST = 32;
/** Times as many as before, where all were small. */
const GROWTH = 4;

export interface Batches {
  /** Of so many that there is room for; at least one. */
  next(room: number): number;
  read(events: Iterable<OutboxEvent>): void;
}

export function batchesOf(most: number): Batches {
  let count = Math.min(AT_FIRST, most);
  return {
    next: (room) => Math.max(1, Math.min(count, room)),
    read(events) {
      let largest = 1;
      for (const event of events) largest = Math.max(largest, charactersOf(event));
      count = Math.max(1, Math.min(most, count * GROWTH, Math.floor(TOGETHER / largest)));
    },
  };
}

/** What is kept of it in memory. */
export function charactersOf({ row, payload }: OutboxEvent): number {
  return row.length + (payload?.length ?? 0);
}

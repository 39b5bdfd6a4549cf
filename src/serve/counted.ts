// What the operator's port reads from the store. Input: the plan that is current at that moment. Output: the same answers; the
// store stays open meanwhile, and no other plan takes its place in between.

import type { Door } from './plan-switch.ts';
import type { Waiting } from './outbox.ts';
import type { Keys } from './keys.ts';
import type { Outside } from './outside.ts';
import type { Read, Rows } from './rows.ts';
import { less, type Running } from './running.ts';

function busyWith<T>(door: Door, work: (running: Running) => Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    // In one turn: which plan is current, and that it is busy.
    door.through(() => {
      const running = door.current();
      running.busy++;
      resolve(work(running).finally(() => less(running)));
    });
  });
}

export function countedMoves(door: Door): Outside {
  return {
    list: () => door.current().outside.list(),
    move: (body) => busyWith(door, ({ outside }) => outside.move(body)),
    set: (body) => busyWith(door, ({ outside }) => outside.set(body)),
  };
}

export function countedKeys(door: Door): Keys {
  return {
    list: () => busyWith(door, ({ keys }) => keys.list()),
    change: (body) => busyWith(door, ({ keys }) => keys.change(body)),
  };
}

export function countedWaiting(door: Door): Promise<Waiting> {
  return busyWith(door, ({ waiting }) => waiting());
}

/** `serving` undefined: the service stops, or has not begun. */
export function countedRows(serving: () => Door | undefined): Rows {
  const read = async <T>(work: (rows: Rows) => Promise<Read<T>>): Promise<Read<T>> => {
    const door = serving();
    return door ? busyWith(door, ({ rows }) => work(rows)) : { kind: 'unavailable' };
  };
  return {
    resources: () => serving()?.current().rows.resources() ?? [],
    page: (resource, asked) => read((rows) => rows.page(resource, asked)),
    count: (resource) => read((rows) => rows.count(resource)),
  };
}

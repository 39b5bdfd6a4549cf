// The store of the plan that is served, which changes with it. Input: the store of the start. Output: which one it is now, and a
// clock that belongs to it (decision 0012).

import type { Clock } from '../../serve/clock.ts';
import type { Notes, Store } from '../../store/store.ts';
import type { Settings } from '../settings.ts';
import { clockOf } from './store.ts';

export interface Data {
  readonly clock: Clock;
  current(): Store;
  replace(store: Store): void;
}

export async function dataOf(settings: Settings, first: Store): Promise<Data> {
  let store = first;
  const notes: Notes = {
    read: (key) => store.notes.read(key),
    write: (key, value) => store.notes.write(key, value),
    raise: (key, value) => store.notes.raise(key, value),
    keep: (key, value) => store.notes.keep(key, value),
  };
  const same = { notes, ...(first.now && { now: () => store.now!() }), close: () => store.close() };
  return {
    clock: await clockOf(settings, same),
    current: () => store,
    replace: (next) => void (store = next),
  };
}

// A store that is not handed over before somebody is done with it. Input: a store that is open, and what to do first. Output: the store; closed
// where that fails.

import type { Store } from './store.ts';

export async function handedOver(store: Store, ready?: (store: Store) => Promise<void>): Promise<Store> {
  try {
    await ready?.(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

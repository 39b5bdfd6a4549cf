// One writer at a time of a document. Input: the document's path. Output: what is done while no other session writes.

import { takeLock } from '../lock.ts';

/** A writer holds it for as long as it takes to read, write and rename a document. */
const PATIENCE = 5000;

export function withLock<T>(path: string, act: () => T): T {
  const free = takeLock(`${path}.ask.lock`, {
    patience: PATIENCE,
    held: (lock, holder) => `another session is writing (${lock} says: ${holder}); delete that file if none is`,
  });
  try {
    return act();
  } finally {
    free();
  }
}

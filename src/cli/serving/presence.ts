// Data that goes away while it is served. Input: the store. Output: a line when it cannot be reached, and one when it can again.

import type { Console } from '../console.ts';
import type { Data } from './data.ts';

/** Milliseconds. */
const EVERY = 1000;

/** Answers how to end it. */
export function watchData({ current }: Pick<Data, 'current'>, directory: string, console: Console): () => void {
  let before: string | undefined;
  const look = async (): Promise<void> => {
    const store = current();
    const isReady = await store.ready();
    const now = isReady
      ? undefined
      : (store.trouble?.() ?? `the data in ${directory} cannot be read: /readyz says 503`);
    if (now === before) return;
    before = now;
    console.err(now ?? `the data in ${directory} is there again`);
  };
  const timer = setInterval(() => void look(), EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

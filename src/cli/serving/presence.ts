// Data that goes away while it is served. In: the store. Out: a line when it cannot be reached, and one when it can again.

import type { Console } from '../console.ts';
import type { Data } from './data.ts';

/** Milliseconds. */
const EVERY = 1000;

/** Answers how to end it. */
export function watchData({ current }: Pick<Data, 'current'>, directory: string, console: Console): () => void {
  let isThere = true;
  const look = async (): Promise<void> => {
    const isReady = await current().ready();
    if (isReady === isThere) return;
    isThere = isReady;
    console.err(
      isThere
        ? `the data in ${directory} is there again`
        : `the data in ${directory} is not there any more: nothing is kept, what would be written is answered as unavailable, and /readyz says 503; put it back, or stop and start again`,
    );
  };
  const timer = setInterval(() => void look(), EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

// The progress of a long command. Input: parts from 0 to 1 as they are done. Output: a line on stderr for each further tenth,
// once it takes longer than a second.

import type { Console } from './console.ts';

const QUIET = 1_000;

export function progressOf(what: string, console: Console): (done: number) => void {
  const begun = performance.now();
  let shown = 0;
  return (done) => {
    const tenth = Math.floor(done * 10);
    if (tenth <= shown || performance.now() - begun < QUIET) return;
    shown = tenth;
    console.err(`${tenth * 10} % ${what}`);
  };
}

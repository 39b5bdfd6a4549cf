// Lines to a stream, written without waiting. Input: lines, some of them about each request. Output: few writes, in the order of
// the lines; while the other end is not read, a limited number of them is kept, and a line says afterwards how many were dropped.

import type { Writable } from 'node:stream';

export interface Lines {
  /** Gathered with those that follow, and written with them. */
  add(line: string): void;
  /** At once, behind what was added before. */
  say(text: string): void;
  /** What was gathered is handed to the stream. */
  flush(): void;
  /** The same, and false if it was not taken within this many milliseconds. */
  end(within: number): Promise<boolean>;
}

/** Characters that are gathered at most, and milliseconds for which. */
const GATHERED = 32_768;
const SOON = 50;
/** Octets that may wait in the stream. */
const MOST_WAITING = 1_048_576;

export function linesTo(stream: Pick<Writable, 'write' | 'writableLength'>): Lines {
  let gathered = '';
  let count = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (count === 0) return;
    if (stream.writableLength > MOST_WAITING) {
      dropped += count;
    } else {
      stream.write(dropped === 0 ? gathered : `${lost(dropped)}${gathered}`);
      dropped = 0;
    }
    gathered = '';
    count = 0;
  };
  const add = (line: string): void => {
    gathered += line;
    count++;
    if (gathered.length >= GATHERED) flush();
    else timer ??= setTimeout(flush, SOON).unref();
  };
  return {
    add,
    say(text) {
      add(text);
      flush();
    },
    flush,
    end(within) {
      flush();
      return new Promise((resolve) => {
        if (stream.writableLength === 0) return resolve(true);
        const late = setTimeout(() => resolve(false), within);
        stream.write('', () => {
          clearTimeout(late);
          resolve(true);
        });
      });
    },
  };
}

function lost(count: number): string {
  return `${count} ${count === 1 ? 'line was' : 'lines were'} left out here: what was written before had not been read\n`;
}

// What a running service says on stderr: sentences, and a line for each request. Input: the console and the setting. Output: a
// console that writes them in their order, and a listener for requests; undefined: requests are not logged.

import type { Served } from '../../serve/request-log.ts';
import { withLineBreak } from '../console.ts';
import type { Console } from '../console.ts';
import type { Settings } from '../settings.ts';
import { linesTo } from './lines.ts';
import { jsonLines, lineForPeople } from './request-lines.ts';

export interface Log {
  readonly console: Console;
  readonly served: ((entry: Served) => void) | undefined;
  /** All lines are written, or the other end does not read. */
  end(): Promise<void>;
}

/** Milliseconds in which a reader takes what is left when the service has stopped. */
const LAST_WORDS = 1000;

export function openLog(console: Console, { log }: Pick<Settings, 'log'>): Log {
  const { stream, isTerminal } = console.errors;
  const lines = linesTo(stream);
  process.once('exit', lines.flush);
  const forOne = isTerminal ? (entry: Served) => lineForPeople(entry, console.paintErr) : jsonLines();
  return {
    console: { ...console, err: (text) => lines.say(withLineBreak(text)) },
    served: log === 'requests' ? (entry) => lines.add(forOne(entry)) : undefined,
    async end() {
      const isRead = await lines.end(LAST_WORDS);
      process.off('exit', lines.flush);
      // What waits to be written keeps a process alive.
      if (!isRead) process.exit(0);
    },
  };
}

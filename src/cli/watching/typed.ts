// What is typed while a service runs: `r` and Enter. Input: the stream that is typed into. Output: a call for each line. A
// terminal is only read while something is offered, and while the process has it: a program in the background that reads from it
// is stopped by the system, and with it the service.

import type { Typing } from '../console.ts';
import { isInForeground } from './foreground.ts';

export interface Typed {
  /** Can lines be typed here? `behind`: a shell that has the terminal, only once it is brought to the front. */
  can(): 'now' | 'behind' | 'never';
  /** From now on lines count. */
  listen(line: (text: string) => void): void;
  /** From now on they do not count; nor does what was typed before. */
  ignore(): void;
  end(): void;
}

/** Milliseconds between two looks whether the terminal has come or gone while something is offered. */
const LOOK = 500;

export function typedInto({ input }: Pick<Typing, 'input'>, mayRead: () => boolean = isInForeground): Typed {
  const isTerminal = (input as Partial<NodeJS.ReadStream>).isTTY === true;
  let told: ((text: string) => void) | undefined;
  let rest = '';
  let isRead = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const take = (chunk: Buffer | string): void => {
    const lines = `${rest}${String(chunk)}`.split('\n');
    // Input without a line break is not kept.
    rest = lines.pop()!.slice(-80);
    for (const each of lines) told?.(each.trim());
  };
  const over = (): void => void (isOver = true);
  // Closed, or `/dev/null`: it ends at once. A stream that fails says nothing any more.
  for (const event of ['end', 'close', 'error']) input.on(event, over);
  const read = (isWanted: boolean): void => {
    if (isWanted === isRead) return;
    isRead = isWanted;
    if (isWanted) input.on('data', take).resume();
    else input.off('data', take).pause();
  };
  const look = (): void => read(told !== undefined && mayRead());
  const follow = (): void => {
    look();
    if (timer !== undefined) return;
    timer = setInterval(look, LOOK).unref();
    // Stopped, and continued behind its shell.
    process.on('SIGCONT', look);
  };
  const leave = (): void => {
    clearInterval(timer);
    timer = undefined;
    process.off('SIGCONT', look);
    read(false);
  };
  if (!isTerminal) read(true);
  return {
    can() {
      if (isOver) return 'never';
      return !isTerminal || mayRead() ? 'now' : 'behind';
    },
    listen(line) {
      told = line;
      rest = '';
      if (isTerminal) follow();
    },
    ignore() {
      told = undefined;
      if (isTerminal) leave();
    },
    end() {
      told = undefined;
      leave();
    },
  };
}

// What is typed, line by line, from a terminal or a pipe. Input: a stream. Output: the next line, or nothing at its end; lines
// that arrived and were never read can still be had.

import { createInterface, type Interface } from 'node:readline';
import type { ReadStream } from 'node:tty';

import type { Typing } from '../console.ts';

export class Lines {
  readonly #reader: Interface;
  readonly #waiting: string[] = [];
  readonly #input: NodeJS.ReadableStream;
  readonly #isTerminal: boolean;
  #wanted: ((line: string | undefined) => void) | undefined;
  #isOver = false;

  constructor({ input, output, isTerminal }: Typing, isDumb: boolean) {
    this.#input = input;
    this.#isTerminal = isTerminal;
    this.#reader = createInterface({ input, ...(isTerminal && { output }), terminal: isTerminal && !isDumb });
    this.#reader.on('line', (line) => this.#take(line));
    this.#reader.on('close', () => this.#take(undefined));
    this.#reader.on('SIGINT', () => this.#reader.close());
  }

  /** undefined: nothing comes any more (the end of the input, or Ctrl-C). */
  next(prompt: string): Promise<string | undefined> {
    if (this.#waiting.length > 0) return Promise.resolve(this.#waiting.shift());
    if (this.#isOver) return Promise.resolve(undefined);
    if (this.#isTerminal) {
      this.#reader.setPrompt(prompt);
      this.#reader.prompt();
    }
    return new Promise((resolve) => {
      this.#wanted = resolve;
    });
  }

  /** While another program has the terminal. */
  aside<T>(act: () => T): T {
    if (!this.#isTerminal || this.#isOver) return act();
    const { terminal } = this.#reader;
    const raw = (is: boolean): void => void (terminal && (this.#input as Partial<ReadStream>).setRawMode?.(is));
    this.#reader.pause();
    raw(false);
    try {
      return act();
    } finally {
      raw(true);
      this.#reader.resume();
    }
  }

  /** Answers the lines that were never read. */
  close(): readonly string[] {
    this.#reader.close();
    return this.#waiting.splice(0);
  }

  #take(line: string | undefined): void {
    if (line === undefined) this.#isOver = true;
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted) wanted(line);
    else if (line !== undefined) this.#waiting.push(line);
  }
}

// Every line that is typed in a session of `ask`, kept beside the document before anything is done with it. Input: words. Output: lines of
// JSON in `FILE.ask.log`, on the disk when the call returns.

import { closeSync, fsyncSync, openSync, realpathSync, writeSync } from 'node:fs';

import { Refusal } from '../console.ts';

export interface Entry {
  /** The id of the question that was asked. */
  readonly question?: string;
  readonly typed?: string;
  /** What became of it. */
  readonly outcome?: 'written' | 'not written' | 'taken back' | 'put off' | 'challenged';
  readonly words?: string;
  readonly why?: string;
  readonly line?: number;
}

export class Journal {
  readonly file: string;
  readonly #shown: string;

  /** Refuses where nothing can be kept: then nothing is asked. */
  constructor(path: string, shown: string) {
    this.file = `${realpathSync(path)}.ask.log`;
    this.#shown = `${shown}.ask.log`;
    this.#append('');
  }

  get shown(): string {
    return this.#shown;
  }

  write(entry: Entry): void {
    this.#append(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
  }

  #append(text: string): void {
    try {
      const file = openSync(this.file, 'a', 0o600);
      try {
        for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(file, rest));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      throw new Refusal(2, `cannot write ${this.#shown}, where all that is typed is kept: ${(error as Error).message}`);
    }
  }
}

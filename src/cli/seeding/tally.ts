// How many rows had which result, and a line for each of those that are not in. Input: the results of rows. Output: lines for
// people, the counts.

import type { Console } from '../console.ts';
import { placeOf } from './bytes.ts';
import type { Spot } from './bytes.ts';
import type { DataFile } from './look.ts';

/** The most rows that are not in and shown, of each kind. */
const SHOWN = 100;

export class Tally {
  #counts = { made: 0, called: 0, there: 0, before: 0, failed: 0, unknown: 0 };
  readonly #data: DataFile;
  readonly #console: Console;

  constructor(data: DataFile, console: Console) {
    this.#data = data;
    this.#console = console;
  }

  count(what: 'made' | 'called' | 'there' | 'before'): void {
    this.#counts[what]++;
  }

  /** Another row may have the value that is taken: the user should see which rows of the file did not go in. */
  there(row: string, spot: Spot, words: string): void {
    this.#show(++this.#counts.there, row, spot, `there already: ${words}`, 'that are there already');
  }

  failed(row: string, spot: Spot, words: string): void {
    this.#show(++this.#counts.failed, row, spot, words, 'that failed');
  }

  unknown(row: string, spot: Spot, words: string): void {
    this.#show(++this.#counts.unknown, row, spot, `unknown: ${words}`, 'of which it is unknown');
  }

  get isAllIn(): boolean {
    return this.#counts.failed === 0 && this.#counts.unknown === 0;
  }

  get hasUnknown(): boolean {
    return this.#counts.unknown > 0;
  }

  /** `made 120, there already 3, failed 2, unknown 0`. */
  get line(): string {
    const { made, called, there, before, failed, unknown } = this.#counts;
    return [
      `made ${made}`,
      ...(called > 0 ? [`called ${called}`] : []),
      ...(before > 0 ? [`in before ${before}`] : []),
      `there already ${there}`,
      `failed ${failed}`,
      `unknown ${unknown}`,
    ].join(', ');
  }

  #show(count: number, row: string, spot: Spot, words: string, which: string): void {
    if (count > SHOWN + 1) return;
    const { line, column } = placeOf(this.#data.file, spot);
    if (count > SHOWN) this.#console.err(`further rows ${which} are only counted here, and named in the journal`);
    else this.#console.err(`${this.#data.shown}:${line}:${column}: ${row}: ${words}`);
  }
}

// Values that a run has made up, each with so much chance in it that no row had it before. Input: values, and the calls that sent them. Output:
// whether a row can have one that nobody has seen.

import { leavesIn } from './json.ts';

export class MadeUp {
  /** By the value: the exchange before which it was made up. */
  readonly #since = new Map<string, number>();
  readonly #refused = new Set<string>();

  add(value: string, exchange: number): void {
    if (!this.#since.has(value)) this.#since.set(value, exchange);
  }

  /** Undefined: it was not made up. */
  since(value: unknown): number | undefined {
    return typeof value === 'string' ? this.#since.get(value) : undefined;
  }

  /** A call with this body was refused. */
  refuse(body: string): void {
    if (this.#since.size === 0) return;
    for (const [, text] of leavesIn(body)) if (this.#since.has(text)) this.#refused.add(text);
  }

  /** Has a call that was refused sent one of the values in this body? */
  wasRefused(body: string): boolean {
    return this.#refused.size > 0 && [...leavesIn(body)].some(([, text]) => this.#refused.has(text));
  }
}

// Values that a run has made up, each with so much chance in it that no row had it before. Input: values, and the calls that sent them. Output:
// whether a row can have one that nobody has seen.

import { leavesIn } from './json.ts';

export class MadeUp {
  /** By the value: the exchange before which it was made up. */
  readonly #since = new Map<string, number>();
  readonly #refused = new Set<string>();
  /** A call that succeeded has sent it: whatever has it since, no refused call has left it behind. */
  readonly #taken = new Set<string>();

  add(value: string, exchange: number): void {
    if (!this.#since.has(value)) this.#since.set(value, exchange);
  }

  /** Undefined: it was not made up. */
  since(value: unknown): number | undefined {
    return typeof value === 'string' ? this.#since.get(value) : undefined;
  }

  /** A call with this body was refused. */
  refuse(body: string): void {
    for (const text of this.#in(body)) this.#refused.add(text);
  }

  /** A call with this body succeeded. */
  take(body: string): void {
    for (const text of this.#in(body)) this.#taken.add(text);
  }

  /** Has a call that was refused sent one of the values in this body, and none that succeeded? */
  wasRefused(body: string): boolean {
    const own = this.#in(body);
    return own.some((text) => this.#refused.has(text)) && !own.some((text) => this.#taken.has(text));
  }

  #in(body: string): readonly string[] {
    return this.#since.size === 0
      ? []
      : [...leavesIn(body)].flatMap(([, text]) => (this.#since.has(text) ? [text] : []));
  }
}

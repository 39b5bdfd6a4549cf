// The schemas that others name: one for each way in which a resource is shown or sent, and for the body of each error. Input: a key and
// how it is made. Output: a reference, and in the end all of them by name. They are made one after the other, never inside each other.

import { Names } from './names.ts';
import type { Schema } from './schema.ts';

export const COMPONENTS = '#/components/schemas/';

export class Definitions {
  readonly #names = new Names();
  readonly #keys = new Map<string, string>();
  readonly #made = new Map<string, Schema>();
  readonly #waiting: { readonly name: string; readonly make: () => Schema }[] = [];

  /** Gives a key its name before anything is made, so that it keeps it whatever refers to it first. */
  reserve(key: string, wanted: string): void {
    if (!this.#keys.has(key)) this.#keys.set(key, this.#names.take(wanted));
  }

  refer(key: string, wanted: string, make: () => Schema): Schema {
    this.reserve(key, wanted);
    const name = this.#keys.get(key)!;
    if (!this.#made.has(name)) {
      this.#made.set(name, {});
      this.#waiting.push({ name, make });
    }
    return { $ref: COMPONENTS + name };
  }

  /** In the order of their names' first use. */
  all(): Readonly<Record<string, Schema>> {
    for (let one = this.#waiting.shift(); one; one = this.#waiting.shift()) this.#made.set(one.name, one.make());
    return Object.fromEntries(
      [...this.#keys.values()].flatMap((name) => (this.#made.has(name) ? [[name, this.#made.get(name)!]] : [])),
    );
  }
}

// Of which resources each row is known that is there. Input: lists that have shown all of them, and calls of which nobody can tell what they
// made. Output: whether a row may be there that nobody knows.

export class Completeness {
  readonly #whole = new Set<string>();
  /** By the resource: the last exchange that may have made rows of it that nobody has seen. */
  readonly #unseen = new Map<string, number>();

  isWhole(resource: string): boolean {
    return this.#whole.has(resource);
  }

  /** The last exchange that may have made a row that nobody has seen. */
  unseenSince(resource: string): number | undefined {
    return this.#unseen.get(resource);
  }

  /** Would `set` change nothing? */
  is(resource: string, isWhole: boolean): boolean {
    return this.#whole.has(resource) === isWhole && !(isWhole && this.#unseen.has(resource));
  }

  mayHaveMade(resource: string, exchange: number): void {
    this.#unseen.set(resource, exchange);
  }

  /** Where each row is known, those are that nobody has seen made. Output: takes it back. */
  set(resource: string, isWhole: boolean): () => void {
    const was = this.#whole.has(resource);
    const unseen = this.#unseen.get(resource);
    this.#put(resource, isWhole);
    if (isWhole) this.#unseen.delete(resource);
    return () => {
      this.#put(resource, was);
      if (unseen !== undefined) this.#unseen.set(resource, unseen);
    };
  }

  #put(resource: string, isWhole: boolean): void {
    if (isWhole) this.#whole.add(resource);
    else this.#whole.delete(resource);
  }
}

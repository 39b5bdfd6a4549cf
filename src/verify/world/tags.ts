// The tags of rows and of answers, as replies have shown them, and since when something may have changed. Input: exchanges by their numbers.
// Output: whether a tag is that of a row as it is now. Notation, part 4, "Preconditions and tags".

import type { Row } from './known.ts';

/** `unknown`: nobody can tell. */
export type TagState = 'current' | 'stale' | 'unknown';

/** An answer to a read, and its tag. */
export interface TaggedView {
  readonly tag: string;
  /** The same for the same body. */
  readonly body: string;
  readonly exchange: number;
  /** How often it was seen so, one time after the other. */
  readonly times: number;
}

/** A tag that no row ever has. */
export const NO_TAG = '"ninefold-no-such-tag"';

export class Tags {
  /** By whatever the answer depends on: who asks, and for what. */
  readonly views: Map<string, TaggedView> = new Map();
  readonly #shown = new Map<Row, Map<string, number>>();
  readonly #touched = new Map<Row, number>();
  /** The last exchange that may have changed something. */
  lastChange = 0;

  /** The row was surely changed by this exchange. Output: takes it back. */
  touch(row: Row, exchange: number): () => void {
    const before = this.#touched.get(row);
    this.#touched.set(row, exchange);
    return () => (before === undefined ? this.#touched.delete(row) : this.#touched.set(row, before));
  }

  show(row: Row, tag: string, exchange: number): () => void {
    const tags = this.#shown.get(row) ?? new Map<string, number>();
    this.#shown.set(row, tags);
    const before = tags.get(tag);
    tags.set(tag, exchange);
    return () => (before === undefined ? tags.delete(tag) : tags.set(tag, before));
  }

  stateOf(row: Row, tag: string): TagState {
    const shown = this.#shown.get(row)?.get(tag);
    if (tag === NO_TAG) return 'stale';
    if (shown === undefined) return 'unknown';
    if (shown < (this.#touched.get(row) ?? 0)) return 'stale';
    return shown >= this.lastChange ? 'current' : 'unknown';
  }

  /** Was a tag shown that the row surely has no more? */
  hasStale(row: Row): boolean {
    const touched = this.#touched.get(row) ?? 0;
    return [...(this.#shown.get(row)?.values() ?? [])].some((shown) => shown < touched);
  }
}

/** Of a list of tags, without what says that they are weak. */
export function tagsIn(text: string): readonly { readonly tag: string; readonly isWeak: boolean }[] {
  return [...text.matchAll(/(W\/)?("[^"]*")/g)].map(([, weak, tag]) => ({ tag: tag!, isWeak: weak !== undefined }));
}

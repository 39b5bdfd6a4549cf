// The rows that are known of a service, by resource, by whether they are there, and by what a field holds. Input: rows and values, as they come
// and go. Output: rows, in the order in which they became known.

import { FieldIndex } from './field-index.ts';
import type { Row, Truth, Value } from './known.ts';

export class KeptRows {
  readonly #rows = new Map<string, Row[]>();
  /** Those of them that may be there; left out where that has changed since anybody asked. */
  readonly #there = new Map<string, readonly Row[]>();
  readonly #indexes = new Map<string, Map<string, FieldIndex>>();
  /** The place of a row among those of its resource. */
  readonly #places = new WeakMap<Row, number>();
  #added = 0;

  get size(): number {
    return [...this.#rows.values()].reduce((size, rows) => size + rows.length, 0);
  }

  all(resource: string): readonly Row[] {
    return this.#rows.get(resource) ?? NONE;
  }

  there(resource: string): readonly Row[] {
    let rows = this.#there.get(resource);
    if (!rows) this.#there.set(resource, (rows = this.all(resource).filter(({ isThere }) => isThere !== false)));
    return rows;
  }

  near(resource: string, field: string, value: Value): readonly Row[] {
    const found = this.#indexOf(resource, field).near(value);
    if (found.length < 2) return found;
    return found.toSorted((one, other) => this.#places.get(one)! - this.#places.get(other)!);
  }

  add(row: Row): void {
    const rows = this.#rows.get(row.resource);
    if (rows) rows.push(row);
    else this.#rows.set(row.resource, [row]);
    this.#places.set(row, (this.#added += 1));
    this.#there.delete(row.resource);
    for (const [field, index] of this.#indexesOf(row)) index.put(row, row.get(field));
  }

  remove(row: Row): void {
    const rows = this.#rows.get(row.resource)!;
    rows.splice(rows.lastIndexOf(row), 1);
    this.#there.delete(row.resource);
    for (const [field, index] of this.#indexesOf(row)) index.take(row, row.get(field));
  }

  /** Undefined: nothing is known of the field. */
  put(row: Row, field: string, value: Value | undefined): void {
    const index = this.#indexes.get(row.resource)?.get(field);
    index?.take(row, row.get(field));
    if (value === undefined) row.values.delete(field);
    else row.values.set(field, value);
    index?.put(row, row.get(field));
  }

  putThere(row: Row, isThere: Truth): void {
    row.isThere = isThere;
    this.#there.delete(row.resource);
  }

  #indexesOf({ resource }: Row): ReadonlyMap<string, FieldIndex> {
    return this.#indexes.get(resource) ?? NO_INDEXES;
  }

  /** It is made when it is first asked for. */
  #indexOf(resource: string, field: string): FieldIndex {
    let indexes = this.#indexes.get(resource);
    if (!indexes) this.#indexes.set(resource, (indexes = new Map()));
    let index = indexes.get(field);
    if (index) return index;
    indexes.set(field, (index = new FieldIndex()));
    for (const row of this.all(resource)) index.put(row, row.get(field));
    return index;
  }
}

const NONE: readonly Row[] = [];
const NO_INDEXES: ReadonlyMap<string, FieldIndex> = new Map();

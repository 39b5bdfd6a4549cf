// The rows of a resource by what one field holds, so that one is found among many. Input: rows and values, as they come and go. Output: of a value
// the rows that may hold it: all that do, and few others. What is equal is said elsewhere; here equal values have one key.

import { Digits } from '../../base/json-digits.ts';
import { Row, UNKNOWN, type Value } from './known.ts';

export class FieldIndex {
  /** By the kind of the value and its key. */
  readonly #kinds = new Map<string, Map<string, Set<Row>>>();

  put(row: Row, value: Value): void {
    const [kind, key] = placeOf(value);
    let keys = this.#kinds.get(kind);
    if (!keys) this.#kinds.set(kind, (keys = new Map()));
    const rows = keys.get(key);
    if (rows) rows.add(row);
    else keys.set(key, new Set([row]));
  }

  take(row: Row, value: Value): void {
    const [kind, key] = placeOf(value);
    const keys = this.#kinds.get(kind);
    const rows = keys?.get(key);
    rows?.delete(row);
    if (rows?.size === 0) keys!.delete(key);
    if (keys?.size === 0) this.#kinds.delete(kind);
  }

  /** Values of another kind, such as those that are not known, may be the same in a way that only the type tells. */
  near(value: Value): readonly Row[] {
    const [kind, key] = placeOf(value);
    const own = this.#kinds.get(kind);
    const rows = own?.get(key);
    // Of the rows of a long list most are not known.
    if (!rows && this.#kinds.size === (own ? 1 : 0)) return NONE;
    const found = [...(rows ?? NONE)];
    for (const [other, keys] of this.#kinds)
      if (other !== kind) for (const others of keys.values()) for (const row of others) found.push(row);
    return found;
  }
}

const NONE: readonly Row[] = [];
const OF_ANY = '';

/** Equal texts differ at most in case, or as instants in how they are written; equal numbers in how they are written. */
function placeOf(value: Value): readonly [kind: string, key: string] {
  if (value === UNKNOWN || value instanceof Row) return ['not known', OF_ANY];
  if (typeof value === 'number') return ['number', String(value)];
  if (value instanceof Digits) return ['number', String(Number(value.text))];
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d/.test(value) ? ['instant', OF_ANY] : ['text', value.toLowerCase()];
  return ['other', OF_ANY];
}

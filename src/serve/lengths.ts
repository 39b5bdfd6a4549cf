// Lengths and sizes of part 8 of what a body sends for a field. Input: the limits of the field, its value as JSON. Output: the first limit
// that the value is beyond. Characters are code points, as those of `string(1..80)`. Notation, part 8.

import type { LengthLimit } from '../plan/bounds.ts';
import { textOf } from './exact-json.ts';
import { isObject } from './json-values.ts';

export function limitBeyond(limits: readonly LengthLimit[], value: unknown, exact: unknown): LengthLimit | undefined {
  return limits.find((limit) => isBeyond(limit, value, exact));
}

function isBeyond({ counts, most }: LengthLimit, value: unknown, exact: unknown): boolean {
  switch (counts) {
    case 'characters':
      return typeof value === 'string' && value.length > most && characters(value) > most;
    case 'items':
      if (Array.isArray(value)) return value.length > most;
      return isObject(value) && Object.keys(value).length > most;
    case 'octets':
      if (value === null || value === undefined) return false;
      return Buffer.byteLength(typeof value === 'string' ? value : textOf({ value, exact })) > most;
  }
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

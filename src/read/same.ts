// Whether two statements say the same. Input: words, values, slots. Output: yes or no; the spelling of a value and its place make
// no difference. Notation, rule 1.6.

import type { Slot } from '../notation/slot.ts';
import type { Written } from './reading.ts';
import type { SlotRule } from '../notation/grammar/syntax.ts';

export function sameWords(a: string, b: string): boolean {
  return plainWords(a) === plainWords(b);
}

function plainWords(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\.$/, '').trim();
}

/** A second copy of a statement, at another place. */
export function saysAgain<T>(slot: Slot<T>, { text }: Written, rule: SlotRule<T>): boolean {
  const word = text.text.toLowerCase();
  if (word === 'none' || word === 'any') return slot.status === word;
  if (slot.status === 'gap') return slot.text.toLowerCase() === word;
  if (slot.status !== 'stated') return false;
  const parsed = rule.parse(text);
  return parsed.ok && sameValue(slot.value, parsed.value);
}

export function sameSlot(a: Slot<unknown>, b: Slot<unknown>): boolean {
  return a.status === 'stated' && b.status === 'stated' ? sameValue(a.value, b.value) : a.status === b.status;
}

/** A `text` inside a value is a name or words kept as they are. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const own = keysOf(a);
  return (
    own.length === keysOf(b).length &&
    own.every((key) => Object.hasOwn(b, key) && sameValue(a[key as never], b[key as never]))
  );
}

function keysOf(value: object): readonly string[] {
  return Object.keys(value).filter((key) => key !== 'at');
}

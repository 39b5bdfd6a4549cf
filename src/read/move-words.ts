// Moves → the words that tell them apart. In: two lists of moves. Out: those of either list that the other does not
// have, by From, To and By. For a machine that is both drawn and tabled.

import type { By, From, Move, To } from '../model/states.ts';
import type { Slot } from '../model/status.ts';

/** A diagram has no words for what a table may leave open, so a gap in the table agrees with anything. */
export function differences(drawn: readonly Move[], tabled: readonly Move[]): Move[] {
  const left = tabled.filter((move) => move.to.status !== 'stated' || move.to.value.kind !== 'refused').flatMap(single);
  const unmatched = drawn.flatMap(single).filter((move) => {
    const found = left.findIndex((other) => agrees(move, other));
    if (found !== -1) left.splice(found, 1);
    return found === -1;
  });
  return [...unmatched, ...left].map(({ move }) => move);
}

interface Single {
  readonly move: Move;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly by: string | undefined;
}

/** One for each state that a move leaves. */
function single(move: Move): Single[] {
  const to = slotWords(move.to, toWords);
  const by = slotWords(move.by, byWords);
  const froms = move.from.status === 'stated' ? fromWords(move.from.value) : [slotWords(move.from, () => '')];
  return froms.map((from) => ({ move, from, to, by }));
}

function agrees(a: Single, b: Single): boolean {
  return same(a.from, b.from) && same(a.to, b.to) && same(a.by, b.by);
}

function same(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

/** undefined: open. */
function slotWords<T>(slot: Slot<T>, words: (value: T) => string): string | undefined {
  if (slot.status === 'stated' || slot.status === 'assumed') return words(slot.value);
  return slot.status === 'none' || slot.status === 'any' ? slot.status : undefined;
}

function fromWords(from: From): string[] {
  switch (from.kind) {
    case 'new':
      return ['(new)'];
    case 'states':
      return from.states.map((state) => state.text);
    case 'any except':
      return [`any except ${from.states.map((state) => state.text).join(', ')}`];
  }
}

function toWords(to: To): string {
  switch (to.kind) {
    case 'state':
      return to.state.text;
    case 'one of':
      return `one of ${to.states.map((state) => state.text).join(', ')}`;
    case 'gone':
      return '(gone)';
    case 'same':
      return 'same';
    case 'refused':
      return `refused ${to.error.text}`;
  }
}

function byWords(by: By): string {
  switch (by.kind) {
    case 'operations':
      return by.operations.map((operation) => operation.text).join(', ');
    case 'after':
      return `after ${by.delay}`;
    case 'at':
      return `at ${by.field.text} ${by.delay}`;
    case 'outside':
      return `outside ${by.actor}`;
  }
}

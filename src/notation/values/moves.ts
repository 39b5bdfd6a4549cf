// The cells of a move and Any other move: their types, how they are read and printed. Notation, part 3.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import type { Name } from '../slot.ts';
import { duration, printDuration } from './durations.ts';
import { isTick, tickedList, tickedName, ticks } from './names.ts';

export type From =
  | { readonly kind: 'new' }
  | { readonly kind: 'states'; readonly states: readonly Name[] }
  | { readonly kind: 'any except'; readonly states: readonly Name[] };

export type To =
  | { readonly kind: 'state'; readonly state: Name }
  | { readonly kind: 'one of'; readonly states: readonly Name[] }
  | { readonly kind: 'gone' | 'same' }
  | { readonly kind: 'refused'; readonly error: Name };

export type By =
  /** Headings of operations, as written: `POST /orders/{id}/pay`. */
  | { readonly kind: 'operations'; readonly operations: readonly Name[] }
  /** Milliseconds in this state. */
  | { readonly kind: 'after'; readonly delay: number }
  | { readonly kind: 'at'; readonly field: Name; readonly delay: number }
  | { readonly kind: 'outside'; readonly actor: string };

export type AnyOtherMove = { readonly kind: 'error'; readonly error: Name } | { readonly kind: 'accepted' };

/** `(new)`, `` `a`, `b` ``, ``any except `a` ``. */
export const parseFrom: Parser<From> = parserOf((cursor) => {
  if (takeBracketed(cursor, 'new')) return { kind: 'new' };
  if (cursor.takePhrase('any except')) return { kind: 'any except', states: tickedList(cursor, 'states in ticks') };
  return { kind: 'states', states: tickedList(cursor, 'states in ticks, `(new)`, `any`, or any except `a`, `b`') };
});

/** `` `a` ``, `(gone)`, `same`, `` one of `a`, `b` ``, `` refused `Error` ``. */
export const parseTo: Parser<To> = parserOf((cursor) => {
  if (takeBracketed(cursor, 'gone')) return { kind: 'gone' };
  if (cursor.takePhrase('same')) return { kind: 'same' };
  if (cursor.takePhrase('one of')) return { kind: 'one of', states: tickedList(cursor, 'states in ticks') };
  if (cursor.takePhrase('refused')) return { kind: 'refused', error: tickedName(cursor, 'an error code in ticks') };
  return {
    kind: 'state',
    state: tickedName(cursor, 'a state in ticks, `(gone)`, `same`, one of `a`, `b`, or refused `Error`'),
  };
});

const BY_FORMS =
  'operations in ticks (`POST /orders/{id}/pay`), `after 15 minutes`, at `expires_at`, 7 days after `created`, or outside: `who`';

export const parseBy: Parser<By> = parserOf((cursor) => {
  if (isTick(cursor)) return { kind: 'operations', operations: tickedList(cursor, BY_FORMS) };
  if (cursor.takePhrase('after')) return { kind: 'after', delay: duration(cursor) };
  if (cursor.takePhrase('at')) return { kind: 'at', field: tickedName(cursor, 'a field in ticks'), delay: 0 };
  if (cursor.takePhrase('outside')) {
    cursor.needSymbol(':', '`:` and who decides, in ticks');
    return { kind: 'outside', actor: tickedName(cursor, 'who decides, in ticks').text };
  }
  if (cursor.peek().kind !== 'number') cursor.fail(BY_FORMS);
  const delay = duration(cursor);
  cursor.needPhrase('after', '`after` and a field');
  return { kind: 'at', field: tickedName(cursor, 'a field in ticks'), delay };
});

/** An error code, or `accepted`. */
export const parseAnyOtherMove: Parser<AnyOtherMove> = parserOf((cursor) => {
  if (cursor.takePhrase('accepted')) return { kind: 'accepted' };
  return { kind: 'error', error: tickedName(cursor, 'an error code in ticks, or `accepted`') };
});

function takeBracketed(cursor: Cursor, word: string): boolean {
  if (!cursor.isSymbol('(') || !cursor.isWord(word, 1)) return false;
  cursor.take();
  cursor.take();
  cursor.needSymbol(')', '`)`');
  return true;
}

export function printFrom(from: From): string {
  switch (from.kind) {
    case 'new':
      return '(new)';
    case 'states':
      return ticks(from.states);
    case 'any except':
      return `any except ${ticks(from.states)}`;
  }
}

export function printTo(to: To): string {
  switch (to.kind) {
    case 'state':
      return ticked(to.state.text);
    case 'one of':
      return `one of ${ticks(to.states)}`;
    case 'gone':
      return '(gone)';
    case 'same':
      return 'same';
    case 'refused':
      return `refused ${ticked(to.error.text)}`;
  }
}

export function printBy(by: By): string {
  switch (by.kind) {
    case 'operations':
      return ticks(by.operations);
    case 'after':
      return `after ${printDuration(by.delay)}`;
    case 'at':
      return by.delay === 0
        ? `at ${ticked(by.field.text)}`
        : `${printDuration(by.delay)} after ${ticked(by.field.text)}`;
    case 'outside':
      return `outside: ${ticked(by.actor)}`;
  }
}

export function printAnyOtherMove(rule: AnyOtherMove): string {
  return rule.kind === 'accepted' ? 'accepted' : ticked(rule.error.text);
}

export const ANY_OTHER_MOVE: Syntax<AnyOtherMove> = {
  parse: parseAnyOtherMove,
  print: printAnyOtherMove,
  none: false,
  forms: 'an error code in ticks, or `accepted`',
  offers: ['a code: `…`', 'accepted'],
};

export const ANY_OTHER_CHANGE: Syntax<AnyOtherMove> = { ...ANY_OTHER_MOVE };

export const FROM: Syntax<From> = {
  parse: parseFrom,
  print: printFrom,
  none: false,
  any: true,
  forms: 'states, `(new)` or `any`',
  offers: ['a state: `…`', '(new)', 'any', 'any except `…`'],
};

export const TO: Syntax<To> = {
  parse: parseTo,
  print: printTo,
  none: false,
  forms: 'a state, `(gone)`, `same` or `refused …`',
  offers: ['a state: `…`', '(gone)', 'same', 'refused `…`'],
};

export const BY: Syntax<By> = {
  parse: parseBy,
  print: printBy,
  forms: 'operations in ticks, `after …`, `at …` or `outside: …`',
  offers: ['an operation: `…`', 'after … minutes', 'at `…`', 'outside: `…`', 'none'],
};

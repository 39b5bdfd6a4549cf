// Moves between states. In: the cells From, To and By, and the bullet "Any other move". Out: From, To, By, AnyOtherMove.
// Notation, part 3.

import type { AnyOtherMove, By, From, To } from '../../model/states.ts';
import type { SourceText } from '../source-text.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { duration } from './durations.ts';
import { isTick, ticked, tickedList } from './names.ts';
import type { Parsed } from './parsed.ts';

/** `(new)`, `` `a`, `b` ``, ``any except `a` ``. */
export function parseFrom(text: SourceText): Parsed<From> {
  return parseWith(text, (cursor) => {
    if (takeBracketed(cursor, 'new')) return { kind: 'new' };
    if (cursor.takePhrase('any except')) return { kind: 'any except', states: tickedList(cursor, 'states in ticks') };
    return { kind: 'states', states: tickedList(cursor, 'states in ticks, `(new)`, `any`, or any except `a`, `b`') };
  });
}

/** `` `a` ``, `(gone)`, `same`, `` one of `a`, `b` ``, `` refused `Error` ``. */
export function parseTo(text: SourceText): Parsed<To> {
  return parseWith(text, (cursor) => {
    if (takeBracketed(cursor, 'gone')) return { kind: 'gone' };
    if (cursor.takePhrase('same')) return { kind: 'same' };
    if (cursor.takePhrase('one of')) return { kind: 'one of', states: tickedList(cursor, 'states in ticks') };
    if (cursor.takePhrase('refused')) return { kind: 'refused', error: ticked(cursor, 'an error code in ticks') };
    return {
      kind: 'state',
      state: ticked(cursor, 'a state in ticks, `(gone)`, `same`, one of `a`, `b`, or refused `Error`'),
    };
  });
}

const BY_FORMS =
  'operations in ticks (`POST /orders/{id}/pay`), `after 15 minutes`, at `expires_at`, 7 days after `created`, or outside: `who`';

export function parseBy(text: SourceText): Parsed<By> {
  return parseWith(text, (cursor) => {
    if (isTick(cursor)) return { kind: 'operations', operations: tickedList(cursor, BY_FORMS) };
    if (cursor.takePhrase('after')) return { kind: 'after', delay: duration(cursor) };
    if (cursor.takePhrase('at')) return { kind: 'at', field: ticked(cursor, 'a field in ticks'), delay: 0 };
    if (cursor.takePhrase('outside')) {
      cursor.needSymbol(':', '`:` and who decides, in ticks');
      return { kind: 'outside', actor: ticked(cursor, 'who decides, in ticks').text };
    }
    if (cursor.peek().kind !== 'number') cursor.fail(BY_FORMS);
    const delay = duration(cursor);
    cursor.needPhrase('after', '`after` and a field');
    return { kind: 'at', field: ticked(cursor, 'a field in ticks'), delay };
  });
}

/** An error code, or `accepted`. */
export function parseAnyOtherMove(text: SourceText): Parsed<AnyOtherMove> {
  return parseWith(text, (cursor) => {
    if (cursor.takePhrase('accepted')) return { kind: 'accepted' };
    return { kind: 'error', error: ticked(cursor, 'an error code in ticks, or `accepted`') };
  });
}

function takeBracketed(cursor: Cursor, word: string): boolean {
  if (!cursor.isSymbol('(') || !cursor.isWord(word, 1)) return false;
  cursor.take();
  cursor.take();
  cursor.needSymbol(')', '`)`');
  return true;
}

// The answer of an operation when all went well, in one line: `201 created, Order`. It says what one row of a Status table says, slot
// by slot. Its type, how it is read and printed. Notation, part 4 "Answers".

import type { Syntax } from '../grammar/syntax.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { halfGap } from '../grammar/half-gaps.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import { absent, type Slot } from '../slot.ts';
import { outcome, printStatus, printWhen, type StatusCode, statusNumber, type StatusWhen } from './answers.ts';
import { condition } from './conditions.ts';
import { parseShape, printShape, type Shape } from './shapes.ts';

export interface OneAnswer {
  readonly status: Slot<StatusCode>;
  readonly when: Slot<StatusWhen>;
  /** Absent where nothing is behind the outcome. */
  readonly body: Slot<Shape>;
}

/** `201 created, Order`, `200 found or unchanged`, `` 200 found and `open` = true, none ``. */
export const parseAnswers: Parser<OneAnswer> = parserOf((cursor) => {
  const status = taken(cursor, () => ({ code: statusNumber(cursor) }));
  const when = taken(cursor, whenOf);
  if (!cursor.takeSymbol(',')) {
    if (!cursor.atEnd) cursor.fail(BEHIND);
    const { end } = when.at;
    return { status, when, body: absent({ start: end, end }) };
  }
  return { status, when, body: bodyOf(cursor) };
});

const BEHIND = '`or` and another outcome, `and` and a condition, or a comma and what the body is';

function taken<T>(cursor: Cursor, rule: (cursor: Cursor) => T): Slot<T> {
  const mark = cursor.mark;
  const value = rule(cursor);
  return { status: 'stated', value, text: cursor.textSince(mark), at: cursor.since(mark) };
}

function whenOf(cursor: Cursor): StatusWhen {
  const outcomes = [outcome(cursor)];
  while (cursor.takePhrase('or')) outcomes.push(outcome(cursor));
  return { kind: 'outcome', outcomes, condition: cursor.takePhrase('and') ? condition(cursor) : undefined };
}

/** What is behind the comma is what a cell under Body says. */
function bodyOf(cursor: Cursor): Slot<Shape> {
  const rest = restOf(cursor);
  const { text, span: at } = rest;
  const gap = halfGap(cursor);
  if (gap) {
    const note = text.replace(/^not\s+shown\s*[.,:–—-]*\s*/i, '').trim();
    return { status: 'gap', how: 'marked', text, at, ...(note !== '' && { note }) };
  }
  for (const word of ['none', 'any'] as const)
    if (cursor.takePhrase(word)) return { status: word, text: rest.text.slice(0, word.length), at };
  return { status: 'stated', value: cursor.rest(parseShape), text, at };
}

function restOf(cursor: Cursor): SourceText {
  return cursor.text.slice(cursor.peek().outerFrom).trim();
}

function printAnswer({ status, when, body }: OneAnswer): string {
  const words = [printed(status, printStatus), printed(when, printWhen)].join(' ');
  return body.status === 'absent' ? words : `${words}, ${printed(body, printShape)}`;
}

function printed<T>(slot: Slot<T>, print: (value: T) => string): string {
  if (slot.status === 'stated') return print(slot.value);
  if (slot.status === 'gap') return slot.note === undefined ? 'not shown' : `not shown, ${slot.note}`;
  return slot.status;
}

export const ONE_ANSWER: Syntax<OneAnswer> = {
  parse: parseAnswers,
  print: printAnswer,
  none: false,
  forms: 'a status, an outcome and what the body is: `201 created, Order`',
  offers: ['a status, an outcome and a body: … …, …'],
};

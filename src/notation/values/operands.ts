// What an operator compares: its type, how it is read and printed. Notation, part 2 "Conditions" and rule 5.

import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import type { Cursor } from '../grammar/cursor.ts';
import type { Token } from '../grammar/tokens.ts';
import { duration, printDuration } from './durations.ts';
import { needsQuotes, signedNumber, stringValue } from './literals.ts';
import { fieldPath, pathOf, tickedName, withOwner } from './names.ts';

/**
 * What an operator compares. A `field` without `owner` is a field of the nearest row: the resource of the nearest
 * `R where` / `R (…)`, else the row that the sentence is about. `owner` is `this`, `caller`, `body`, `query`, `header`
 * or a resource's name.
 */
export type Operand =
  | { readonly kind: 'field'; readonly owner: string | undefined; readonly path: readonly string[]; readonly at: Span }
  | { readonly kind: 'text'; readonly value: string; readonly at: Span }
  /** Decimal digits as written, exact: `12`, `-0.5`. */
  | { readonly kind: 'number'; readonly value: string; readonly at: Span }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly at: Span }
  | { readonly kind: 'null'; readonly at: Span }
  | { readonly kind: 'parameter'; readonly name: string; readonly at: Span }
  /** `now`, `now - 15 minutes`: offset in milliseconds, negative for the past. */
  | { readonly kind: 'now'; readonly offset: number; readonly at: Span }
  /** `event name`: the kind of the event that is sent. */
  | { readonly kind: 'this' | 'caller' | 'value' | 'event name'; readonly at: Span };

/** What a request brings. */
const SENT = ['body', 'query', 'header'] as const;
export type SentOwner = (typeof SENT)[number];

/** Words that own fields, written before a tick (`` body `amount` ``) or before a dot (`caller.role`). */
const OWNERS: ReadonlySet<string> = new Set(['this', 'caller', ...SENT]);

/** Is it a field of the request? */
export function isOfRequest(owner: string | undefined): owner is SentOwner {
  return SENT.some((one) => one === owner);
}

/** A header or a query parameter: one name, without dots that lead on. */
function isFlat(owner: string): boolean {
  return isOfRequest(owner) && owner !== 'body';
}

const EVENT_NAME = 'event name';

const LEFT_WORDS: readonly string[] = ['value', 'now', EVENT_NAME, ...OWNERS];

const RIGHT_WORDS: readonly string[] = ['true', 'false', ...OWNERS];

const FIELD = 'a field in ticks';

export const LEFT_FORMS = 'a field in ticks, `caller`, `value`, `{param}`, or `there is R (…)`';

export const RIGHT_FORMS =
  'a value in ticks, a number, `true`, `false`, `null`, `now`, `value`, `{param}`, or a field with its owner: this `f`, caller `f`, body `f`';

/** Can the next token begin the left side of a comparison? */
export function startsLeft(cursor: Cursor, ahead = 0): boolean {
  cursor.seek(LEFT_WORDS, ahead);
  const { kind, lower } = cursor.peek(ahead);
  if (kind === 'tick') return true;
  if (kind === 'symbol') return cursor.isSymbol('{', ahead);
  if (cursor.isPhrase(EVENT_NAME, ahead)) return true;
  return kind === 'word' && (lower === 'value' || lower === 'now' || OWNERS.has(ownerOf(lower)));
}

export function leftOperand(cursor: Cursor): Operand {
  const token = cursor.peek();
  if (token.kind === 'tick') return owned(cursor, cursor.take());
  return place(cursor) ?? cursor.fail(LEFT_FORMS);
}

export function rightOperand(cursor: Cursor): Operand {
  const mark = cursor.mark;
  const token = cursor.peek();
  if (token.kind === 'tick') {
    cursor.take();
    return isOwnedField(token) ? owned(cursor, token) : { kind: 'text', value: token.text, at: cursor.at(token) };
  }
  if (token.kind === 'string') return { kind: 'text', value: stringValue(cursor), at: cursor.since(mark) };
  const number = signedNumber(cursor);
  if (number !== undefined) return { kind: 'number', value: number, at: cursor.since(mark) };
  cursor.seek(RIGHT_WORDS);
  if (token.lower === 'true' || token.lower === 'false') {
    cursor.take();
    return { kind: 'boolean', value: token.lower === 'true', at: cursor.since(mark) };
  }
  if (cursor.takePhrase('null')) return { kind: 'null', at: cursor.since(mark) };
  return place(cursor) ?? cursor.fail(RIGHT_FORMS);
}

/** `{param}`, as its name. */
export function parameterName(cursor: Cursor): string {
  cursor.needSymbol('{', '`{param}`');
  const token = cursor.peek();
  if (token.kind !== 'word') cursor.fail('the name of a parameter');
  cursor.take();
  cursor.needSymbol('}');
  return token.text;
}

/** What is allowed on both sides: `{param}`, `now`, `value`, `this`, `caller`, and fields with their owner. */
function place(cursor: Cursor): Operand | undefined {
  const mark = cursor.mark;
  if (cursor.isSymbol('{')) return { kind: 'parameter', name: parameterName(cursor), at: cursor.since(mark) };
  const token = cursor.peek();
  if (token.kind !== 'word') return undefined;
  if (cursor.takePhrase('now')) return { kind: 'now', offset: offset(cursor), at: cursor.since(mark) };
  if (cursor.takePhrase('value')) return { kind: 'value', at: cursor.since(mark) };
  if (cursor.takePhrase(EVENT_NAME)) return { kind: EVENT_NAME, at: cursor.since(mark) };
  const owner = ownerOf(token.lower);
  if (!OWNERS.has(owner)) return undefined;
  cursor.take();
  if (owner !== token.lower) {
    return { kind: 'field', owner, path: pathOf(cursor, token, FIELD).slice(1), at: cursor.since(mark) };
  }
  if (cursor.peek().kind === 'tick') {
    const path = isFlat(owner) ? [tickedName(cursor, FIELD).text] : fieldPath(cursor, FIELD);
    return { kind: 'field', owner, path, at: cursor.since(mark) };
  }
  if (owner === 'this' || owner === 'caller') return { kind: owner, at: cursor.since(mark) };
  return cursor.fail(FIELD);
}

/** `- 15 minutes`, `+ 1 day` after `now`; 0 when there is none. */
function offset(cursor: Cursor): number {
  const isOffset = cursor.peek(1).kind === 'number' && cursor.peek(2).kind === 'word';
  if (!isOffset) return 0;
  if (cursor.takeSymbol('-')) return 0 - duration(cursor);
  return cursor.takeSymbol('+') ? duration(cursor) : 0;
}

/** `Order.total` in ticks: a field with its owner, also on the right of an operator. */
function isOwnedField(token: Token): boolean {
  return ownedFieldForm.test(token.text);
}

const ownedFieldForm = /^\p{Lu}[\p{L}\p{M}\d_]*(\.[\p{L}_][\p{L}\p{M}\d_]*)+$/u;

function owned(cursor: Cursor, token: Token): Operand {
  return { kind: 'field', ...withOwner(pathOf(cursor, token, FIELD)), at: cursor.at(token) };
}

function ownerOf(lower: string): string {
  const dot = lower.indexOf('.');
  return dot < 0 ? lower : lower.slice(0, dot);
}

const OWNED = /^\p{Lu}[\p{L}\p{N}_]*\.[\p{L}_][\p{L}\p{N}_.]*$/u;

export function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'field':
      return printField(operand.owner, operand.path);
    case 'text':
      return needsQuotes(operand.value) || OWNED.test(operand.value)
        ? JSON.stringify(operand.value)
        : ticked(operand.value);
    case 'number':
      return operand.value;
    case 'boolean':
      return String(operand.value);
    case 'parameter':
      return `{${operand.name}}`;
    case 'now':
      return printNow(operand.offset);
    case 'null':
    case 'this':
    case 'caller':
    case 'value':
    case 'event name':
      return operand.kind;
  }
}

function printField(owner: string | undefined, path: readonly string[]): string {
  const field = path.join('.');
  if (owner === undefined) return ticked(field);
  if (!OWNERS.has(owner)) return ticked(`${owner}.${field}`);
  return isFlat(owner) && path.length > 1 ? `${owner}.${field}` : `${owner} ${ticked(field)}`;
}

function printNow(offset: number): string {
  if (offset === 0) return 'now';
  return offset < 0 ? `now - ${printDuration(-offset)}` : `now + ${printDuration(offset)}`;
}

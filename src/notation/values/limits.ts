// What a limit says: how much, for each of what, for which calls, and what is answered beyond it. In: the cells of the
// Limit table. Out: the words as written, once they are understood. Notation, part 8.

import { type Cursor, parseWith } from '../grammar/cursor.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import { condition, isOperator, startsTerm } from './conditions.ts';
import { duration, wholeNumber } from './durations.ts';
import { isResource, isTick, ownedField, resource, tickedName } from './names.ts';

const VALUE_FORMS =
  '`100 per minute`, `50 per 10 seconds, burst 20`, `1 MB`, `255 characters`, `30 seconds`, `100 items` or `25 at once`';

const PER_FORMS = '`caller`, `IP address`, `operation`, `request`, an operation in ticks, a resource or a field';

const APPLIES_FORMS = 'methods and operations by commas: GET, `POST /orders`; or a condition on the caller';

export function parseLimitValue(text: SourceText): Parsed<string> {
  return parseWith(text, (cursor) => {
    if (!isSize(cursor)) amount(cursor);
    return cursor.textSince(0);
  });
}

const SIZES: readonly string[] = ['b', 'byte', 'bytes', 'kb', 'mb', 'gb', 'kib', 'mib', 'gib'];

/** `1 MB`, `1.5 GB`: the one value that may have a fraction. */
function isSize(cursor: Cursor): boolean {
  if (cursor.peek().kind !== 'number' || !SIZES.some((unit) => cursor.isWord(unit, 1))) return false;
  cursor.take();
  cursor.take();
  return true;
}

function amount(cursor: Cursor): void {
  if (cursor.isPhrase('at once', 1) || COUNTED.some((unit) => cursor.isWord(unit, 1))) {
    wholeNumber(cursor, VALUE_FORMS);
    if (!cursor.takePhrase('at once')) cursor.take();
  } else if (cursor.isWord('per', 1)) rate(cursor);
  else if (isTime(cursor)) duration(cursor);
  else cursor.fail(VALUE_FORMS, cursor.peek(isUnitWrong(cursor) ? 1 : 0));
}

function isUnitWrong(cursor: Cursor): boolean {
  return cursor.peek().kind === 'number' && cursor.peek(1).kind === 'word';
}

const TIMES = /^(?:millisecond|second|minute|hour|day|week)s?$/;

function isTime(cursor: Cursor): boolean {
  const unit = cursor.peek(1);
  cursor.seek(TIME_WORDS, 1);
  return unit.kind === 'word' && TIMES.test(unit.lower);
}

const TIME_WORDS: readonly string[] = ['milliseconds', 'seconds', 'minutes', 'hours', 'days', 'weeks'];

const COUNTED: readonly string[] = ['character', 'characters', 'item', 'items'];

/** `100 per minute`, `50 per 10 seconds, burst 20`. */
function rate(cursor: Cursor): void {
  wholeNumber(cursor, VALUE_FORMS);
  cursor.needPhrase('per');
  if (cursor.peek().kind === 'number') duration(cursor);
  else unit(cursor);
  if (!cursor.takeSymbol(',')) return;
  cursor.needPhrase('burst');
  wholeNumber(cursor, 'how many at once: `burst 20`');
}

const UNITS: readonly string[] = ['second', 'minute', 'hour', 'day', 'week'];

function unit(cursor: Cursor): void {
  if (!UNITS.some((word) => cursor.takePhrase(word))) cursor.fail('`second`, `minute`, `hour`, `day` or `week`');
}

export function parseLimitPer(text: SourceText): Parsed<string> {
  return parseWith(text, (cursor) => {
    const isWord = ['caller', 'ip address', 'operation', 'request'].some((phrase) => cursor.takePhrase(phrase));
    if (isWord) return cursor.textSince(0);
    if (isTick(cursor)) tickedName(cursor, PER_FORMS);
    else if (isResource(cursor)) resource(cursor, PER_FORMS);
    else ownedField(cursor, PER_FORMS);
    return cursor.textSince(0);
  });
}

const METHODS: readonly string[] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'query'];

/** `` GET, `POST /orders` ``, or a condition. */
export function parseAppliesTo(text: SourceText): Parsed<string> {
  return parseWith(text, (cursor) => {
    if (isCall(cursor)) {
      do call(cursor);
      while (cursor.takeSymbol(','));
    } else if (startsTerm(cursor)) condition(cursor);
    else cursor.fail(APPLIES_FORMS);
    return cursor.textSince(0);
  });
}

/** `` query `f` = … `` begins a condition. */
function isCall(cursor: Cursor): boolean {
  if (isTick(cursor)) return !isOperator(cursor, 1);
  return METHODS.some((method) => cursor.isWord(method)) && !isTick(cursor, 1);
}

function call(cursor: Cursor): void {
  if (!METHODS.some((method) => cursor.takePhrase(method))) tickedName(cursor, APPLIES_FORMS);
}

/** `` `too_many` ``: the code that answers what is beyond the limit. */
export function parseWhenExceeded(text: SourceText): Parsed<string> {
  return parseWith(text, (cursor) => {
    tickedName(cursor, 'an error code in ticks');
    return cursor.textSince(0);
  });
}

// What a limit states: how much, for each of what, for which calls, and the answer beyond it. How the cells of the Limit
// table are read and printed. Notation, part 8.

import { UNITS } from '../../base/durations.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import type { Name } from '../slot.ts';
import { type Condition, condition, isOperator, printCondition, startsTerm } from './conditions.ts';
import { type Call, call, isMethod, printCall } from './calls.ts';
import { duration, NUMBER_DIGITS, printDuration, wholeNumber } from './durations.ts';
import { isOwnedField, isResource, isTick, ownedField, type OwnedField, printOwned } from './names.ts';
import { printResource, resource, tickedName } from './names.ts';

export type LimitValue =
  /** `count` in each window of this many milliseconds; `burst`: this many of them at once. */
  | { readonly kind: 'rate'; readonly count: number; readonly window: number; readonly burst?: number }
  /** The number as digits: `1.5`. */
  | { readonly kind: 'size'; readonly number: string; readonly unit: SizeUnit }
  | { readonly kind: 'characters' | 'items' | 'at once'; readonly count: number }
  | { readonly kind: 'time'; readonly milliseconds: number };

export type LimitPer =
  | { readonly kind: 'caller' | 'IP address' | 'operation' | 'request' }
  | { readonly kind: 'one operation'; readonly operation: Name }
  | { readonly kind: 'resource'; readonly resource: Name }
  | { readonly kind: 'field'; readonly field: OwnedField };

export type LimitedCalls =
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'condition'; readonly condition: Condition };

/** The code that answers what is beyond the limit. */
export interface WhenExceeded {
  readonly error: Name;
}

const VALUE_FORMS =
  '`100 per minute`, `50 per 10 seconds, burst 20`, `1 MB`, `255 characters`, `30 seconds`, `100 items` or `25 at once`';

const PER_FORMS = '`caller`, `IP address`, `operation`, `request`, an operation in ticks, a resource or a field';

const APPLIES_FORMS = 'methods and operations by commas: GET, `POST /orders`; or a condition on the caller';

export const parseLimitValue: Parser<LimitValue> = parserOf((cursor) => size(cursor) ?? amount(cursor), 'limit_value');

const SIZES = {
  b: 'B',
  byte: 'B',
  bytes: 'B',
  kb: 'KB',
  mb: 'MB',
  gb: 'GB',
  kib: 'KiB',
  mib: 'MiB',
  gib: 'GiB',
} as const;

export type SizeUnit = (typeof SIZES)[keyof typeof SIZES];

/** `1 MB`, `1.5 GB`: the one value that may have a fraction. */
function size(cursor: Cursor): LimitValue | undefined {
  const units = Object.keys(SIZES) as (keyof typeof SIZES)[];
  const token = cursor.peek();
  const unit = token.kind === 'number' ? units.find((one) => cursor.isWord(one, 1)) : undefined;
  if (unit === undefined) return undefined;
  if (token.text.replace('.', '').length > NUMBER_DIGITS)
    cursor.fail(`a number of at most ${NUMBER_DIGITS} digits: a larger unit makes it shorter`);
  const mark = cursor.mark;
  const number = cursor.take().text.replace(/\.0+$|(\.\d*[1-9])0+$/, '$1');
  cursor.take();
  const value = { kind: 'size', number, unit: SIZES[unit] } as const;
  if (octetsOf(value) < 1) cursor.fail('at least 1 byte; `none` where there is no limit', cursor.since(mark));
  // Beyond it numbers are not exact.
  const isExact = Number(number) * OCTETS[value.unit] <= Number.MAX_SAFE_INTEGER;
  return isExact ? value : cursor.fail('at most 9007199 GB', cursor.since(mark));
}

const OCTETS: Readonly<Record<SizeUnit, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** A part of an octet allows none. Fifteen digits, since `4.35 MB` is not 4,349,999.99 octets. */
export function octetsOf({ number, unit }: Extract<LimitValue, { readonly kind: 'size' }>): number {
  return Math.floor(Number((Number(number) * OCTETS[unit]).toPrecision(15)));
}

/** A limit of nothing would refuse every call. */
function atLeastOne(cursor: Cursor, expected: string): number {
  if (cursor.peek().kind === 'number' && Number(cursor.peek().text) === 0)
    cursor.fail('a number of at least 1; `none` where there is no limit');
  return wholeNumber(cursor, expected);
}

function someTime(cursor: Cursor): number {
  const mark = cursor.mark;
  const milliseconds = duration(cursor);
  return milliseconds > 0 ? milliseconds : cursor.fail('a length of time above 0', cursor.since(mark));
}

function amount(cursor: Cursor): LimitValue {
  if (cursor.isPhrase('at once', 1) || COUNTED.some((unit) => cursor.isWord(unit, 1))) {
    const count = atLeastOne(cursor, VALUE_FORMS);
    if (cursor.takePhrase('at once')) return { kind: 'at once', count };
    return { kind: cursor.take().lower.startsWith('character') ? 'characters' : 'items', count };
  }
  if (cursor.isWord('per', 1)) return rate(cursor);
  if (isTime(cursor)) return { kind: 'time', milliseconds: someTime(cursor) };
  return cursor.fail(VALUE_FORMS, cursor.peek(isUnitWrong(cursor) ? 1 : 0));
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
function rate(cursor: Cursor): LimitValue {
  const count = atLeastOne(cursor, VALUE_FORMS);
  cursor.needPhrase('per');
  const window = cursor.peek().kind === 'number' ? someTime(cursor) : unit(cursor);
  if (!cursor.takeSymbol(',')) return { kind: 'rate', count, window };
  cursor.needPhrase('burst');
  return { kind: 'rate', count, window, burst: atLeastOne(cursor, 'how many at once: `burst 20`') };
}

const RATE_UNITS: readonly string[] = ['second', 'minute', 'hour', 'day', 'week'];

function unit(cursor: Cursor): number {
  const found = RATE_UNITS.find((word) => cursor.takePhrase(word));
  return UNITS.get(found ?? cursor.fail('`second`, `minute`, `hour`, `day` or `week`'))!;
}

function printLimitValue(value: LimitValue): string {
  switch (value.kind) {
    case 'rate': {
      const single = RATE_UNITS.find((word) => UNITS.get(word) === value.window);
      const burst = value.burst === undefined ? '' : `, burst ${value.burst}`;
      return `${value.count} per ${single ?? printDuration(value.window)}${burst}`;
    }
    case 'size':
      return `${value.number} ${value.unit}`;
    case 'at once':
      return `${value.count} at once`;
    case 'characters':
    case 'items':
      return `${value.count} ${value.count === 1 ? value.kind.slice(0, -1) : value.kind}`;
    case 'time':
      return printDuration(value.milliseconds);
  }
}

const EACH = ['caller', 'IP address', 'operation', 'request'] as const;

export const parseLimitPer: Parser<LimitPer> = parserOf((cursor) => {
  const word = EACH.find((phrase) => cursor.takePhrase(phrase.toLowerCase()));
  if (word !== undefined) return { kind: word };
  if (isResource(cursor)) return { kind: 'resource', resource: resource(cursor, PER_FORMS) };
  if (isTick(cursor) && !isOwnedField(cursor))
    return { kind: 'one operation', operation: tickedName(cursor, PER_FORMS) };
  return { kind: 'field', field: ownedField(cursor, PER_FORMS) };
});

function printLimitPer(per: LimitPer): string {
  switch (per.kind) {
    case 'one operation':
      return ticked(per.operation.text);
    case 'resource':
      return EACH.some((word) => word === per.resource.text.toLowerCase())
        ? ticked(per.resource.text)
        : printResource(per.resource);
    case 'field':
      return printOwned(per.field);
    default:
      return per.kind;
  }
}

/** `` GET, `POST /orders` ``, or a condition. */
export const parseAppliesTo: Parser<LimitedCalls> = parserOf((cursor) => {
  if (isCall(cursor)) return { kind: 'calls', calls: items(cursor, (one) => call(one, APPLIES_FORMS)) };
  if (startsTerm(cursor)) return { kind: 'condition', condition: condition(cursor) };
  return cursor.fail(APPLIES_FORMS);
});

/** `` query `f` = … `` begins a condition. */
function isCall(cursor: Cursor): boolean {
  if (isTick(cursor)) return !isOperator(cursor, 1);
  return isMethod(cursor);
}

function printAppliesTo(applies: LimitedCalls): string {
  if (applies.kind === 'condition') return printCondition(applies.condition);
  return applies.calls.map(printCall).join(', ');
}

/** `` `too_many` ``. */
export const parseWhenExceeded: Parser<WhenExceeded> = parserOf((cursor) => ({
  error: tickedName(cursor, 'an error code in ticks'),
}));

export const LIMIT_VALUE: Syntax<LimitValue> = {
  parse: parseLimitValue,
  print: printLimitValue,
  forms: '`100 per minute`, `1 MB`, `30 seconds` …, or `none`',
  offers: ['… per minute', '… per hour', '… MB', '… characters', '… seconds', '… items', '… at once', 'none'],
};

export const LIMIT_PER: Syntax<LimitPer> = {
  parse: parseLimitPer,
  print: printLimitPer,
  any: true,
  forms: '`caller`, `IP address`, `operation`, `request`, a resource or a field',
  offers: ['caller', 'IP address', 'operation', 'request', 'a resource: …'],
};

export const LIMIT_APPLIES_TO: Syntax<LimitedCalls> = {
  parse: parseAppliesTo,
  print: printAppliesTo,
  any: true,
  forms: 'methods and operations, or a condition on the caller',
  offers: ['methods or a condition: …'],
};

export const WHEN_EXCEEDED: Syntax<WhenExceeded> = {
  parse: parseWhenExceeded,
  print: ({ error }) => ticked(error.text),
  any: true,
  forms: 'an error code in ticks',
  offers: ['a code: `…`'],
};

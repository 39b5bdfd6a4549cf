// What a limit states: how much, for each of what, and the answer beyond it. How these cells of the Limit table are read and
// printed; for which calls: limited-calls.ts. Notation, part 8.

import { UNITS } from '../../base/durations.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import type { Name } from '../slot.ts';
import { duration, NUMBER_DIGITS, printDuration, wholeNumber } from './durations.ts';
import { isOwnedField, isResource, isTick, ownedField, type OwnedField, printOwned } from './names.ts';
import { printResource, resource, tickedName } from './names.ts';

export type LimitValue =
  /** `count` in each window of this many milliseconds; `burst`: this many of them at once. */
  | { readonly kind: 'rate'; readonly count: number; readonly window: number; readonly burst?: number }
  /** The number as digits: `1.5`. */
  | { readonly kind: 'size'; readonly number: string; readonly unit: SizeUnit }
  | { readonly kind: 'characters' | 'items' | 'at once'; readonly count: number }
  | { readonly kind: 'time'; readonly milliseconds: number }
  /** Rows that are there. */
  | { readonly kind: 'rows'; readonly count: number; readonly resource: Name };

/** What a limit counts each by, alone or together with others. */
export type LimitPer = readonly LimitEach[];

export type LimitEach =
  | { readonly kind: 'caller' | 'IP address' | 'operation' | 'request' | 'headers' | 'service' }
  | { readonly kind: 'one operation'; readonly operation: Name }
  | { readonly kind: 'resource'; readonly resource: Name }
  | { readonly kind: 'field'; readonly field: OwnedField };

/** The code that answers what is beyond the limit. */
export interface WhenExceeded {
  readonly error: Name;
}

const VALUE_FORMS =
  '`100 per minute`, `50 per 10 seconds, burst 20`, `1 MB`, `255 characters`, `30 seconds`, `100 items`, `10 Webhook` or `25 at once`';

const PER_FORMS =
  '`caller`, `IP address`, `operation`, `request`, `headers`, `service`, an operation in ticks, a resource or a field; several by `and`';

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
    const mark = cursor.mark;
    const count = atLeastOne(cursor, VALUE_FORMS);
    if (count > MOST_AT_ONCE && cursor.isPhrase('at once')) cursor.fail(`at most ${MOST_AT_ONCE}`, cursor.since(mark));
    if (cursor.takePhrase('at once')) return { kind: 'at once', count };
    return { kind: cursor.take().lower.startsWith('character') ? 'characters' : 'items', count };
  }
  if (cursor.isWord('per', 1)) return rate(cursor);
  if (isTime(cursor)) return { kind: 'time', milliseconds: someTime(cursor) };
  if (isResource(cursor, 1)) {
    const count = atLeastOne(cursor, VALUE_FORMS);
    return { kind: 'rows', count, resource: resource(cursor, VALUE_FORMS) };
  }
  return cursor.fail(VALUE_FORMS, cursor.peek(isUnitWrong(cursor) ? 1 : 0));
}

/** More calls do not run at once: each of them has a connection. */
const MOST_AT_ONCE = 100_000;

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
  const start = cursor.mark;
  const count = atLeastOne(cursor, VALUE_FORMS);
  cursor.needPhrase('per');
  const window = cursor.peek().kind === 'number' ? someTime(cursor) : unit(cursor);
  if (!cursor.takeSymbol(',')) return { kind: 'rate', count, window };
  cursor.needPhrase('burst');
  const mark = cursor.mark;
  const burst = atLeastOne(cursor, 'how many at once: `burst 20`');
  if (burst > count) cursor.fail(`at most ${count}: no more are admitted in that time`, cursor.since(mark));
  // A burst is counted in whole numbers of calls and milliseconds: beyond it they are not exact.
  const most = Math.floor(Number.MAX_SAFE_INTEGER / window);
  if (count > most) cursor.fail(`at most ${most} in that time beside a burst`, cursor.since(start));
  return { kind: 'rate', count, window, burst };
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
    case 'rows':
      return `${value.count} ${isUnit(value.resource.text) ? ticked(value.resource.text) : printResource(value.resource)}`;
  }
}

/** Behind a number it is read as a unit. */
function isUnit(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'per' || COUNTED.includes(lower) || TIMES.test(lower) || Object.hasOwn(SIZES, lower);
}

const EACH = ['caller', 'IP address', 'operation', 'request', 'headers', 'service'] as const;

/** `` caller and operation ``, `` IP address and `User.email` ``. */
export const parseLimitPer: Parser<LimitPer> = parserOf((cursor) => items(cursor, each, ['and']), 'limit_per');

function each(cursor: Cursor): LimitEach {
  const word = EACH.find((phrase) => cursor.takePhrase(phrase.toLowerCase()));
  if (word !== undefined) return { kind: word };
  if (isResource(cursor)) return { kind: 'resource', resource: resource(cursor, PER_FORMS) };
  if (isTick(cursor) && !isOwnedField(cursor))
    return { kind: 'one operation', operation: tickedName(cursor, PER_FORMS) };
  return { kind: 'field', field: ownedField(cursor, PER_FORMS) };
}

function printEach(each: LimitEach): string {
  switch (each.kind) {
    case 'one operation':
      return ticked(each.operation.text);
    case 'resource':
      return EACH.some((word) => word === each.resource.text.toLowerCase())
        ? ticked(each.resource.text)
        : printResource(each.resource);
    case 'field':
      return printOwned(each.field);
    default:
      return each.kind;
  }
}

/** `` `too_many` ``. */
export const parseWhenExceeded: Parser<WhenExceeded> = parserOf((cursor) => ({
  error: tickedName(cursor, 'an error code in ticks'),
}));

export const LIMIT_VALUE: Syntax<LimitValue> = {
  parse: parseLimitValue,
  print: printLimitValue,
  forms: '`100 per minute`, `1 MB`, `30 seconds` …, or `none`',
  offers: [
    '… per minute',
    '… per hour',
    '… MB',
    '… characters',
    '… seconds',
    '… items',
    '… at once',
    'rows: …',
    'none',
  ],
};

export const LIMIT_PER: Syntax<LimitPer> = {
  parse: parseLimitPer,
  print: (per) => per.map(printEach).join(' and '),
  any: true,
  forms:
    '`caller`, `IP address`, `operation`, `request`, `headers`, `service`, a resource or a field, or several by `and`',
  offers: [
    'caller',
    'IP address',
    'operation',
    'caller and operation',
    'request',
    'headers',
    'service',
    'a resource: …',
  ],
};

export const WHEN_EXCEEDED: Syntax<WhenExceeded> = {
  parse: parseWhenExceeded,
  print: ({ error }) => ticked(error.text),
  any: true,
  forms: 'an error code in ticks',
  offers: ['a code: `…`'],
};

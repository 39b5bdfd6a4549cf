// Numbers by all their digits. Input: numbers as JSON or the document writes them. Output: which is greater, and whether a type can hold one.
// Nothing is rounded. Notation, part 2, "Types".

import { Digits } from '../../base/json-digits.ts';

/** `digits` times ten to the `power`. */
export interface Exact {
  readonly digits: bigint;
  readonly power: number;
}

const NUMERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;

/** Undefined: it is no number. */
export function exactOf(value: unknown): Exact | undefined {
  const text = value instanceof Digits ? value.text : typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const known = numerals.get(text);
  if (known) return known;
  const exact = exactly(text);
  // The same ones come again and again: bounds, literals, what rows hold.
  if (exact && text.length < SHORT) {
    if (numerals.size >= MOST_KNOWN) numerals.clear();
    numerals.set(text, exact);
  }
  return exact;
}

const numerals = new Map<string, Exact>();
const MOST_KNOWN = 2_000;
const SHORT = 50;

function exactly(text: string): Exact | undefined {
  const [found, sign, whole = '', fraction = '', exponent = '0'] = NUMERAL.exec(text) ?? ([] as string[]);
  if (found === undefined) return undefined;
  const all = `${whole}${fraction}`;
  const kept = all.replace(/0+$/, '');
  const digits = BigInt(`${sign ?? ''}${kept === '' ? '0' : kept}`);
  return digits === 0n
    ? { digits, power: 0 }
    : { digits, power: Number(exponent) - fraction.length + all.length - kept.length };
}

/** Negative, zero or positive. */
export function compareExact(a: Exact, b: Exact): number {
  const signs = sign(a.digits) - sign(b.digits);
  if (signs !== 0 || a.digits === 0n) return signs;
  if (a.power === b.power) return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
  // Of the first digits the places decide, however many zeros are behind them.
  const places = magnitude(a) - magnitude(b);
  if (places !== 0) return places * sign(a.digits);
  const power = Math.min(a.power, b.power);
  const [x, y] = [unitsAt(a, power), unitsAt(b, power)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function sign(digits: bigint): number {
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

function magnitude({ digits, power }: Exact): number {
  return String(digits).replace('-', '').length + power;
}

function unitsAt({ digits, power }: Exact, at: number): bigint {
  return digits * 10n ** BigInt(power - at);
}

/** How many digits it has behind the point. */
export function fractionOf({ power }: Exact): number {
  return Math.max(0, -power);
}

/** As a whole number of units with so many digits behind the point; undefined: it has more, or is beyond 64 bits. */
export function unitsOf(exact: Exact, scale: number): bigint | undefined {
  if (fractionOf(exact) > scale || magnitude(exact) > 30) return undefined;
  const units = unitsAt(exact, -scale);
  return isKept(units) ? units : undefined;
}

/** Is it an integer of 64 bits? */
export function isKept(units: bigint): boolean {
  return BigInt.asIntN(64, units) === units;
}

/** As a `number` is kept: the nearest double. Undefined: too large, or it would be 0 and is not. */
export function doubleOf(value: number | Digits): number | undefined {
  const double = value instanceof Digits ? Number(value.text) : value;
  const isLost = double === 0 && exactOf(value)?.digits !== 0n;
  return Number.isFinite(double) && !isLost ? double : undefined;
}

/** As JSON has it: a number, where JavaScript has the same. */
export function numberOf(units: bigint, scale: number): number | Digits {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const text = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const number = Number(text);
  const again = exactOf(number);
  return again && compareExact(again, exactOf(text)!) === 0 ? number + 0 : new Digits(text);
}

export function isNumber(value: unknown): value is number | Digits {
  return typeof value === 'number' || value instanceof Digits;
}

/** Half away from zero; `by` is not zero. */
export function divided(units: bigint, by: bigint): bigint {
  const isNegative = units < 0n !== by < 0n;
  const [x, y] = [units < 0n ? -units : units, by < 0n ? -by : by];
  const whole = (2n * x + y) / (2n * y);
  return isNegative ? -whole : whole;
}

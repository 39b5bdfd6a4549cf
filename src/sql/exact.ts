// Exact computation on integers and scaled decimals. Input: numbers or big integers as SqlValue gives them. Output: the same, a number
// where it is safe; null where no 64-bit integer or finite double holds the result, and for division by zero.

import type { SqlValue } from './expression.ts';

export type Operator = '+' | '-' | '*' | '/';

const MOST = 2n ** 63n - 1n;
const LEAST = -(2n ** 63n);

/** As a number where that is exact; null outside 64 bits. */
export function integer(value: bigint): number | bigint | null {
  const small = Number(value);
  if (Number.isSafeInteger(small)) return small;
  return value > MOST || value < LEAST ? null : value;
}

/** `scale` is used by the division of integers and decimals only. */
export function compute(operator: Operator, left: SqlValue, right: SqlValue, real: boolean, scale: number): SqlValue {
  if (left === null || right === null) return null;
  if (real) return computeReal(operator, Number(left), Number(right));
  if (typeof left === 'number' && typeof right === 'number' && operator !== '/') {
    const result = operator === '+' ? left + right : operator === '-' ? left - right : left * right;
    // A product or sum that is a safe integer was not rounded.
    if (Number.isSafeInteger(result)) return result + 0;
  }
  const a = BigInt(left);
  const b = BigInt(right);
  switch (operator) {
    case '+':
      return integer(a + b);
    case '-':
      return integer(a - b);
    case '*':
      return integer(a * b);
    case '/':
      return b === 0n ? null : integer(divideRounding(a * 10n ** BigInt(scale), b));
  }
}

function computeReal(operator: Operator, a: number, b: number): number | null {
  const result = operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : a / b;
  return Number.isFinite(result) ? result + 0 : null;
}

/** Half away from zero. */
function divideRounding(a: bigint, b: bigint): bigint {
  const negative = a < 0n !== b < 0n;
  const x = a < 0n ? -a : a;
  const y = b < 0n ? -b : b;
  const whole = (2n * x + y) / (2n * y);
  return negative ? -whole : whole;
}

/** From `from` to `to` digits after the point. */
export function rescale(value: SqlValue, from: number, to: number): SqlValue {
  if (value === null || from === to) return value;
  return to > from
    ? integer(BigInt(value) * 10n ** BigInt(to - from))
    : integer(divideRounding(BigInt(value), 10n ** BigInt(from - to)));
}

/** The digits of a scaled decimal: 1250 with two digits is `12.50`. */
export function decimalText(value: number | bigint, scale: number): string {
  const text = value.toString();
  if (scale === 0) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const NUMERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** How many digits a JSON number has behind the point, without the zeros at its end. */
export function decimalsOf(text: string): number {
  const [, , whole = '', fraction = '', exponent = '0'] = NUMERAL.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return end === 0 ? 0 : Math.max(0, fraction.length - Number(exponent) - (digits.length - end));
}

/** No 64-bit integer has more digits. */
const DIGITS = 19;
const ZERO = 48;

/**
 * A JSON number's text as a scaled integer; null when it has more digits than `scale`, or none could be exact. Only the
 * digits between the zeros at both ends are computed with, so that neither many zeros nor a huge exponent costs anything.
 */
export function scaled(text: string, scale: number): number | bigint | null {
  const parts = NUMERAL.exec(text);
  if (!parts) return null;
  const fraction = parts[3] ?? '';
  const digits = `${parts[2] ?? ''}${fraction}`;
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  if (end === 0) return 0;
  let start = 0;
  while (digits.charCodeAt(start) === ZERO) start += 1;
  const zeros = scale + Number(parts[4] ?? 0) - fraction.length + digits.length - end;
  if (zeros < 0 || end - start + zeros > DIGITS) return null;
  return integer(BigInt(`${parts[1] ?? ''}${digits.slice(start, end)}${'0'.repeat(zeros)}`));
}

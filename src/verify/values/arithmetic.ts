// Arithmetic of fields and numbers, exact but for doubles. Input: a formula, the type of what keeps its result. Output: a number; nothing,
// where there is none; or that nobody can tell. Notation, part 2, "Who sets a field".

import type { Digits } from '../../base/json-digits.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Arithmetic } from '../../notation/values/formulas.ts';
import { UNKNOWN, type Unknown } from '../world/known.ts';
import { divided, doubleOf, exactOf, fractionOf, isKept, isNumber, numberOf, unitsOf } from './numbers.ts';
import { found } from './operands.ts';
import type { Found, Place } from './place.ts';
import { bare } from './fits.ts';

/** A whole number of units with so many digits behind the point; a double. */
type Numeral = { readonly units: bigint; readonly scale: number } | { readonly real: number };

export function computed(
  formula: Arithmetic,
  type: FieldType | undefined,
  place: Place,
): number | Digits | null | Unknown {
  const kind = type && bare(type);
  const isReal = kind?.kind === 'number';
  const scale = kind?.kind === 'decimal' ? kind.scale : 0;
  const result = compute(formula, { scale, isReal, isInside: false, place });
  if (result === UNKNOWN || result === null) return result;
  if ('real' in result) return isReal ? result.real : UNKNOWN;
  if (isReal) return realOf(result);
  const units = rescaled(result.units, result.scale, scale);
  return units === null ? null : numberOf(units, scale);
}

interface Setting {
  readonly scale: number;
  readonly isReal: boolean;
  readonly isInside: boolean;
  readonly place: Place;
}

function compute(formula: Arithmetic, setting: Setting): Numeral | null | Unknown {
  if (formula.kind === 'operand') {
    const [only, ...others] = found(formula.operand, setting.place);
    return only && others.length === 0 ? numeralOf(only, setting.isReal) : UNKNOWN;
  }
  const inside = { ...setting, isInside: true };
  const left = compute(formula.left, inside);
  const right = compute(formula.right, inside);
  if (left === null || right === null) return null;
  if (left === UNKNOWN || right === UNKNOWN) return UNKNOWN;
  const { operator } = formula;
  if ('real' in left || 'real' in right || setting.isReal) return ofDoubles(operator, realOf(left), realOf(right));
  if (operator === '*') return kept(left.units * right.units, left.scale + right.scale);
  const common = Math.max(left.scale, right.scale);
  const [a, b] = [rescaled(left.units, left.scale, common), rescaled(right.units, right.scale, common)];
  if (a === null || b === null) return null;
  return operator === '/' ? quotient(a, b, setting) : kept(operator === '+' ? a + b : a - b, common);
}

function numeralOf({ value, type }: Found, isReal: boolean): Numeral | null | Unknown {
  if (value === null || value === UNKNOWN) return value;
  if (!isNumber(value)) return UNKNOWN;
  const plain = type && bare(type);
  if (isReal || plain?.kind === 'number') {
    const real = doubleOf(value);
    return real === undefined ? null : { real };
  }
  const exact = exactOf(value)!;
  const scale = plain?.kind === 'decimal' ? plain.scale : fractionOf(exact);
  const units = unitsOf(exact, scale);
  return units === undefined ? null : { units, scale };
}

function realOf(value: Numeral): number {
  return 'real' in value ? value.real : Number(value.units) / 10 ** value.scale;
}

function ofDoubles(operator: string, a: number, b: number): Numeral | null {
  const real = operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : a / b;
  return Number.isFinite(real) ? { real: real + 0 } : null;
}

/** A quotient that is the result has its digits. How many one has inside of a larger formula is not stated, where it has no end. */
function quotient(a: bigint, b: bigint, { scale, isInside }: Setting): Numeral | null | Unknown {
  if (b === 0n) return null;
  if (!isInside) return kept(divided(a * 10n ** BigInt(scale), b), scale);
  const more = scale + 6;
  const isExact = (a * 10n ** BigInt(more)) % b === 0n;
  return isExact ? kept((a * 10n ** BigInt(more)) / b, more) : UNKNOWN;
}

function kept(units: bigint, scale: number): Numeral | null {
  return isKept(units) ? { units, scale } : null;
}

/** Half away from zero; null beyond 64 bits. */
function rescaled(units: bigint, from: number, to: number): bigint | null {
  const result = to >= from ? units * 10n ** BigInt(to - from) : divided(units, 10n ** BigInt(from - to));
  return isKept(result) ? result : null;
}

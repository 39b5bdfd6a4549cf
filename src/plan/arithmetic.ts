// Arithmetic over numbers, exact but of doubles. Input: a formula, and what its operands are. Output: an expression, and the digits
// that its value has. Notation, part 2, "Who sets a field".

import { fault } from '../base/fault.ts';
import type { Arithmetic } from '../notation/values/formulas.ts';
import type { Operand } from '../notation/values/operands.ts';
import type { Expr } from '../sql/expression.ts';
import { exactInteger, fractionDigits } from './values.ts';

/** A number during computation: its digits after the point; `real` computes in doubles. */
export interface Numeral {
  readonly expr: Expr;
  readonly kind: 'integer' | 'decimal' | 'real';
  readonly scale: number;
}

/** Digits that a quotient inside a larger formula keeps beyond those of the result. */
const GUARD_DIGITS = 6;

/** `of`: what an operand is that is no number. A quotient has as many digits as the result, `scale`. */
export function compute(
  formula: Arithmetic,
  of: (operand: Operand) => Numeral,
  scale: number,
  real: boolean,
  inner = false,
): Numeral {
  if (formula.kind === 'operand')
    return formula.operand.kind === 'number' ? numeral(formula.operand.value, real) : of(formula.operand);
  const left = compute(formula.left, of, scale, real, true);
  const right = compute(formula.right, of, scale, real, true);
  const { operator } = formula;
  if (real || left.kind === 'real' || right.kind === 'real') {
    return {
      expr: { kind: 'arithmetic', operator, left: asReal(left), right: asReal(right), type: 'real' },
      kind: 'real',
      scale: 0,
    };
  }
  if (operator === '*') {
    const whole = left.scale + right.scale;
    const type = whole === 0 ? 'integer' : 'decimal';
    return {
      expr: { kind: 'arithmetic', operator, left: left.expr, right: right.expr, type },
      kind: type,
      scale: whole,
    };
  }
  const common = Math.max(left.scale, right.scale);
  const operands = { left: rescaled(left, common), right: rescaled(right, common) };
  const result = operator === '/' ? (inner ? scale + GUARD_DIGITS : scale) : common;
  const type = result === 0 ? 'integer' : 'decimal';
  return {
    expr: { kind: 'arithmetic', operator, ...operands, type, ...(operator === '/' && { scale: result }) },
    kind: type,
    scale: result,
  };
}

function rescaled(value: Numeral, to: number): Expr {
  return value.scale === to ? value.expr : { kind: 'rescale', operand: value.expr, from: value.scale, to };
}

function asReal(value: Numeral): Expr {
  if (value.kind !== 'decimal') return value.expr;
  const unit: Expr = { kind: 'literal', value: 10 ** value.scale, type: 'real' };
  return { kind: 'arithmetic', operator: '/', left: value.expr, right: unit, type: 'real' };
}

/** A number as it is written. Beyond 64 bits it is none, but a double. */
function numeral(text: string, real: boolean): Numeral {
  const scale = fractionDigits(text);
  const value = exactInteger(text, scale);
  const type = scale === 0 ? 'integer' : 'decimal';
  const isKept = typeof value === 'number' || BigInt.asIntN(64, BigInt(value.bigint)) === BigInt(value.bigint);
  if (isKept) return { expr: { kind: 'literal', value, type }, kind: type, scale };
  if (real) return { expr: { kind: 'literal', value: Number(text), type: 'real' }, kind: 'real', scale: 0 };
  return { expr: { kind: 'literal', value: null, type }, kind: type, scale };
}

/** The result as the field's own type keeps it. */
export function fitted(value: Numeral, scale: number, type: 'integer' | 'decimal' | 'real' | string): Expr {
  if (type === 'real') return asReal(value);
  if (value.kind === 'real') fault('an inexact result does not fit an exact field');
  return rescaled(value, scale);
}

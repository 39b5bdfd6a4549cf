// What arithmetic makes, beside the field that holds it. Input: a formula and the field. Output: a verdict as in service-rules.ts; a
// formula without fields is computed here. Notation, part 2, "Who sets a field".

import type { Operand } from '../../../notation/values/operands.ts';
import type { Model } from '../../../model/model.ts';
import type { Resource } from '../../../notation/resources.ts';
import type { Arithmetic } from '../../../notation/values/formulas.ts';
import { shownType, type Into, type Verdict } from './verdicts.ts';
import { operandFact } from '../operand-types.ts';
import { isStoredAs } from '../value-fits.ts';
import { kindOf } from '../../document/value-kinds.ts';

export function madeByArithmetic(model: Model, formula: Arithmetic, into: Into, owner: Resource): Verdict {
  const place = { row: owner, self: owner, request: undefined };
  const isNumber = !into.refers && kindOf(into.type) === 'number';
  for (const operand of operandsOf(formula)) {
    const fact = operandFact(model, operand, place);
    if (fact.kind !== 'value') continue;
    const isAlone = formula.kind === 'operand';
    const target = { ...fact, type: into.type, refers: into.refers, field: undefined };
    const isStored = (!into.refers || fact.refers !== undefined) && isStoredAs(model, fact, target);
    const fits = isAlone ? isStored || bothNumbers(fact, into) : isPlainNumber(fact);
    if (!fits) return { kind: 'unlike', made: fact.name, of: shownType(fact) };
    if (isAlone) return { kind: 'fits' };
  }
  if (!isNumber && (formula.kind === 'operation' || formula.operand.kind === 'number'))
    return { kind: 'unlike', made: 'arithmetic', of: 'a number' };
  return constant(formula, into) ?? { kind: 'fits' };
}

function isPlainNumber({ type, refers }: Pick<Into, 'type' | 'refers'>): boolean {
  return !refers && kindOf(type) === 'number';
}

/** A number is rounded to the digits of its field. */
function bothNumbers(value: Pick<Into, 'type' | 'refers'>, into: Into): boolean {
  return isPlainNumber(value) && isPlainNumber(into);
}

function operandsOf(formula: Arithmetic): readonly Operand[] {
  return formula.kind === 'operand' ? [formula.operand] : [...operandsOf(formula.left), ...operandsOf(formula.right)];
}

/** Numbers alone: one result for every row, or none. */
function constant(formula: Arithmetic, { type }: Into): Verdict | undefined {
  if (operandsOf(formula).some(({ kind }) => kind !== 'number')) return undefined;
  const result = computed(formula);
  if (result === undefined) return { kind: 'no result' };
  if (type.kind === 'number') return { kind: 'constant', text: numeral(result, 15), written: 'number' };
  return { kind: 'constant', text: numeral(result, type.kind === 'decimal' ? type.scale : 0), written: 'number' };
}

/** Numerator and denominator, which is above 0. */
type Fraction = readonly [bigint, bigint];

/** Undefined: it divides by zero. */
function computed(formula: Arithmetic): Fraction | undefined {
  if (formula.kind === 'operand') {
    const [whole = '', fraction = ''] = formula.operand.kind === 'number' ? formula.operand.value.split('.') : [];
    return [BigInt(`${whole}${fraction}`.replace(/^\+/, '')), 10n ** BigInt(fraction.length)];
  }
  const left = computed(formula.left);
  const right = computed(formula.right);
  if (!left || !right) return undefined;
  const [[a, b], [c, d]] = [left, right];
  switch (formula.operator) {
    case '+':
      return [a * d + c * b, b * d];
    case '-':
      return [a * d - c * b, b * d];
    case '*':
      return [a * c, b * d];
    case '/':
      return c === 0n ? undefined : c < 0n ? [-a * d, -b * c] : [a * d, b * c];
  }
}

/** Half away from zero. */
function numeral([over, under]: Fraction, scale: number): string {
  const x = (over < 0n ? -over : over) * 10n ** BigInt(scale);
  const digits = String((2n * x + under) / (2n * under)).padStart(scale + 1, '0');
  const sign = over < 0n && /[1-9]/.test(digits) ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

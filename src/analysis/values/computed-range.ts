// Between which whole numbers a formula must come out. Input: a formula of a resource's fields. Output: the least and the greatest, or
// nothing where a result may be missing or may have any size. Notation, part 2, "Who sets a field".

import { isNumeral } from '../../base/numerals.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Arithmetic } from '../../notation/values/formulas.ts';
import { valueOf } from '../../notation/slot.ts';
import { ownConstraints } from '../document/allowed.ts';
import { mustBeThere } from './service-rules.ts';

/** Both inclusive. */
export type Range = readonly [bigint, bigint];

/** Beyond this no step has a result. */
const MOST = 2n ** 63n - 1n;
const LEAST = -(2n ** 63n);

/** Undefined: it is not known, or some row may have no result. */
export function rangeOf(model: Model, owner: Resource, formula: Arithmetic): Range | undefined {
  if (formula.kind === 'operand') return rangeOfOperand(model, owner, formula.operand);
  const left = rangeOf(model, owner, formula.left);
  const right = rangeOf(model, owner, formula.right);
  // What is divided may have no result, and is rounded.
  if (!left || !right || formula.operator === '/') return undefined;
  const ends = endsOf(formula.operator, left, right);
  const all: Range = [least(ends), greatest(ends)];
  return all[0] >= LEAST && all[1] <= MOST ? all : undefined;
}

/** A sum or a product is least and greatest where its operands are. */
function endsOf(operator: '+' | '-' | '*', left: Range, right: Range): bigint[] {
  const pairs = left.flatMap((a) => right.map((b) => [a, b] as const));
  switch (operator) {
    case '+':
      return pairs.map(([a, b]) => a + b);
    case '-':
      return pairs.map(([a, b]) => a - b);
    case '*':
      return pairs.map(([a, b]) => a * b);
  }
}

function rangeOfOperand(model: Model, owner: Resource, operand: Operand): Range | undefined {
  if (operand.kind === 'number') {
    const value = whole(operand.value);
    return value === undefined || value < LEAST || value > MOST ? undefined : [value, value];
  }
  if (operand.kind !== 'field') return undefined;
  const isOwn = operand.owner === undefined || operand.owner === 'this' || operand.owner === owner.name.text;
  const field = isOwn ? model.fields.get(`${owner.name.text}.${operand.path.join('.')}`) : undefined;
  const type = field && valueOf(field.type);
  // What the caller sends is there, and within its bounds; of another field that would have to be computed first.
  if (!field || type?.kind !== 'integer' || !mustBeThere(field) || valueOf(field.setBy)?.kind !== 'caller')
    return undefined;
  return within([...ownConstraints(type), ...(valueOf(field.allowed) ?? [])]);
}

function within(constraints: readonly Constraint[]): Range | undefined {
  const [low, high]: [bigint[], bigint[]] = [[], []];
  for (const constraint of constraints) {
    if (constraint.kind !== 'range') continue;
    const [min, max] = [whole(constraint.min), whole(constraint.max)];
    if (min !== undefined) low.push(min);
    if (max !== undefined) high.push(max);
  }
  const range: Range | undefined = low.length > 0 && high.length > 0 ? [greatest(low), least(high)] : undefined;
  return range && range[0] <= range[1] ? range : undefined;
}

/** Is each whole number of the range what the type and these constraints allow? */
export function fitsAll([low, high]: Range, type: FieldType, constraints: readonly Constraint[]): boolean {
  return (
    type.kind === 'integer' &&
    constraints.every((constraint) => {
      if (constraint.kind !== 'range') return false;
      const [min, max] = [whole(constraint.min), whole(constraint.max)];
      const isKnown =
        (constraint.min === undefined) === (min === undefined) &&
        (constraint.max === undefined) === (max === undefined);
      return isKnown && (min === undefined || low >= min) && (max === undefined || high <= max);
    })
  );
}

function whole(digits: string | undefined): bigint | undefined {
  return digits !== undefined && isNumeral(digits) && !digits.includes('.')
    ? BigInt(digits.replace(/^\+/, ''))
    : undefined;
}

function least(all: readonly bigint[]): bigint {
  return all.reduce((a, b) => (b < a ? b : a));
}

function greatest(all: readonly bigint[]): bigint {
  return all.reduce((a, b) => (b > a ? b : a));
}

// What a value may be beside its kind: bounds, lengths, lists of values. Input: types and Allowed values. Output: which of them a literal
// breaks, and whether all that one value may be is allowed of another. Notation, part 2, heads Type and Allowed values.

import { compareNumerals, isNumeral } from '../../base/numerals.ts';
import { objectionTo } from '../../base/patterns/judge.ts';
import { matcherOf } from '../../base/patterns/match.ts';
import { isBlank } from '../../base/text.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';

type Stated = Exclude<Literal, { kind: 'null' | 'json' }>;

/** The constraints that a type itself states. */
export function ownConstraints(type: FieldType): readonly Constraint[] {
  switch (type.kind) {
    case 'integer':
    case 'number':
    case 'decimal':
      return type.min === undefined && type.max === undefined ? [] : [{ kind: 'range', ...bounds(type) }];
    case 'string':
    case 'secret':
      return type.min === undefined && type.max === undefined ? [] : [{ kind: 'characters', ...bounds(type) }];
    default:
      return [];
  }
}

/** The same, and the values that it lists. */
export function possibleOf(type: FieldType): readonly Constraint[] {
  if (type.kind !== 'one-of') return ownConstraints(type);
  return [{ kind: 'values', values: type.values.map(({ text }) => ({ kind: 'text', value: text })) }];
}

function bounds<T>(of: { readonly min?: T; readonly max?: T }): { readonly min?: T; readonly max?: T } {
  return { ...(of.min !== undefined && { min: of.min }), ...(of.max !== undefined && { max: of.max }) };
}

/** The first that the literal breaks. */
export function broken(constraints: readonly Constraint[], literal: Stated): Constraint | undefined {
  return constraints.find((one) => !holds(one, literal));
}

function holds(constraint: Constraint, literal: Stated): boolean {
  const text = String(literal.value);
  switch (constraint.kind) {
    case 'values':
      return constraint.values.some((one) => 'value' in one && isSame(String(one.value), text));
    case 'range':
      return !isNumeral(text) || isWithin({ min: text, max: text }, constraint, compareNumerals);
    case 'characters': {
      const length = [...text].length;
      return isWithin({ min: length, max: length }, constraint, (a, b) => a - b);
    }
    case 'not-blank':
      return !isBlank(text);
    case 'matches':
      // What is no pattern is an error of its own.
      return objectionTo(constraint.pattern) !== undefined || matcherOf(constraint.pattern)(text);
    case 'items':
      return true;
  }
}

function isSame(a: string, b: string): boolean {
  return a === b || (isNumeral(a) && isNumeral(b) && compareNumerals(a, b) === 0);
}

interface Bounds<T> {
  readonly min?: T;
  readonly max?: T;
}

function isWithin<T>(inner: Bounds<T>, outer: Bounds<T>, compare: (a: T, b: T) => number): boolean {
  const low = outer.min === undefined || (inner.min !== undefined && compare(inner.min, outer.min) >= 0);
  const high = outer.max === undefined || (inner.max !== undefined && compare(inner.max, outer.max) <= 0);
  return low && high;
}

/** The first of `target` that a value under `source` may break. */
export function exceeded(source: readonly Constraint[], target: readonly Constraint[]): Constraint | undefined {
  return target.find((wanted) => !source.some((given) => implies(given, wanted)) && !allFit(source, wanted));
}

/** The values that the source lists all fit. */
function allFit(source: readonly Constraint[], wanted: Constraint): boolean {
  if (wanted.kind === 'items') return false;
  return source.some(
    (given) =>
      given.kind === 'values' && given.values.every((value) => 'value' in value && holds(wanted, value as Stated)),
  );
}

/** The first value that the source lists and that breaks this. */
export function listedOutside(source: readonly Constraint[], wanted: Constraint): Stated | undefined {
  const listed = source.flatMap((given) => (given.kind === 'values' ? given.values : []));
  return listed.find((value): value is Stated => 'value' in value && !holds(wanted, value as Stated));
}

function implies(given: Constraint, wanted: Constraint): boolean {
  if (given.kind !== wanted.kind) return false;
  switch (given.kind) {
    case 'range':
      return isWithin(given, wanted as typeof given, compareNumerals);
    case 'characters':
    case 'items':
      return isWithin(given, wanted as typeof given, (a, b) => a - b);
    case 'matches':
      return given.pattern === (wanted as typeof given).pattern;
    case 'not-blank':
      return true;
    case 'values':
      return false;
  }
}

/** As the cell says it. */
export function constraintText(constraint: Constraint): string {
  switch (constraint.kind) {
    case 'values':
      return constraint.values.map((one) => ('value' in one ? `\`${one.value}\`` : '`null`')).join(', ');
    case 'range':
      return `\`${constraint.min ?? ''}..${constraint.max ?? ''}\``;
    case 'matches':
      return `what matches \`${constraint.pattern}\``;
    case 'not-blank':
      return 'what is not blank';
    case 'items':
    case 'characters': {
      const { min, max } = constraint;
      const least = min === undefined ? [] : [`at least ${min}`];
      const most = max === undefined ? [] : [`at most ${max}`];
      return `${[...least, ...most].join(' and ')} ${constraint.kind}`;
    }
  }
}

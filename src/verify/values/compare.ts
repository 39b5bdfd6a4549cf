// Comparisons of two values, in three values. Input: what two operands are. Output: whether the one is equal, less, greater. Notation, part 2,
// "Conditions": with nothing every comparison is false.

import { identityOf } from '../../analysis/document/targets.ts';
import type { Model } from '../../model/model.ts';
import type { CompareOperator } from '../../notation/values/conditions.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { not, Row, UNKNOWN, type Truth } from '../world/known.ts';
import { instantOf, startOf } from './formats.ts';
import { compareExact, doubleOf, exactOf, isNumber } from './numbers.ts';
import { Between, type Found } from './place.ts';
import { compareTexts } from './texts.ts';
import { bare, canonical, numeral } from './fits.ts';

export function compared(model: Model, operator: CompareOperator, left: Found, right: Found): Truth {
  if (left.value === null || right.value === null) return false;
  if (left.value instanceof Row && right.value instanceof Row) {
    // A caller of another resource is nothing beside it.
    if (left.value.resource !== right.value.resource) return false;
    const same = isSameRow(model, left.value, right.value);
    return operator === '=' ? same : operator === '!=' ? not(same) : undefined;
  }
  const [a, b] = [besideValue(left, right), besideValue(right, left)];
  if (a.value === null || b.value === null) return false;
  const order = orderOf(a, b);
  return order && holds(operator, order);
}

export function isSame(model: Model, left: Found, right: Found): Truth {
  return compared(model, '=', left, right);
}

/** Of a number that lies somewhere between two. */
export function comparedCount(operator: CompareOperator, least: number, most: number, { value }: Found): Truth {
  if (value === null) return false;
  const number = typeof value === 'string' ? numeral(value) : value;
  if (!isNumber(number)) return undefined;
  const order = (count: number): number => compareExact(exactOf(count)!, exactOf(number)!);
  return holds(operator, [order(least), most === Number.POSITIVE_INFINITY ? 1 : order(most)]);
}

/** The least and the greatest that the order of two values may be: negative, zero, positive. */
type Order = readonly [least: number, most: number];

function holds(operator: CompareOperator, [least, most]: Order): Truth {
  switch (operator) {
    case '=':
      return least === 0 && most === 0 ? true : least > 0 || most < 0 ? false : undefined;
    case '!=':
      return not(holds('=', [least, most]));
    case '<':
      return most < 0 ? true : least >= 0 ? false : undefined;
    case '>=':
      return not(holds('<', [least, most]));
    case '>':
      return least > 0 ? true : most <= 0 ? false : undefined;
    case '<=':
      return not(holds('>', [least, most]));
  }
}

/** A row beside a value is what it is shown as; what is not known of the row itself may still be known of its name. */
function besideValue(one: Found, other: Found): Found {
  if (other.value instanceof Row || one.shown === undefined) return one;
  return one.value instanceof Row || one.value === UNKNOWN ? { value: one.shown, type: one.type } : one;
}

/** Two that were seen apart may be one, as long as what identifies them does not tell them from each other. */
function isSameRow(model: Model, one: Row, other: Row): Truth {
  if (one === other) return true;
  if (one.born !== undefined && other.born !== undefined) return false;
  const resource = model.resources.get(one.resource);
  const differs = (resource ? identityOf(resource) : []).some((field) => {
    const value = one.get(field);
    const beside = other.get(field);
    if (value === UNKNOWN || beside === UNKNOWN || value instanceof Row || beside instanceof Row) return false;
    return canonical(value) !== canonical(beside);
  });
  return differs ? false : undefined;
}

function orderOf(left: Found, right: Found): Order | undefined {
  if (left.value === UNKNOWN || right.value === UNKNOWN) return undefined;
  const [a, b] = [typed(left, right), typed(right, left)];
  const kinds = [kindOf(left), kindOf(right)];
  if (a instanceof Between || b instanceof Between || kinds.includes('instant'))
    return instants(rangeOf(a, left.type), rangeOf(b, right.type));
  // Two of them are written as they are only where they are equal.
  if (typeof a === 'number' && typeof b === 'number' && Number.isFinite(a) && Number.isFinite(b)) return exactly(a - b);
  if (isNumber(a) && isNumber(b)) {
    const isReal = kinds.includes('number');
    const exact = (value: typeof a): ReturnType<typeof exactOf> => exactOf(isReal ? (doubleOf(value) ?? value) : value);
    return exactly(compareExact(exact(a)!, exact(b)!));
  }
  if (typeof a === 'string' && typeof b === 'string') {
    const isUuid = kinds.includes('uuid');
    return exactly(isUuid ? compareTexts(a.toLowerCase(), b.toLowerCase()) : compareTexts(a, b));
  }
  if (a instanceof Row || b instanceof Row) return undefined;
  if (typeof a !== typeof b) return undefined;
  // Truth values, and lists and objects: they are the same or not.
  return canonical(a) === canonical(b) ? [0, 0] : [1, 1];
}

function exactly(order: number): Order {
  return [order, order];
}

function kindOf({ type }: Found): 'instant' | 'uuid' | 'number' | undefined {
  const kind = type && bare(type).kind;
  if (kind === 'date-time' || kind === 'seconds since 1970') return 'instant';
  return kind === 'uuid' || kind === 'number' ? kind : undefined;
}

/** A literal is what the type beside it makes of it. */
function typed(one: Found, other: Found): Exclude<Found['value'], typeof UNKNOWN> {
  const value = one.value as Exclude<Found['value'], typeof UNKNOWN>;
  if (one.type !== undefined || other.value === UNKNOWN) return value;
  if (typeof value === 'string' && isNumber(other.value) && exactOf(value)) return numeral(value);
  if (typeof value === 'string' && typeof other.value === 'boolean')
    return value === 'true' ? true : value === 'false' ? false : value;
  if (typeof other.value === 'string' && isNumber(value)) return typeof value === 'number' ? String(value) : value.text;
  if (typeof other.value === 'string' && typeof value === 'boolean') return String(value);
  return value;
}

/** Milliseconds since 1970, the first and the last that it may be. A day beside an instant is its first moment in UTC. */
function rangeOf(value: Found['value'], type: FieldType | undefined): Order | undefined {
  if (value instanceof Between) return [value.from, value.to];
  if (isNumber(value))
    return type && bare(type).kind !== 'seconds since 1970'
      ? undefined
      : exactly(Number(typeof value === 'number' ? value : value.text) * 1000);
  if (typeof value !== 'string') return undefined;
  const instant = /^\d{4}-\d\d-\d\d$/.test(value) ? startOf(value) : instantOf(value);
  return instant === undefined || Number.isNaN(instant) ? undefined : exactly(instant);
}

function instants(a: Order | undefined, b: Order | undefined): Order | undefined {
  return a && b && [a[0] - b[1], a[1] - b[0]];
}

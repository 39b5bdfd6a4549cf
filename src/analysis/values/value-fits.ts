// Whether a field keeps what another value is, exactly as it is. Input: two values of known types. Output: yes or no. Notation, part 4
// "What a call does": a whole number is a number, text is text; nothing is rounded or cut.

import type { FieldType } from '../../notation/values/field-types.ts';
import type { Model } from '../../model/model.ts';
import { machineViews } from '../document/moves.ts';
import type { ValueFact } from './operand-types.ts';
import { kindOf, plainType, type RowReference } from '../document/value-kinds.ts';

/** What the value may be at all fits into the field; bounds and Allowed values are another question (allowed.ts). */
export function isStoredAs(model: Model, value: ValueFact, into: ValueFact): boolean {
  return fits(model, value, into, false);
}

/** The same for a value that is also judged by the field's own schema: what it may be is narrowed there. */
export function isSentAs(model: Model, value: ValueFact, into: ValueFact): boolean {
  return fits(model, value, into, true);
}

function fits(model: Model, value: ValueFact, into: ValueFact, narrowed: boolean): boolean {
  const { type } = value;
  const target = into.type;
  if (kindOf(type) === 'other' || kindOf(target) === 'other') return true;
  if (into.refers && !isReferenceFor(value, into.refers)) return false;
  switch (target.kind) {
    case 'string':
      return kindOf(type) === 'text';
    case 'one-of':
      return isAmong(model, value, new Set(target.values.map((one) => one.text)), narrowed);
    case 'state':
      return isSameState(value, into) || isAmong(model, value, statesOf(model, into), narrowed);
    case 'uuid':
    case 'url':
    case 'email':
    case 'time':
    case 'duration':
    case 'boolean':
    case 'date':
    case 'number':
      return type.kind === target.kind || (target.kind === 'number' && kindOf(type) === 'number');
    case 'integer':
      return type.kind === 'integer';
    case 'decimal':
      return type.kind === 'integer' || (type.kind === 'decimal' && type.scale <= target.scale);
    case 'date-time':
    case 'seconds since 1970':
      return kindOf(type) === kindOf(target) || (kindOf(target) === 'instant' && type.kind === 'date');
    default:
      return isSameType(model, type, target);
  }
}

/** A row of another resource is none of this one, and one that is named otherwise is not found. */
function isReferenceFor({ refers, selects }: ValueFact, { resource, by }: RowReference): boolean {
  if (refers) return refers.resource === resource && refers.by === by;
  return selects === undefined || selects === resource;
}

/** Text that is one of a few. */
function isAmong(model: Model, value: ValueFact, known: ReadonlySet<string>, narrowed: boolean): boolean {
  if (narrowed) return kindOf(value.type) === 'text';
  const { type } = value;
  const names = type.kind === 'one-of' ? type.values.map((one) => one.text) : [...statesOf(model, value)];
  return names.length > 0 && names.every((name) => known.has(name));
}

function statesOf(model: Model, { type, field }: ValueFact): ReadonlySet<string> {
  const name = field && type.kind === 'state' ? `${field.resource.name.text}.${field.field.name.text}` : '';
  return new Set(machineViews(model).get(name)?.states);
}

function isSameState(value: ValueFact, into: ValueFact): boolean {
  return value.type.kind === 'state' && value.field?.field === into.field?.field;
}

/** Lists and objects are kept in one form, member by member. */
function isSameType(model: Model, a: FieldType, b: FieldType): boolean {
  const [x, y] = [plainType(model, a)?.type, plainType(model, b)?.type];
  if (!x || !y) return true;
  const isNarrower = b.kind === 'nullable' || a.kind !== 'nullable';
  if (x.kind !== y.kind || !isNarrower) return false;
  switch (x.kind) {
    case 'array':
      return (x.sorted || !(y as typeof x).sorted) && isSameType(model, x.of, (y as typeof x).of);
    case 'set':
    case 'map':
      return isSameType(model, x.of, (y as typeof x).of);
    default:
      return written(x) === written(y);
  }
}

function written(type: FieldType): string {
  return JSON.stringify(type, (key, value: unknown) => (key === 'at' || key === 'quotesOptional' ? undefined : value));
}

// Whether a type and Allowed values take a value. Input: what is stated of a field, a value as JSON has it, or the text of an address.
// Output: what is wrong with it, in three values. Notation, part 2, "Types" and "Allowed values and Default".

import { Digits } from '../../base/json-digits.ts';
import { plainType } from '../../analysis/document/value-kinds.ts';
import type { Model } from '../../model/model.ts';
import type { Resource } from '../../notation/resources.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import { all, not, some, type Json, type Truth } from '../world/known.ts';
import { instantOf } from '../../base/formats.ts';
import { hasFormat, isFormat } from './formats.ts';
import { compareExact, doubleOf, exactOf, isNumber, unitsOf } from './numbers.ts';
import { isBlank, lengthOf, matches } from './texts.ts';

export interface Stated {
  readonly types: readonly FieldType[];
  readonly constraints: readonly Constraint[];
  /** Of a type `state`: the states there are; undefined: nobody can tell which. */
  readonly states?: readonly string[] | undefined;
}

/** Does it fit all of it, `not blank` too? What is inside of a nested shape is judged by `inside`; left out: all fits. */
export function fits(model: Model, stated: Stated, json: Json, inside: Inside = () => true): Truth {
  return all([not(isBlankIn(stated, json)), fitsBesideBlank(model, stated, json, inside)]);
}

export type Inside = (shape: Resource, members: Readonly<Record<string, Json>>) => Truth;

/** Of `not blank`: is it blank, or, of a list or a map, a member of it? */
export function isBlankIn({ types, constraints }: Stated, json: Json): Truth {
  if (!constraints.some(({ kind }) => kind === 'not-blank')) return false;
  const isMany = types.some((type) => MANY.has(bare(type).kind));
  if (json === null) return !isMany;
  if (!isMany) return typeof json === 'string' && isBlank(json);
  return some(membersOf(json).map((one) => one === null || (typeof one === 'string' && isBlank(one))));
}

export function fitsBesideBlank(model: Model, stated: Stated, json: Json, inside: Inside): Truth {
  return all([
    ...stated.types.map((type) => fitsType(model, type, json, stated.states, inside)),
    ...stated.constraints.map((one) => meets(one, stated.types, json)),
  ]);
}

const MANY: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['array', 'set', 'map']);

/** Without `or null`. */
export function bare(type: FieldType): FieldType {
  return type.kind === 'nullable' ? bare(type.of) : type;
}

export function isMembers(value: unknown): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits);
}

function membersOf(json: Json): readonly Json[] {
  if (Array.isArray(json)) return json as readonly Json[];
  return isMembers(json) ? Object.values(json) : [];
}

function fitsType(
  model: Model,
  type: FieldType,
  json: Json,
  states: readonly string[] | undefined,
  inside: Inside,
): Truth {
  if (type.kind === 'nullable') return json === null || fitsType(model, type.of, json, states, inside);
  if (json === null) return false;
  const each = (of: FieldType, members: readonly Json[]): Truth =>
    all(members.map((one) => fitsType(model, of, one, states, inside)));
  switch (type.kind) {
    case 'array':
    case 'set':
      return Array.isArray(json) && each(type.of, json as readonly Json[]);
    case 'map':
      return isMembers(json) && each(type.of, Object.values(json));
    case 'object':
      return isMembers(json);
    case 'any':
      return true;
    case 'resource':
    case 'same-as': {
      const shape = type.kind === 'resource' && !type.by ? model.resources.get(type.resource.text) : undefined;
      if (shape?.identifiedBy.status === 'none') return isMembers(json) && inside(shape, json);
      const plain = plainType(model, type)?.type;
      return plain && plain !== type ? fitsType(model, plain, json, states, inside) : undefined;
    }
    case 'boolean':
      return typeof json === 'boolean';
    case 'integer':
    case 'number':
    case 'decimal':
      return isNumber(json) && fitsNumber(type, json);
    case 'seconds since 1970':
      return isNumber(json) && isSecond(json);
    case 'file':
      return undefined;
    default:
      return typeof json === 'string' && fitsText(type, json, states);
  }
}

type Numeric = Extract<FieldType, { readonly min?: string }>;

/** How far a service counts is not stated. */
function isSecond(json: number | Digits): Truth {
  const seconds = unitsOf(exactOf(json)!, 0);
  return seconds !== undefined && (seconds < 0n || seconds > 253_402_300_799n ? undefined : true);
}

function fitsNumber(type: Numeric, json: number | Digits): boolean {
  const { min, max } = type;
  if (type.kind === 'number') {
    const double = doubleOf(json);
    return double !== undefined && isWithinDoubles(double, min, max);
  }
  const units = unitsOf(exactOf(json)!, type.kind === 'decimal' ? type.scale : 0);
  return units !== undefined && isWithin(json, min, max);
}

/** A bound is a double, too: the nearest one. */
function isWithinDoubles(double: number, min: string | undefined, max: string | undefined): boolean {
  return double === Number(min) || double === Number(max) || isWithin(double, min, max);
}

function isWithin(value: number | Digits, min: string | undefined, max: string | undefined): boolean {
  const exact = exactOf(value)!;
  return (
    (min === undefined || compareExact(exact, exactOf(min)!) >= 0) &&
    (max === undefined || compareExact(exact, exactOf(max)!) <= 0)
  );
}

function fitsText(type: FieldType, text: string, states: readonly string[] | undefined): Truth {
  switch (type.kind) {
    case 'string':
    case 'secret': {
      const length = lengthOf(text);
      const isLong = length >= (type.min ?? 0) && length <= (type.max ?? Number.POSITIVE_INFINITY);
      // A zero is text in JSON, and no text in some stores.
      return isLong && text.includes('\0') ? undefined : isLong;
    }
    case 'one-of':
      return type.values.some((one) => one.text === text);
    case 'state':
      return states && states.includes(text);
    default:
      return isFormat(type.kind) ? hasFormat(type.kind, text) : undefined;
  }
}

/** Of a list or a map all but the number of its items is about each member. What is null has no value. */
function meets(constraint: Constraint, types: readonly FieldType[], json: Json): Truth {
  if (json === null || constraint.kind === 'not-blank') return true;
  const many = types.map(bare).find((type) => MANY.has(type.kind));
  if (constraint.kind === 'items') {
    const members = membersOf(json);
    const count = many?.kind === 'set' ? distinct(members).length : members.length;
    return count >= (constraint.min ?? 0) && count <= (constraint.max ?? Number.POSITIVE_INFINITY);
  }
  if (many && 'of' in many) return all(membersOf(json).map((one) => meets(constraint, [many.of], one)));
  switch (constraint.kind) {
    case 'values':
      return constraint.values.some((one) => isLiteral(one, json) || types.some((type) => isSpelled(type, one, json)));
    case 'range':
      if (!isNumber(json)) return undefined;
      return types.some((type) => bare(type).kind === 'number')
        ? isWithinDoubles(Number(json instanceof Digits ? json.text : json), constraint.min, constraint.max)
        : isWithin(json, constraint.min, constraint.max);
    case 'matches':
      return typeof json === 'string' ? matches(constraint.pattern, json) : undefined;
    case 'characters': {
      const length = typeof json === 'string' ? lengthOf(json) : undefined;
      if (length === undefined) return undefined;
      return length >= (constraint.min ?? 0) && length <= (constraint.max ?? Number.POSITIVE_INFINITY);
    }
  }
}

/** One value in two spellings. */
function isSpelled(type: FieldType, literal: Literal, json: Json): boolean {
  if (typeof json !== 'string' || literal.kind !== 'text') return false;
  const plain = bare(type);
  const spell = (text: string): string | undefined =>
    plain.kind === 'uuid' ? text.toLowerCase() : plain.kind === 'date-time' ? instantOf(text) : text;
  return spell(literal.value) !== undefined && spell(literal.value) === spell(json);
}

/** The kind of the value has the last word: `` `12` `` is a text beside texts. */
export function isLiteral(literal: Literal, json: Json): boolean {
  switch (literal.kind) {
    case 'null':
      return json === null || json === 'null';
    case 'json':
      return json === literal.value || canonical(json) === canonical(JSON.parse(literal.value) as Json);
    case 'boolean':
      return json === literal.value || json === String(literal.value);
    default: {
      if (!isNumber(json)) return json === literal.value;
      const exact = exactOf(literal.value);
      return exact !== undefined && compareExact(exact, exactOf(json)!) === 0;
    }
  }
}

function distinct(members: readonly Json[]): readonly string[] {
  return [...new Set(members.map(canonical))];
}

/** One text for values that are the same: members in any order, numbers by their value. */
export function canonical(json: Json): string {
  if (isNumber(json)) {
    const { digits, power } = exactOf(json)!;
    return `${digits}e${power}`;
  }
  if (Array.isArray(json)) return `[${(json as readonly Json[]).map(canonical).join(',')}]`;
  if (!isMembers(json)) return JSON.stringify(json);
  const pairs = Object.entries(json).map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`);
  return `{${pairs.sort().join(',')}}`;
}

/** What an address or a header says: numbers as in JSON, integers by their digits alone. Undefined: no such value. */
export function readText(model: Model, type: FieldType, text: string): Json | undefined {
  const plain = bare(plainType(model, type)?.type ?? type);
  switch (plain.kind) {
    case 'integer':
    case 'seconds since 1970':
      return /^-?(?:0|[1-9]\d*)$/.test(text) ? numeral(text) : undefined;
    case 'number':
    case 'decimal':
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? numeral(text) : undefined;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    default:
      return text;
  }
}

/** As JSON has it. */
export function numeral(text: string): number | Digits {
  const number = Number(text);
  const [exact, again] = [exactOf(text), exactOf(number)];
  return exact && again && compareExact(exact, again) === 0 ? number : new Digits(text);
}

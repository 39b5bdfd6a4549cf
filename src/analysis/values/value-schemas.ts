// Allowed values as JSON Schema, and literals as JSON. Input: constraints and literals as read, and the types of the values that they
// are about. Output: keywords of JSON Schema 2020-12. Notation, part 2, head Allowed values.

import { JSON_KINDS } from '../../base/json-kinds.ts';
import { NOT_BLANK, schemaPattern } from '../../base/patterns/schema-form.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import { TEXT_FORMATS, type FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import { innermost } from '../document/paths.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Of type `any`: all but null, which a type takes by `or null`. */
export const ANY_VALUE: Schema = { type: JSON_KINDS };

export function bounds(low: string, min: number | undefined, high: string, max: number | undefined): Schema {
  return { ...(min !== undefined && { [low]: min }), ...(max !== undefined && { [high]: max }) };
}

export function numeral(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

/** The type without `or null`. */
export function stripped(type: FieldType): FieldType {
  return type.kind === 'nullable' ? type.of : type;
}

/** One schema for all: side by side where their keywords differ, else `allOf`. */
export function joined(schemas: readonly Schema[]): Schema {
  let whole: Record<string, unknown> = {};
  const apart: Schema[] = [];
  for (const schema of schemas) {
    const clashes = Object.keys(schema).some(
      (key) => key in whole && JSON.stringify(whole[key]) !== JSON.stringify(schema[key]),
    );
    if (clashes) apart.push(schema);
    else whole = { ...whole, ...schema };
  }
  return apart.length === 0 ? whole : { ...whole, allOf: apart };
}

/** One entry of Allowed values. On a list all but `items` holds for each element. */
export function constraintOf(constraint: Constraint, types: readonly FieldType[]): Schema {
  const list = types.map(stripped).find((type) => type.kind === 'array' || type.kind === 'set' || type.kind === 'map');
  if (constraint.kind === 'items') return itemBounds(constraint, list?.kind);
  const schema = scalarConstraint(constraint, types);
  if (!list || Object.keys(schema).length === 0) return schema;
  return list.kind === 'map' ? { additionalProperties: schema } : { items: schema };
}

function itemBounds(
  constraint: { readonly min?: number; readonly max?: number },
  kind: FieldType['kind'] | undefined,
): Schema {
  const words = kind === 'map' ? (['minProperties', 'maxProperties'] as const) : (['minItems', 'maxItems'] as const);
  return bounds(words[0], constraint.min, words[1], constraint.max);
}

function scalarConstraint(constraint: Exclude<Constraint, { kind: 'items' }>, types: readonly FieldType[]): Schema {
  switch (constraint.kind) {
    case 'values':
      return { enum: constraint.values.map((value) => jsonValue(value, types)) };
    case 'range':
      return bounds('minimum', numeral(constraint.min), 'maximum', numeral(constraint.max));
    case 'matches':
      return { pattern: schemaPattern(constraint.pattern) };
    case 'not-blank':
      return { pattern: NOT_BLANK };
    case 'characters':
      return bounds('minLength', constraint.min, 'maxLength', constraint.max);
    default:
      return {};
  }
}

/** A literal as JSON has it: a ticked number is a number where the type is one. */
export function jsonValue(literal: Literal, types: readonly FieldType[]): unknown {
  switch (literal.kind) {
    case 'number':
      return types.some((type) => TEXTS.has(elementKind(type))) ? literal.value : Number(literal.value);
    case 'text':
      return types.some((type) => NUMBERS.has(elementKind(type)))
        ? Number(literal.value)
        : shownText(literal.value, types);
    case 'boolean':
      return types.some((type) => TEXTS.has(elementKind(type))) ? String(literal.value) : literal.value;
    case 'null':
      return null;
    case 'json':
      return JSON.parse(literal.value);
  }
}

/** A value that may be spelled in several ways as it is shown: so it is judged, too. */
function shownText(text: string, types: readonly FieldType[]): string {
  const type = types.map(innermost).find(({ kind }) => kind === 'uuid' || kind === 'date-time');
  if (type?.kind === 'uuid') return text.toLowerCase();
  if (type?.kind !== 'date-time' || type.asSent || Number.isNaN(Date.parse(text))) return text;
  return new Date(text).toISOString();
}

/** Types whose values are text. */
export const TEXTS: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>([
  ...TEXT_FORMATS,
  'string',
  'secret',
  'one-of',
  'state',
]);
const NUMBERS: ReadonlySet<FieldType['kind']> = new Set(['integer', 'number', 'decimal', 'seconds since 1970']);

function elementKind(type: FieldType): FieldType['kind'] {
  return innermost(type).kind;
}

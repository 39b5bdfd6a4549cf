// JSON Schemas of values that callers send. Input: types and Allowed values as read. Output: JSON Schema 2020-12 as plain data;
// `format` in it uses the words of ValueType.format. Notation, part 2, heads Type and Allowed values.

import { fault, known } from '../base/fault.ts';
import { NOT_BLANK, schemaPattern } from '../base/patterns/schema-form.ts';
import { TEXT_FORMATS, type FieldType } from '../notation/values/field-types.ts';
import type { Constraint } from '../notation/values/constraints.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { isChainTooLong } from '../analysis/document/value-kinds.ts';
import { innermost } from '../analysis/document/paths.ts';
import type { JsonSchema } from './input.ts';
import { isNullable } from './values.ts';

/** The schema of a value of all of these types under all of these constraints. */
export function schemaOf(model: Model, types: readonly FieldType[], allowed: readonly Constraint[]): JsonSchema {
  const builder = new SchemaBuilder(model);
  return joined([
    ...types.map((type) => builder.of(stripped(type))),
    ...allowed.map((one) => constraintOf(one, types)),
  ]);
}

function stripped(type: FieldType): FieldType {
  return isNullable(type) && type.kind === 'nullable' ? type.of : type;
}

/** One schema for all: side by side where their keywords differ, else `allOf`. */
function joined(schemas: readonly JsonSchema[]): JsonSchema {
  let whole: Record<string, unknown> = {};
  const apart: JsonSchema[] = [];
  for (const schema of schemas) {
    const clashes = Object.keys(schema).some(
      (key) => key in whole && JSON.stringify(whole[key]) !== JSON.stringify(schema[key]),
    );
    if (clashes) apart.push(schema);
    else whole = { ...whole, ...schema };
  }
  return apart.length === 0 ? whole : { ...whole, allOf: apart };
}

class SchemaBuilder {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  of(type: FieldType): JsonSchema {
    if (isChainTooLong(this.#model, type)) fault('the type leads through too many fields');
    switch (type.kind) {
      case 'string':
      case 'secret':
        return { type: 'string', ...bounds('minLength', type.min, 'maxLength', type.max) };
      case 'integer':
      case 'number':
      case 'decimal':
        return {
          type: type.kind === 'integer' ? 'integer' : 'number',
          ...bounds('minimum', numeral(type.min), 'maximum', numeral(type.max)),
        };
      case 'boolean':
        return { type: 'boolean' };
      case 'seconds since 1970':
        return { type: 'integer' };
      case 'one-of':
        return { enum: type.values.map((value) => value.text) };
      case 'array':
        return { type: 'array', items: this.#element(type.of) };
      case 'set':
        return { type: 'array', items: this.#element(type.of) };
      case 'map':
        return { type: 'object', additionalProperties: this.#element(type.of) };
      case 'object':
        return { type: 'object' };
      case 'nullable':
        return { anyOf: [this.of(type.of), { type: 'null' }] };
      case 'resource':
        // The fields of a nested shape are judged one by one (nested.ts).
        return type.by ? this.#reference(type.resource.text, type.by.text) : { type: 'object' };
      case 'same-as':
        return this.#reference(type.owner ?? '', type.path.join('.'));
      case 'state':
        return { type: 'string' };
      case 'file':
        fault(`a value of type ${type.kind} is not taken`);
      default:
        return { type: 'string' };
    }
  }

  /** Inside a list nothing else judges the format. */
  #element(type: FieldType): JsonSchema {
    const schema = this.of(type);
    return TEXT_FORMATS.has(type.kind) ? { ...schema, format: type.kind === 'url' ? 'uri' : type.kind } : schema;
  }

  #reference(resource: string, field: string): JsonSchema {
    const found = this.#model.fields.get(`${resource}.${field}`);
    const type = known(found && valueOf(found.type), `the type of ${resource}.${field} is not known`);
    return this.of(stripped(type));
  }
}

function bounds(low: string, min: number | undefined, high: string, max: number | undefined): JsonSchema {
  return { ...(min !== undefined && { [low]: min }), ...(max !== undefined && { [high]: max }) };
}

function numeral(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

/** One entry of Allowed values. On a list all but `items` holds for each element. */
function constraintOf(constraint: Constraint, types: readonly FieldType[]): JsonSchema {
  const list = types.map(stripped).find((type) => type.kind === 'array' || type.kind === 'set' || type.kind === 'map');
  if (constraint.kind === 'items') return itemBounds(constraint, list?.kind);
  const schema = scalarConstraint(constraint, types);
  if (!list || Object.keys(schema).length === 0) return schema;
  return list.kind === 'map' ? { additionalProperties: schema } : { items: schema };
}

function itemBounds(
  constraint: { readonly min?: number; readonly max?: number },
  kind: FieldType['kind'] | undefined,
): JsonSchema {
  const words = kind === 'map' ? (['minProperties', 'maxProperties'] as const) : (['minItems', 'maxItems'] as const);
  return bounds(words[0], constraint.min, words[1], constraint.max);
}

function scalarConstraint(constraint: Exclude<Constraint, { kind: 'items' }>, types: readonly FieldType[]): JsonSchema {
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

/** A ticked number is a number where the type is one. */
function jsonValue(literal: Literal, types: readonly FieldType[]): unknown {
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

const TEXTS: ReadonlySet<FieldType['kind']> = new Set([
  'string',
  'one-of',
  'state',
  'uuid',
  'url',
  'email',
  'date',
  'date-time',
  'time',
  'duration',
]);
const NUMBERS: ReadonlySet<FieldType['kind']> = new Set(['integer', 'number', 'decimal', 'seconds since 1970']);

function elementKind(type: FieldType): FieldType['kind'] {
  return innermost(type).kind;
}

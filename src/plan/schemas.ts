// JSON Schemas of values that callers send. Input: types and Allowed values as read. Output: JSON Schema 2020-12 as plain data;
// `format` in it uses the words of ValueType.format. Notation, part 2, heads Type and Allowed values.

import { fault, known } from '../base/fault.ts';
import { TEXT_FORMATS, type FieldType } from '../notation/values/field-types.ts';
import type { Constraint } from '../notation/values/constraints.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { elementOf } from '../analysis/document/paths.ts';
import { isChainTooLong } from '../analysis/document/value-kinds.ts';
import { ANY_VALUE, bounds, constraintOf, joined, numeral, stripped } from '../analysis/values/value-schemas.ts';
import type { JsonSchema } from './input.ts';

/** The schema of a value of all of these types under all of these constraints. */
export function schemaOf(model: Model, types: readonly FieldType[], allowed: readonly Constraint[]): JsonSchema {
  const builder = new SchemaBuilder(model);
  return joined([
    ...types.map((type) => builder.of(stripped(type))),
    ...allowed.map((one) => constraintOf(one, types)),
  ]);
}

/** What is no state of the machine is no value of the type, and a name that is no field names nothing. */
export function choiceSchema(type: FieldType, choices: readonly string[] | undefined, schema: JsonSchema): JsonSchema {
  if (!choices) return schema;
  const one = { enum: choices };
  if (!elementOf(type).list && !('enum' in schema)) return { ...schema, ...one };
  const others = Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly JsonSchema[]) : [];
  return { ...schema, allOf: [...others, elementOf(type).list ? { items: one } : one] };
}

/** Members that are null are taken away: https://www.rfc-editor.org/rfc/rfc7396 */
export function patchSchema(schema: JsonSchema): JsonSchema {
  const inner = schema['additionalProperties'];
  if (typeof inner !== 'object' || inner === null) return schema;
  return { ...schema, additionalProperties: { anyOf: [patchSchema(inner as JsonSchema), { type: 'null' }] } };
}

/** How many members there are is known only after the merge (merged.ts). */
export function uncounted(schema: JsonSchema): JsonSchema {
  const { minProperties: _, maxProperties: __, ...rest } = schema;
  return rest;
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
      case 'any':
        return ANY_VALUE;
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

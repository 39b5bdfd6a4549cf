// Types: how a value of the notation is kept, how it is written in JSON, how a literal becomes a stored value. Input: a field
// type as read. Output: ValueType, JSON Schema, literals. Notation, part 2, heads Type and Allowed values; part 4, Query.

import { fault, known } from '../base/fault.ts';
import { isLong } from '../base/numerals.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { TYPE_TRAITS } from '../analysis/document/type-traits.ts';
import { isChainTooLong, isNullable, referenceOf } from '../analysis/document/value-kinds.ts';
import type { Expr, SqlType } from '../sql/expression.ts';
import type { ValueType } from './input.ts';
import { jsonLiteral, jsonText } from './json-literals.ts';

export type StoredLiteral = string | number | null | { readonly bigint: string };

/** The type without `or null`, a reference as the field it is shown by, `as R.f` as that field's type. */
export function plainType(model: Model, type: FieldType): FieldType {
  if (isChainTooLong(model, type)) fault('the type leads through too many fields');
  switch (type.kind) {
    case 'nullable':
      return plainType(model, type.of);
    case 'resource': {
      if (!type.by) return type;
      const field = model.fields.get(`${type.resource.text}.${type.by.text}`);
      const shown = known(
        field && valueOf(field.type),
        `the type of ${type.resource.text}.${type.by.text} is not known`,
      );
      return plainType(model, shown);
    }
    case 'same-as': {
      const field = type.owner === undefined ? undefined : model.fields.get(`${type.owner}.${type.path.join('.')}`);
      const same = known(field && valueOf(field.type), `the type of ${type.path.join('.')} is not known`);
      return plainType(model, same);
    }
    default:
      return type;
  }
}

/** How a value of this type is kept and shown; a reference as the field it is shown by. */
export function valueType(model: Model, written: FieldType): ValueType {
  const type = plainType(model, written);
  switch (type.kind) {
    case 'integer':
      return { type: 'integer', ...longBounds(type, 0) };
    case 'number':
      return { type: 'real' };
    case 'decimal':
      return { type: 'decimal', scale: type.scale, ...longBounds(type, type.scale) };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'date', format: 'date' };
    case 'date-time':
      return type.asSent ? { type: 'text', format: 'date-time as sent' } : { type: 'instant', format: 'date-time' };
    case 'seconds since 1970':
      return { type: 'instant', format: 'seconds' };
    case 'time':
    case 'duration':
    case 'uuid':
    case 'url':
    case 'email':
      return { type: 'text', format: type.kind };
    case 'array':
      return { type: 'json', format: type.sorted ? 'sorted list' : 'list', of: memberType(model, type.of) };
    case 'set':
      return { type: 'json', format: 'set', of: memberType(model, type.of) };
    case 'map':
      return { type: 'json', format: 'map', of: memberType(model, type.of) };
    case 'object':
    case 'any':
      return { type: 'json', format: type.kind };
    case 'resource':
      return { type: 'json', format: 'shape', shape: type.resource.text };
    default:
      if (!TYPE_TRAITS[type.kind].isKept) fault(`a value of type ${type.kind} is not kept`);
      return { type: 'text' };
  }
}

/** The same for a value that a row is to get: emails of the stricter form. One that names a row is as that row has it. */
export function sentType(model: Model, type: FieldType, value: ValueType): ValueType {
  return referenceOf(model, type) === undefined ? withSentEmails(value) : value;
}

function withSentEmails(value: ValueType): ValueType {
  if (value.names === true) return value;
  if (value.format === 'email') return { ...value, format: 'sent email' };
  return value.of === undefined ? value : { ...value, of: withSentEmails(value.of) };
}

/** Bounds that a schema, whose numbers are doubles, would not keep to the last digit. */
function longBounds(
  { min, max }: { readonly min?: string; readonly max?: string },
  scale: number,
): Pick<ValueType, 'least' | 'most'> {
  return {
    ...(min !== undefined && isLong(min, scale) && { least: min }),
    ...(max !== undefined && isLong(max, scale) && { most: max }),
  };
}

/** A member of a list or map may be null of its own. */
function memberType(model: Model, type: FieldType): ValueType {
  const names = referenceOf(model, type) !== undefined;
  const value = { ...valueType(model, type), ...(names && { names }) };
  return isNullable(type) ? { ...value, nullable: true } : value;
}

export function sqlType(model: Model, type: FieldType): SqlType {
  return valueType(model, type).type;
}

/** A literal as a value of this type is kept. */
export function storedLiteral(model: Model, literal: Literal, type: FieldType): StoredLiteral {
  if (literal.kind === 'null') return null;
  const { type: kept, scale, format } = valueType(model, type);
  if (kept === 'json') return jsonLiteral(model, jsonText(literal), type);
  const text = literal.kind === 'boolean' ? String(literal.value) : literal.value;
  return storedText(text, kept, scale ?? 0, format);
}

/** The text of a literal as a value of this type is kept. */
export function storedText(
  text: string,
  type: SqlType,
  scale: number,
  format: ValueType['format'] | undefined,
): StoredLiteral {
  switch (type) {
    case 'integer':
    case 'decimal':
      return exactInteger(text, type === 'decimal' ? scale : 0);
    case 'real':
      return Number(text);
    case 'boolean':
      if (text !== 'true' && text !== 'false') fault(`${text} is no boolean`);
      return text === 'true' ? 1 : 0;
    case 'instant': {
      const time = format === 'seconds' && /^-?\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
      if (Number.isNaN(time)) fault(`${text} is no instant`);
      return new Date(time).toISOString();
    }
    case 'text':
      // https://www.rfc-editor.org/rfc/rfc9562#section-4
      return format === 'uuid' ? text.toLowerCase() : text;
    case 'date':
    case 'json':
      return text;
  }
}

/** Digits as a scaled integer, exact; more digits than the scale are cut off: no value has them. */
export function exactInteger(text: string, scale: number): number | { readonly bigint: string } {
  const match = known(/^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? undefined, `${text} is no number`);
  const [, sign, whole, fraction = ''] = match;
  const digits = BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`);
  const value = sign === '-' ? -digits : digits;
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : { bigint: String(value) };
}

/** How many digits a number has after the point, without the zeros at the end. */
export function fractionDigits(text: string): number {
  const dot = text.indexOf('.');
  return dot === -1 ? 0 : text.slice(dot + 1).replace(/0+$/, '').length;
}

export function literalExpr(value: StoredLiteral, type: SqlType): Expr {
  return { kind: 'literal', value, type };
}

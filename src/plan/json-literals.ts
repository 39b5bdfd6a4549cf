// Defaults that are lists or objects, as the text that is kept and shown: decimals with all their digits, instants as UTC, sets
// without copies, sorted lists in order. Input: JSON as written and its type. Output: JSON text, the same that a caller's value
// would be kept as. Notation, part 2, heads Type and Default.

import { fault } from '../base/fault.ts';
import { Digits, isObject, parseDigits } from '../base/json-digits.ts';
import { treeOf, type PathTree } from '../base/path-tree.ts';
import { compareText } from '../base/text.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { decimalText, scaled } from '../sql/exact.ts';

export function jsonLiteral(model: Model, text: string, type: FieldType): string {
  return written(model, parseDigits(text), type);
}

function written(model: Model, value: unknown, type: FieldType): string {
  if (value === null) return 'null';
  switch (type.kind) {
    case 'nullable':
      return written(model, value, type.of);
    case 'array':
    case 'set':
      if (Array.isArray(value)) return list(model, value, type);
      break;
    case 'map':
      if (isObject(value))
        return object(Object.entries(value).map(([key, each]) => [key, written(model, each, type.of)]));
      break;
    case 'resource': {
      const shown = type.by && model.fields.get(`${type.resource.text}.${type.by.text}`);
      const like = shown && valueOf(shown.type);
      if (like) return written(model, value, like);
      const shape = model.resources.get(type.resource.text);
      if (shape && isObject(value))
        return shapeText(
          model,
          value,
          shape.fields.items.map((field) => [field.name.text.split('.'), valueOf(field.type)]),
        );
      break;
    }
    case 'decimal':
      if (value instanceof Digits) return decimalText(exact(value.text, type.scale), type.scale);
      break;
    case 'date-time':
      if (typeof value === 'string' && !type.asSent) return JSON.stringify(new Date(value).toISOString());
      break;
    case 'uuid':
      return plain(typeof value === 'string' ? value.toLowerCase() : value);
    default:
      return plain(value);
  }
  fault('a default is not of the type of its field');
}

function list(model: Model, items: readonly unknown[], type: Extract<FieldType, { kind: 'array' | 'set' }>): string {
  const texts = items.map((item) => written(model, item, type.of));
  if (type.kind === 'set') return `[${[...new Set(texts)].join(',')}]`;
  return `[${(type.sorted ? texts.toSorted(inOrder) : texts).join(',')}]`;
}

/** Texts by code point, numbers by value. */
function inOrder(a: string, b: string): number {
  if (a.startsWith('"') && b.startsWith('"')) return compareText(JSON.parse(a) as string, JSON.parse(b) as string);
  return Number(a) - Number(b) || 0;
}

/** The fields of a nested shape, in the order of its table. */
function shapeText(
  model: Model,
  value: object,
  fields: readonly (readonly [readonly string[], FieldType | undefined])[],
): string {
  const stated = fields.flatMap(([path, type]) => (type ? [[path, type] as const] : []));
  return levelText(model, value, treeOf(stated));
}

function levelText(model: Model, value: object, level: PathTree<FieldType>): string {
  const members = new Map(Object.entries(value));
  return object(
    [...level].flatMap(([name, type]): [string, string][] => {
      if (!members.has(name)) return [];
      const member: unknown = members.get(name);
      if (!(type instanceof Map)) return [[name, written(model, member, type)]];
      return isObject(member) ? [[name, levelText(model, member, type)]] : [];
    }),
  );
}

function object(pairs: readonly (readonly [string, string])[]): string {
  return `{${pairs.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function plain(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(plain).join(',')}]`;
  return isObject(value)
    ? object(Object.entries(value).map(([key, each]) => [key, plain(each)]))
    : JSON.stringify(value);
}

function exact(text: string, scale: number): number | bigint {
  const value = scaled(text, scale);
  if (value === null) fault(`${text} has more digits than its field`);
  return value;
}

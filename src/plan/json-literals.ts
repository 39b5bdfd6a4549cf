// Values of the document that are lists or objects, as the text that is kept and shown: decimals with all their digits, instants as UTC,
// sets without copies, sorted lists in order, nested shapes with what they leave out. Input: JSON as written and its type. Output: JSON
// text, the same that a caller's value would be kept as. Notation, part 2, heads Type and Default.

import { plainType } from '../analysis/document/value-kinds.ts';
import { jsonValue } from '../analysis/values/value-schemas.ts';
import { fault } from '../base/fault.ts';
import { Digits, isObject, parseDigits } from '../base/json-digits.ts';
import { treeOf, type PathTree } from '../base/path-tree.ts';
import { compareText } from '../base/text.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import { literalIn } from '../notation/values/field-defaults.ts';
import type { Literal } from '../notation/values/literals.ts';
import type { Model } from '../model/model.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { memberPresence } from './member-presence.ts';
import { decimalText, scaled } from '../sql/exact.ts';

export function jsonLiteral(model: Model, text: string, type: FieldType): string {
  return written({ model, filled: new Set() }, parseDigits(text), type);
}

interface Writing {
  readonly model: Model;
  /** Whose Defaults the value is in: a shape that holds itself ends there. */
  readonly filled: ReadonlySet<Field>;
}

function written(writing: Writing, value: unknown, type: FieldType): string {
  if (value === null) return 'null';
  switch (type.kind) {
    case 'nullable':
      return written(writing, value, type.of);
    case 'array':
    case 'set':
      if (Array.isArray(value)) return list(writing, value, type);
      break;
    case 'map':
      if (isObject(value))
        return object(Object.entries(value).map(([key, each]) => [key, written(writing, each, type.of)]));
      break;
    case 'resource': {
      const { model } = writing;
      const shown = type.by && model.fields.get(`${type.resource.text}.${type.by.text}`);
      const like = shown && valueOf(shown.type);
      if (like) return written(writing, value, like);
      const shape = model.resources.get(type.resource.text);
      if (shape && isObject(value)) return shapeText(writing, value, shape);
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

function list(
  writing: Writing,
  items: readonly unknown[],
  type: Extract<FieldType, { kind: 'array' | 'set' }>,
): string {
  const texts = items.map((item) => written(writing, item, type.of));
  if (type.kind === 'set') return `[${[...new Set(texts)].join(',')}]`;
  return `[${(type.sorted ? texts.toSorted(inOrder) : texts).join(',')}]`;
}

/** Texts by code point, numbers by value. */
function inOrder(a: string, b: string): number {
  if (a.startsWith('"') && b.startsWith('"')) return compareText(JSON.parse(a) as string, JSON.parse(b) as string);
  return Number(a) - Number(b) || 0;
}

/** A field of a nested shape, as it is kept: '' where it is left out. */
type Member = (value: unknown) => string;

/** The fields of a nested shape, in the order of its table. */
function shapeText(writing: Writing, value: object, shape: Resource): string {
  const members = shape.fields.items.flatMap((field): (readonly [readonly string[], Member])[] => {
    const type = valueOf(field.type);
    return type ? [[field.name.text.split('.'), (own) => memberText(writing, shape, { field, type }, own)]] : [];
  });
  return levelText(value, treeOf(members));
}

function memberText(
  { model, filled }: Writing,
  shape: Resource,
  { field, type }: { readonly field: Field; readonly type: FieldType },
  value: unknown,
): string {
  const present = memberPresence(model, shape, field);
  if (present === 'never') return '';
  const absent = present === 'always' ? 'null' : '';
  if (value === null) return absent;
  if (value !== undefined) return written({ model, filled }, value, type);
  const given = filled.has(field) ? undefined : literalIn(field.default);
  if (!given || given.kind === 'null') return absent;
  return written({ model, filled: new Set([...filled, field]) }, valueIn(model, given, type), type);
}

/** As JSON has it, with all its digits: `0` is a text where the type is one. */
function valueIn(model: Model, literal: Exclude<Literal, { kind: 'null' }>, type: FieldType): unknown {
  const value = jsonValue(literal, [plainType(model, type)?.type ?? type]);
  return typeof value === 'string' ? value : parseDigits(jsonText(literal));
}

export function jsonText(literal: Exclude<Literal, { kind: 'null' }>): string {
  return literal.kind === 'text' ? JSON.stringify(literal.value) : String(literal.value);
}

function levelText(value: object, level: PathTree<Member>): string {
  const members = new Map<string, unknown>(Object.entries(value));
  return object(
    [...level].flatMap(([name, member]): [string, string][] => {
      const own = members.get(name);
      const text = member instanceof Map ? levelText(isObject(own) ? own : {}, member) : member(own);
      return text === '' ? [] : [[name, text]];
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

// The schema of one value → its type and what narrows it. Input: the keywords. Output: FieldType and Constraints, each with its place;
// what has no counterpart is a finding. Notation, section 3; JSON Schema 2020-12, core and validation.

import { JSON_KINDS } from '../../base/json-kinds.ts';
import type { JsonNode, JsonObject } from '../../base/json-places.ts';
import type { Span } from '../../base/span.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import type { Reading } from '../reading.ts';
import { rawText } from '../reading.ts';
import { Keywords, refuse, shown } from './keywords.ts';
import { wholePattern } from './patterns.ts';

export interface SchemaValue {
  readonly type: FieldType | undefined;
  /** The place of the type, or where it would be. */
  readonly typeAt: Span;
  readonly constraints: readonly Constraint[];
  readonly constraintAt: Span | undefined;
}

type Narrowed = Pick<SchemaValue, 'constraints' | 'constraintAt'>;

const FORMATS: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ['date', { kind: 'date' }],
  ['date-time', { kind: 'date-time', asSent: false }],
  ['time', { kind: 'time' }],
  ['duration', { kind: 'duration' }],
  ['uuid', { kind: 'uuid' }],
  ['uri', { kind: 'url' }],
  ['email', { kind: 'email' }],
]);
const TYPES =
  '`string`, `integer`, `number`, `boolean`, `array` or `object`, or one of them with `null`; for any value a list of all but `integer`';
const REFERENCE = '`"#/…/Name"`, where Name is a resource';
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const RESOURCE = /^#\/(?:[^/]+\/)*(\p{Lu}[\p{L}\p{M}\d_]*(?:-[\p{L}\p{M}\d_]+)*)$/u;

/** `members`: how many lists or maps it is in; their field says what narrows the innermost. */
export function readValue(reading: Reading, keys: Keywords, at: Span, members: number): SchemaValue {
  const either = keys.take('anyOf') ?? keys.take('oneOf');
  if (either) return nullableOf(reading, either, members);
  const reference = keys.take('$ref');
  if (reference)
    return { type: referenceOf(reading, reference), typeAt: reference.at, ...values(reading, keys, false) };
  const named = keys.take('type');
  const { name, nullable } = named ? typeName(reading, named) : { name: undefined, nullable: false };
  const narrowed: Constraint[] = [];
  const places: Span[] = [];
  const add = (constraint: Constraint, place: Span): void => {
    narrowed.push(constraint);
    places.push(place);
  };
  const base = name === undefined ? undefined : typeOf({ reading, keys, at, members, add }, name);
  const listed = values(reading, keys, nullable);
  const constraintAt = listed.constraintAt ?? places[0];
  return {
    type: base && nullable ? { kind: 'nullable', of: base } : base,
    typeAt: named?.at ?? at,
    constraints: [...listed.constraints, ...narrowed],
    constraintAt,
  };
}

interface Place {
  readonly reading: Reading;
  readonly keys: Keywords;
  readonly at: Span;
  readonly members: number;
  readonly add: (constraint: Constraint, at: Span) => void;
}

function typeName(reading: Reading, node: JsonNode): { name: string | undefined; nullable: boolean } {
  const words = node.kind === 'list' ? node.items : [node];
  const names = words.map((word) => (word.kind === 'string' ? word.text : ''));
  const others = names.filter((name) => name !== 'null');
  const known = ['string', 'integer', 'number', 'boolean', 'array', 'object'].includes(others[0] ?? '');
  if (others.length === 1 && known && names.length <= 2) return { name: others[0], nullable: names.length === 2 };
  if (JSON_KINDS.every((kind) => others.includes(kind)) && new Set(others).size === JSON_KINDS.length)
    return { name: 'any', nullable: others.length < names.length };
  refuse(reading, node.at, shown(reading, node.at), TYPES);
  return { name: undefined, nullable: false };
}

function typeOf(place: Place, name: string): FieldType | undefined {
  switch (name) {
    case 'string':
      return stringType(place);
    case 'integer':
    case 'number':
      return numberType(place, name);
    case 'boolean':
    case 'any':
      return { kind: name };
    case 'array':
      return listType(place);
    default:
      return mapType(place);
  }
}

function stringType({ reading, keys, add }: Place): FieldType | undefined {
  const least = keys.takeCount('minLength');
  const most = keys.takeCount('maxLength');
  const pattern = keys.takeKind('pattern', 'string', 'a text');
  const whole = pattern && wholePattern(pattern.text);
  if (pattern && whole === undefined)
    refuse(
      reading,
      pattern.at,
      shown(reading, pattern.at),
      'a pattern for the whole value: `^` … `$` around all of it',
    );
  else if (pattern) add({ kind: 'matches', pattern: whole! }, pattern.at);
  const format = keys.takeKind('format', 'string', 'the name of a format');
  if (format) {
    const type = FORMATS.get(format.text);
    if (!type)
      refuse(reading, format.at, shown(reading, format.at), [...FORMATS.keys()].map((f) => `\`${f}\``).join(', '));
    if (least) add({ kind: 'characters', min: least.count }, least.at);
    if (most) add({ kind: 'characters', max: most.count }, most.at);
    return type;
  }
  if (least && most && least.count > most.count) {
    refuse(reading, most.at, shown(reading, most.at), 'no less than `minLength`');
    return undefined;
  }
  return { kind: 'string', ...(least && { min: least.count }), ...(most && { max: most.count }) };
}

function numberType({ reading, keys }: Place, kind: 'integer' | 'number'): FieldType | undefined {
  const digits = (key: string): string | undefined => {
    const node = keys.takeKind(key, 'number', 'a number');
    if (!node || DECIMAL.test(node.text)) return node?.text;
    refuse(reading, node.at, shown(reading, node.at), 'digits without an exponent');
    return undefined;
  };
  const [min, max] = [digits('minimum'), digits('maximum')];
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const step = kind === 'number' ? keys.takeKind('multipleOf', 'number', 'a number') : undefined;
  if (!step) return { kind, ...bounds };
  const scale = /^0\.(0{0,14})1$/.exec(step.text)?.[1]?.length;
  if (scale !== undefined) return { kind: 'decimal', scale: scale + 1, ...bounds };
  refuse(reading, step.at, shown(reading, step.at), '`0.1`, `0.01` …: so many digits behind the point');
  return undefined;
}

function listType(place: Place): FieldType | undefined {
  const { reading, keys, at, add } = place;
  const least = keys.takeCount('minItems');
  const most = keys.takeCount('maxItems');
  if (least) add({ kind: 'items', min: least.count }, least.at);
  if (most) add({ kind: 'items', max: most.count }, most.at);
  const once = keys.takeFlag('uniqueItems');
  const items = keys.take('items');
  const of = items && memberType(place, items);
  if (!items) refuse(reading, at, '`array` without `items`', '`items` that says what is in it');
  if (!of) return undefined;
  return once?.yes ? { kind: 'set', of } : { kind: 'array', of, sorted: false };
}

/** `properties` are taken before, as dotted fields. */
function mapType(place: Place): FieldType | undefined {
  const { reading, keys, add } = place;
  const others = keys.take('additionalProperties');
  if (!others || (others.kind === 'boolean' && others.text === 'true')) return { kind: 'object' };
  const least = keys.takeCount('minProperties');
  const most = keys.takeCount('maxProperties');
  if (least) add({ kind: 'items', min: least.count }, least.at);
  if (most) add({ kind: 'items', max: most.count }, most.at);
  if (others.kind === 'boolean') {
    refuse(reading, others.at, '`false` without `properties`', 'what the object holds');
    return undefined;
  }
  const of = memberType(place, others);
  return of && { kind: 'map', of };
}

function memberType({ reading, members, add }: Place, node: JsonNode): FieldType | undefined {
  if (node.kind !== 'object') {
    refuse(reading, node.at, shown(reading, node.at), 'a schema of what is in it');
    return undefined;
  }
  const keys = new Keywords(reading, node.members);
  keys.take('description');
  const { type, typeAt, constraints, constraintAt } = readValue(reading, keys, node.at, members + 1);
  keys.rest();
  const counted = constraints.some(({ kind }) => kind === 'items');
  if (counted || (members > 0 && constraints.length > 0))
    refuse(reading, constraintAt!, shown(reading, constraintAt!), 'what narrows the members of one list or map alone');
  else for (const constraint of constraints) add(constraint, constraintAt!);
  if (!type) refuse(reading, typeAt, 'a member without a type', '`type` or `$ref`');
  return type;
}

function isNull(item: JsonObject): boolean {
  const [only] = item.members;
  return (
    item.members.length === 1 && only!.key === 'type' && only!.value.kind === 'string' && only!.value.text === 'null'
  );
}

/** One of two, the other `null`: the only way to say that a reference may be null. */
function nullableOf(reading: Reading, node: JsonNode, members: number): SchemaValue {
  const choices = node.kind === 'list' ? node.items.filter((item) => item.kind === 'object') : [];
  const [other, ...more] = choices.filter((item) => !isNull(item));
  if (node.kind !== 'list' || node.items.length !== 2 || choices.length !== 2 || !other || more.length > 0) {
    refuse(reading, node.at, shown(reading, node.at), 'two schemas of which one is `{"type": "null"}`');
    return { type: undefined, typeAt: node.at, constraints: [], constraintAt: undefined };
  }
  const keys = new Keywords(reading, other.members);
  const value = readValue(reading, keys, other.at, members);
  keys.rest();
  const isOpen = value.type === undefined || value.type.kind === 'nullable';
  return { ...value, type: isOpen ? value.type : { kind: 'nullable', of: value.type! } };
}

function referenceOf(reading: Reading, node: JsonNode): FieldType | undefined {
  const text = node.kind === 'string' ? RESOURCE.exec(node.text)?.[1] : undefined;
  if (text !== undefined) return { kind: 'resource', resource: { text, at: node.at } };
  refuse(reading, node.at, shown(reading, node.at), REFERENCE);
  return undefined;
}

/** `enum` and `const`. Where the type takes `null`, it is among the values, and only there. */
function values(reading: Reading, keys: Keywords, nullable: boolean): Narrowed {
  const listed = keys.takeKind('enum', 'list', 'a list of values');
  const single = keys.take('const');
  const nodes = [...(listed?.items ?? []), ...(single ? [single] : [])];
  const at = listed?.at ?? single?.at;
  if (!at) return { constraints: [], constraintAt: undefined };
  const hasNull = nodes.some(({ kind }) => kind === 'null');
  if (listed && single) refuse(reading, single.at, '`const` beside `enum`', 'one of the two');
  else if (hasNull !== nullable)
    refuse(reading, at, shown(reading, at), '`null` among the values exactly where the type takes it');
  const found = nodes.filter(({ kind }) => kind !== 'null').map((node) => literalOf(reading, node));
  const literals = found.filter((literal) => literal !== undefined);
  const constraints: Constraint[] = literals.length > 0 ? [{ kind: 'values', values: literals }] : [];
  if (found.length === 0) refuse(reading, at, shown(reading, at), 'at least one value');
  return { constraints, constraintAt: at };
}

/** A text, a number, a truth value. */
function literalOf(reading: Reading, node: JsonNode): Literal | undefined {
  if (node.kind === 'string') return { kind: 'text', value: node.text };
  if (node.kind === 'boolean') return { kind: 'boolean', value: node.text === 'true' };
  if (node.kind === 'number' && DECIMAL.test(node.text)) return { kind: 'number', value: node.text };
  refuse(reading, node.at, shown(reading, node.at), 'a text, a number without an exponent, or a truth value');
  return undefined;
}

/** A `default`, which may be anything. */
export function defaultOf(reading: Reading, node: JsonNode): Literal | undefined {
  if (node.kind === 'null') return { kind: 'null' };
  if (node.kind !== 'object' && node.kind !== 'list') return literalOf(reading, node);
  return { kind: 'json', value: rawText(reading, node.at).replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') };
}

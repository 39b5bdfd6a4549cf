// A value that a field can have, for a line that someone pastes into a shell. In: the field's name, its JSON Schema, how
// it is kept, and a number that varies the value. Out: a JSON value, or nothing when there is none that this can make.

import { patternOfSchema, schemaMatcherOf } from '../base/patterns/schema-form.ts';
import type { JsonSchema, NestedField, ShapePlan, ValueType } from '../plan/input.ts';
import { textsMatching } from './pattern.ts';

export interface Wanted {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: Pick<ValueType, 'format' | 'scale' | 'of' | 'shape'>;
  readonly shapes: Readonly<Record<string, ShapePlan>>;
  /** 1, 2, …: another value each time, as far as the schema lets it. */
  readonly vary: number;
  /** Of days and instants: how far they lie from `now`. Left out: they are the same whenever they are made. */
  readonly when?: When;
  /** How many shapes stand around it. */
  readonly depth?: number;
}

/** `days` from `now`, negative before it; milliseconds since 1970. */
export interface When {
  readonly now: number;
  readonly days: number;
}

const DAY = 86_400_000;

/** Shapes that hold themselves end somewhere. */
const DEEPEST = 6;

/** Never null, unless nothing else is allowed. `undefined`: no value can be made. */
export function sample(wanted: Wanted): unknown {
  const { schema, vary, value: kept } = wanted;
  const shape = kept.shape === undefined ? undefined : wanted.shapes[kept.shape];
  if (shape !== undefined) return nested(wanted, shape);
  if (schema['const'] !== undefined) return schema['const'];
  const listed = schema['enum'];
  if (Array.isArray(listed)) {
    const values = listed.filter((value) => value !== null);
    return values.length === 0 ? null : values[(vary - 1) % values.length];
  }
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return ofBranches(wanted, branches as readonly JsonSchema[]);
  switch (typeOf(schema)) {
    case 'boolean':
      return vary % 2 === 0;
    case 'integer':
      return number(schema, kept.format === 'seconds' && wanted.when ? instantAt(wanted.when, vary) / 1000 : vary, 1);
    case 'number':
      return number(schema, vary, kept.scale === undefined ? 0.5 : 10 ** -kept.scale);
    case 'string':
      return text(wanted);
    case 'array':
      return list(wanted);
    case 'object':
      return object(wanted);
    default:
      return undefined;
  }
}

function ofBranches(wanted: Wanted, branches: readonly JsonSchema[]): unknown {
  const rest = Object.fromEntries(Object.entries(wanted.schema).filter(([key]) => key !== 'anyOf' && key !== 'oneOf'));
  for (const branch of branches.filter((each) => each['type'] !== 'null')) {
    const value = sample({ ...wanted, schema: { ...rest, ...branch } });
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `["string", "null"]` is a string. A schema without a type is told by what it bounds. */
function typeOf(schema: JsonSchema): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return (type as readonly string[]).find((each) => each !== 'null');
  if ('properties' in schema) return 'object';
  if ('items' in schema) return 'array';
  if ('pattern' in schema || 'maxLength' in schema || 'minLength' in schema || 'format' in schema) return 'string';
  return 'minimum' in schema || 'maximum' in schema ? 'number' : undefined;
}

const bound = (schema: JsonSchema, key: string, otherwise: number): number => {
  const value = schema[key];
  return typeof value === 'number' ? value : otherwise;
};

function number(schema: JsonSchema, vary: number, fraction: number): number | undefined {
  const step = bound(schema, 'multipleOf', fraction);
  const least = Math.max(bound(schema, 'minimum', -Infinity), bound(schema, 'exclusiveMinimum', -Infinity) + step);
  const most = Math.min(bound(schema, 'maximum', Infinity), bound(schema, 'exclusiveMaximum', Infinity) - step);
  if (least > most) return undefined;
  const plain = vary + (step < 1 ? step * Math.round(0.5 / step) : 0);
  const lowest = Number.isFinite(least) ? least : Math.min(0, most);
  for (const candidate of [plain, lowest + plain, lowest + step * vary, lowest]) {
    const rounded = Number((Math.round(candidate / step) * step).toPrecision(12));
    if (rounded >= least && rounded <= most) return rounded;
  }
  return undefined;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Another day each time, away from `now` or further from it. */
function instantAt({ now, days }: When, vary: number): number {
  return now + (days + Math.sign(days) * (vary % 28)) * DAY;
}

/** By the format's word: the plan's, or JSON Schema's. */
function formatted(format: string, { name, vary, when }: Wanted): string | undefined {
  const day = when ? new Date(instantAt(when, vary)).toISOString().slice(0, 10) : `2026-01-${two(1 + (vary % 28))}`;
  switch (format) {
    case 'date':
      return day;
    case 'date-time':
    case 'date-time as sent':
      return `${day}T09:30:00Z`;
    case 'time':
      return `09:${two(vary % 60)}:00`;
    case 'duration':
      return `PT${vary}H`;
    case 'uuid':
      return `018f3c5e-7a10-7b2c-9d3e-${vary.toString(16).padStart(12, '0')}`;
    case 'url':
    case 'uri':
      return `https://example.com/${slug(name)}${vary > 1 ? `/${vary}` : ''}`;
    case 'email':
      return `${slug(name)}${vary > 1 ? vary : ''}@example.com`;
    default:
      return undefined;
  }
}

function text(wanted: Wanted): string | undefined {
  const {
    name,
    schema,
    value: { format },
    vary,
  } = wanted;
  const least = bound(schema, 'minLength', 0);
  const most = bound(schema, 'maxLength', Infinity);
  const fits = (value: string): boolean => {
    const { length } = Array.from(value);
    return length >= least && length <= most;
  };
  const { pattern } = schema;
  const named = formatted(String(format ?? schema['format'] ?? ''), wanted);
  if (named !== undefined && typeof pattern !== 'string') return fits(named) ? named : undefined;
  const words = `${name.replace(/[_.-]+/g, ' ').trim() || 'text'}${vary > 1 ? ` ${vary}` : ''}`;
  if (typeof pattern !== 'string') return fitted(words, least, most, vary);
  const matches = schemaMatcherOf(pattern);
  const made = textsMatching(patternOfSchema(pattern) ?? '', vary - 1);
  const candidates = [...(named === undefined ? [] : [named]), words, ...made];
  return candidates.find((candidate) => fits(candidate) && matches(candidate));
}

/** Longer by repeating, shorter by cutting; the number that varies it stays. */
function fitted(words: string, least: number, most: number, vary: number): string {
  const long =
    words.length < least
      ? `${words} `
          .repeat(Math.ceil(least / words.length))
          .slice(0, least)
          .replace(/ $/, '.')
      : words;
  if (long.length <= most) return long;
  const tail = vary > 1 ? String(vary) : '';
  return `${long.slice(0, Math.max(0, most - tail.length))}${tail}`.slice(0, most).replace(/ $/, '.');
}

function list(wanted: Wanted): unknown {
  const { schema, vary, value } = wanted;
  const least = bound(schema, 'minItems', 0);
  // Inside a shape only what must be there: a shape may hold a list of itself.
  const wish = wanted.depth === undefined ? 1 : 0;
  const count = Math.max(least, Math.min(wish, bound(schema, 'maxItems', 1)));
  const items = schema['items'];
  if (typeof items !== 'object' || items === null) return count === 0 || items === undefined ? [] : undefined;
  const values = Array.from({ length: count }, (_, i) =>
    sample({ ...wanted, schema: items as JsonSchema, value: value.of ?? {}, vary: vary + i }),
  );
  return values.includes(undefined) ? undefined : values;
}

function object(wanted: Wanted): unknown {
  const properties = (wanted.schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (wanted.schema['required'] ?? []) as readonly string[];
  const out: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties)) {
    const value = sample({ ...wanted, name, schema: inner, value: {} });
    if (value !== undefined) out[name] = value;
    else if (required.includes(name)) return undefined;
  }
  return required.every((name) => name in out) ? out : undefined;
}

/** What the shape needs, and its plain fields. */
function nested(wanted: Wanted, shape: ShapePlan): unknown {
  const depth = (wanted.depth ?? 0) + 1;
  if (depth > DEEPEST) return undefined;
  const out: Record<string, unknown> = {};
  for (const field of shape.fields) {
    const isNeeded = field.omitted.do === 'refuse' || field.omitted.do === 'hold';
    if (field.present === 'never' || (!isNeeded && field.value.type === 'json')) continue;
    const value = sample({ ...wanted, name: field.path.at(-1) ?? '', schema: field.schema, value: field.value, depth });
    if (value !== undefined) put(out, field.path, value);
    else if (isNeeded) return undefined;
  }
  return out;
}

/** Names are the document's own: one called `__proto__` is a name like any other. */
export function put(root: Record<string, unknown>, path: NestedField['path'], value: unknown): void {
  let at = root;
  for (const name of path.slice(0, -1)) {
    const inner: unknown = Object.hasOwn(at, name) ? at[name] : undefined;
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
    define(at, name, next);
    at = next;
  }
  define(at, path.at(-1) ?? '', value);
}

function define(root: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(root, name, { value, enumerable: true, configurable: true, writable: true });
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'value'
  );
}

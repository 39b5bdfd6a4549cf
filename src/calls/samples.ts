// A value that a field can have, for a line that is pasted into a shell. Input: the field's name, its JSON Schema, how it is
// kept, a number that varies the value, and the effort that may be made. Output: a JSON value, or nothing when there is none that
// this can make.

import type { JsonSchema, ShapePlan } from '../plan/input.ts';
import { spend } from '../base/effort.ts';
import { merged } from './merged.ts';
import { instantAt, isAllowed, text } from './texts.ts';
import type { Wanted } from './wanted.ts';

/** Shapes that contain themselves are cut at this depth. */
const DEEPEST = 6;

/** What one value costs at least. */
const VALUE = 50;

/** Never null, unless nothing else is allowed. `undefined`: no value can be made. */
export function sample(wanted: Wanted): unknown {
  const shape = wanted.value.shape === undefined ? undefined : wanted.shapes[wanted.value.shape];
  if (!spend(wanted.effort, VALUE)) return undefined;
  if (shape !== undefined) return nested(wanted, shape);
  return ofSchema({ ...wanted, schema: merged(wanted.schema) });
}

function ofSchema(wanted: Wanted): unknown {
  const { schema, vary, value: kept } = wanted;
  if (schema['const'] !== undefined) return schema['const'];
  const listed: unknown = schema['enum'];
  if (Array.isArray(listed)) return ofListed(wanted, listed);
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

function ofListed({ schema, vary, effort }: Wanted, listed: readonly unknown[]): unknown {
  if (!spend(effort, listed.length)) return undefined;
  const values = listed.filter((value) => value !== null);
  if (values.length === 0) return null;
  const allowed = values.filter((value) => typeof value !== 'string' || isAllowed(value, schema, effort));
  return allowed[(vary - 1) % allowed.length];
}

function ofBranches(wanted: Wanted, branches: readonly JsonSchema[]): unknown {
  const rest = Object.fromEntries(Object.entries(wanted.schema).filter(([key]) => key !== 'anyOf' && key !== 'oneOf'));
  for (const branch of branches.filter((each) => each['type'] !== 'null')) {
    const value = sample({ ...wanted, schema: { ...rest, allOf: [branch] } });
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `["string", "null"]` is a string. A schema without a type is recognised by what it limits. */
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

function list(wanted: Wanted): unknown {
  const { schema, vary, value } = wanted;
  const least = bound(schema, 'minItems', 0);
  // Which rows are there is not known here.
  if (value.of?.names === true && least === 0) return [];
  // Inside a shape only what must be there: a shape may hold a list of itself.
  const wish = wanted.depth === undefined ? 1 : 0;
  const count = Math.max(least, Math.min(wish, bound(schema, 'maxItems', 1)));
  const items = schema['items'];
  if (typeof items !== 'object' || items === null) return count === 0 || items === undefined ? [] : undefined;
  return several(count, (i) =>
    sample({ ...wanted, schema: items as JsonSchema, value: value.of ?? {}, vary: vary + i }),
  );
}

/** Stops at the first that cannot be made: the count may be huge. */
function several(count: number, one: (i: number) => unknown): unknown[] | undefined {
  const values: unknown[] = [];
  while (values.length < count) {
    const value = one(values.length);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function object(wanted: Wanted): unknown {
  const { schema, vary, value } = wanted;
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  const out: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties)) {
    const made = sample({ ...wanted, name, schema: inner, value: {} });
    if (made !== undefined) out[name] = made;
    else if (required.includes(name)) return undefined;
  }
  const others = schema['additionalProperties'];
  const more = Math.max(0, bound(schema, 'minProperties', 0) - Object.keys(out).length);
  const inner = typeof others === 'object' && others !== null ? (others as JsonSchema) : { type: 'string' };
  const values = several(more, (i) => sample({ ...wanted, schema: inner, value: value.of ?? {}, vary: vary + i }));
  if (values === undefined) return undefined;
  for (const [i, made] of values.entries()) out[`${wanted.name} ${i + 1}`] = made;
  return required.every((name) => name in out) ? out : undefined;
}

/** What the shape needs, and its plain fields. */
function nested(wanted: Wanted, shape: ShapePlan): unknown {
  const depth = (wanted.depth ?? 0) + 1;
  if (depth > DEEPEST) return undefined;
  const out: Record<string, unknown> = {};
  for (const field of shape.fields) {
    const isNeeded = field.omitted.do === 'refuse' || field.omitted.do === 'hold';
    if (field.present === 'never' || (!isNeeded && (field.value.type === 'json' || field.value.names === true)))
      continue;
    const value = sample({ ...wanted, name: field.path.at(-1) ?? '', schema: field.schema, value: field.value, depth });
    if (value !== undefined) put(out, field.path, value);
    else if (isNeeded) return undefined;
  }
  return out;
}

/** A place in JSON: names, and numbers in lists. */
export type JsonPlace = readonly (string | number)[];

/** One JSON of values at their places; an object where there are none. */
export function assembled(values: readonly { readonly path: JsonPlace; readonly value: unknown }[]): unknown {
  const root: Record<string, unknown> = {};
  for (const { path, value } of values) put(root, ['', ...path], value);
  return root[''] ?? {};
}

/** Names are the document's own: one called `__proto__` is a name like any other. */
export function put(root: Record<string, unknown>, path: JsonPlace, value: unknown): void {
  let at = root;
  for (const [place, name] of path.slice(0, -1).entries()) {
    const inner: unknown = Object.hasOwn(at, name) ? at[name] : undefined;
    const empty = typeof path[place + 1] === 'number' ? ([] as unknown as Record<string, unknown>) : {};
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : empty;
    define(at, name, next);
    at = next;
  }
  define(at, path.at(-1) ?? '', value);
}

function define(root: Record<string, unknown>, name: string | number, value: unknown): void {
  Object.defineProperty(root, name, { value, enumerable: true, configurable: true, writable: true });
}

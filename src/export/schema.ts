// JSON Schema 2020-12 as plain data, and how schemas are put together. Input: schemas. Output: schemas.

import type { Slot } from '../notation/slot.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A member of an object: its place, what it holds, whether it is always there. */
export interface Member {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly required: boolean;
  /** It may be null: an object of which every member may is null as a whole, too. */
  readonly nullable?: boolean;
  /** Of some requests it is no member, and may be anything: so may an object of which every member may. */
  readonly free?: boolean;
}

/** What becomes of members that are not listed. `open`: nothing says. */
export type Others = 'none' | 'any' | 'open';

/** Members whose places have several names are in objects inside. An object inside is required where something in it is. */
export function objectOf(members: readonly Member[], others: Others): Schema {
  const groups = Map.groupBy(members, ({ path }) => path[0]!);
  const required: string[] = [];
  const properties = [...groups].map(([name, own]): [string, Schema] => {
    const whole = own.find(({ path }) => path.length === 1);
    if (own.some((one) => one.required)) required.push(name);
    if (whole) return [name, whole.schema];
    const inner = own.map((one) => ({ ...one, path: one.path.slice(1) }));
    const object = objectOf(inner, others);
    if (own.every(({ free }) => free)) return [name, orAny(object)];
    return [name, own.every(({ nullable }) => nullable) ? orNull(object) : object];
  });
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(others !== 'open' && { additionalProperties: others === 'any' }),
  };
}

/** The same, or nothing. */
export function orNull(schema: Schema): Schema {
  if (Object.keys(schema).every((key) => key.startsWith('x-'))) return schema;
  const { type } = schema;
  const isPlain = typeof type === 'string' && !('enum' in schema) && !('const' in schema) && !('allOf' in schema);
  if (isPlain) return { ...schema, type: type === 'null' ? type : [type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

/** The same, or whatever else is sent. */
export function orAny(schema: Schema): Schema {
  return { anyOf: [schema, {}] };
}

/** Any one of them; each once. */
export function anyOf(schemas: readonly Schema[]): Schema {
  const all = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return all.length === 1 ? all[0]! : { anyOf: all };
}

/** A value, or free. */
export function isSaid({ status }: Slot<unknown>): boolean {
  return status === 'stated' || status === 'any' || status === 'none';
}

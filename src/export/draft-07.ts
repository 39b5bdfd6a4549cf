// Schemas for tools that know JSON Schema draft 07, as AsyncAPI does. Input: schemas of 2020-12 as the exports make them. Output: the same;
// what is beside a reference counts there, and is passed over in draft 07, so the reference goes inside.
// https://json-schema.org/draft-07/draft-handrews-json-schema-01#rfc.section.8.3

import type { Schema } from './schema.ts';

/** What is in these is a value. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** What is in these are schemas by names of the author's own. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

export function draft07(schema: Schema): Schema {
  const all = Object.entries(schema).map(([key, inner]): [string, unknown] => [
    key,
    VALUES.has(key) || key.startsWith('x-') ? inner : NAMED.has(key) ? named(inner as Schema) : walked(inner),
  ]);
  const { $ref, ...beside } = Object.fromEntries(all);
  if (typeof $ref !== 'string' || Object.keys(beside).length === 0) return Object.fromEntries(all);
  const { allOf = [], ...others } = beside as { readonly allOf?: readonly unknown[] };
  return { allOf: [{ $ref }, ...allOf], ...others };
}

export function named(schemas: Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, draft07(one as Schema)]));
}

function walked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walked);
  return typeof value === 'object' && value !== null ? draft07(value as Schema) : value;
}

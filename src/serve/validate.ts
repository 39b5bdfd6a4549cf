// Types and allowed values of what is sent. Input: a JSON Schema of the plan. Output: a check, compiled by ajv at first use, so
// that a service which was just started answers before ajv is loaded.

import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { schemaMatcherOf } from '../base/patterns/schema-form.ts';
import type { JsonSchema } from '../plan/input.ts';
import { isDate, isDuration, isInstant, isKeptEmail, isTime, isUrl, isUuid } from '../base/formats.ts';

export type Validate = (value: unknown) => boolean;

const load = createRequire(import.meta.url);
let ajv: Ajv | undefined;

/** Checks by their schema's text: the same schema is compiled once for all operations. */
const compiled = new Map<string, Validate>();

/** Loads ajv now: before the first body comes, when nothing else is to do. */
export function prepareValidation(): Ajv {
  if (ajv !== undefined) return ajv;
  const { Ajv2020 } = load('ajv/dist/2020.js') as { Ajv2020: typeof Ajv };
  // The plan's schemas are of our own making: to judge each by the schema of schemas first takes longer than all else.
  ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    meta: false,
    addUsedSchema: false,
    formats: FORMATS,
    code: { regExp: EXPRESSIONS },
  });
  return ajv;
}

/** The same judgement inside of a list as for a field of its own; nested.ts judges an address that is sent. */
const FORMATS = {
  'date-time': isInstant,
  date: isDate,
  time: isTime,
  duration: isDuration,
  uuid: isUuid,
  uri: isUrl,
  url: isUrl,
  email: isKeptEmail,
};

/** Texts of callers are matched without backtracking. The engine's source text names the expression in generated code. */
const EXPRESSIONS = Object.assign((pattern: string) => ({ test: schemaMatcherOf(pattern), toString: () => pattern }), {
  code: 'schemaMatcherOf',
});

/** nested.ts finds equal members by their text: ajv would compare each pair, and a long list would stop the service. */
function withoutUniqueness(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUniqueness);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'uniqueItems' || typeof value !== 'boolean');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutUniqueness(value)]));
}

export function compileSchema(schema: JsonSchema): Validate {
  const text = JSON.stringify(schema);
  if (text === '{}') return () => true;
  let check = compiled.get(text);
  return (value) => {
    if (check === undefined) {
      check = compiled.get(text) ?? (prepareValidation().compile(withoutUniqueness(schema) as JsonSchema) as Validate);
      compiled.set(text, check);
    }
    return check(value);
  };
}

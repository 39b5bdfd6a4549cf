// The shapes of an interface as one JSON Schema. Input: a model. Output: JSON Schema 2020-12; in `$defs` each resource as it is shown and
// sent, each body, each answer with a body, the query of each operation, each error and each event.

import type { Model } from '../model/model.ts';
import { COMPONENTS } from './definitions.ts';
import { openApi, type OpenApi } from './interface.ts';
import { Names, pascal } from './names.ts';
import { objectOf, type Schema } from './schema.ts';

export function bundle(model: Model): Schema {
  const api = openApi(model);
  const names = new Names();
  for (const name of Object.keys(api.components.schemas)) names.take(name);
  const own = operationsOf(api).flatMap((operation) =>
    partsOf(operation).map(([name, schema]): [string, unknown] => [
      names.take(pascal(operation.operationId) + name),
      schema,
    ]),
  );
  const open = api['x-not-shown'];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: (api['info'] as { readonly title: string }).title,
    $defs: pointed({ ...api.components.schemas, ...Object.fromEntries(own) }) as Schema,
    ...(open !== undefined && { 'x-not-shown': open }),
  };
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
  readonly 'x-not-shown'?: readonly { readonly gap: string; readonly question: string }[];
}

export function operationsOf({ paths }: OpenApi): readonly DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) =>
        ({
          ...operation,
          path,
          method: method.replace(/^x-ninefold-/, '').toUpperCase(),
        }) as unknown as DescribedOperation,
    ),
  );
}

/** Of several media types the first. */
export function schemaIn({ content }: Content): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

export function answersIn({
  responses,
}: DescribedOperation): readonly (readonly [status: string, schema: Schema | undefined])[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('x-') ? [] : [[status, schemaIn(response)] as const],
  );
}

function partsOf(operation: DescribedOperation): readonly (readonly [string, Schema])[] {
  const body = operation.requestBody && schemaIn(operation.requestBody);
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const members = query.map(({ name, required, schema }) => ({ path: [name], required, schema }));
  return [
    ...(query.length > 0 ? [['Query', objectOf(members, 'open')] as const] : []),
    ...(body ? [['Body', body] as const] : []),
    ...answersIn(operation).flatMap(([status, schema]) =>
      schema ? [[`Answer${pascal(status)}`, schema] as const] : [],
    ),
  ];
}

/** With references to `$defs`. */
function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace(COMPONENTS, '#/$defs/')]
        : [key, pointed(inner)],
    ),
  );
}

// The shapes and operations of an interface as TypeScript. Input: a model. Output: a module that holds types alone. What is not shown is
// `unknown`, and a comment has its question.

import type { Model } from '../model/model.ts';
import { answersIn, operationsOf, schemaIn, type DescribedOperation } from './bundle.ts';
import { COMPONENTS } from './definitions.ts';
import { openApi, type OpenApi } from './interface.ts';
import type { NotShown } from './not-shown.ts';
import type { Schema } from './schema.ts';

export function types(model: Model): string {
  const api = openApi(model);
  const { title, version } = api['info'] as { readonly title: string; readonly version: string };
  const shapes = Object.entries(api.components.schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  return [
    `// ${oneLine(title)}, version ${oneLine(version)}: made by \`ninefold export --to types\`.\n`,
    ...shapes,
    `/** By what a client calls them. */\nexport interface Operations {\n${operationsOf(api).map(operationType).join('\n')}\n}\n`,
    eventTypes(api),
  ].join('\n');
}

function eventTypes(api: OpenApi): string {
  const events = Object.entries(
    (api['x-ninefold-events'] ?? {}) as Readonly<Record<string, { readonly payload: Schema }>>,
  );
  if (events.length === 0) return 'export type Events = Record<never, never>;\n';
  return `/** What events carry, by their names. */\nexport interface Events {\n${events.map(([name, { payload }]) => `  ${JSON.stringify(name)}: ${typeOf(payload, '  ')};`).join('\n')}\n}\n`;
}

function operationType(operation: DescribedOperation): string {
  const { operationId, method, path, parameters = [], requestBody, summary } = operation;
  const body = requestBody && schemaIn(requestBody);
  const places = ['path', 'query', 'header'].map((place) => {
    const own = parameters.filter((one) => one.in === place);
    const members = own.map(
      ({ name, required, schema }) =>
        `        ${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema, '        ')};`,
    );
    return own.length === 0
      ? `      ${place}: Record<never, never>;`
      : `      ${place}: {\n${members.join('\n')}\n      };`;
  });
  const answers = answersIn(operation).map(([status, schema]) => {
    const key = /^\d+$/.test(status) ? status : JSON.stringify(status);
    const isOpen = status === 'default';
    return `      ${key}: ${schema ? typeOf(schema, '      ') : isOpen ? 'unknown' : 'undefined'};`;
  });
  return [
    comment({ description: summary, 'x-not-shown': operation['x-not-shown'] }, '  ').replace(/\n$/, ''),
    `  ${operationId}: {`,
    `    method: ${JSON.stringify(method)};`,
    `    path: ${JSON.stringify(path)};`,
    '    parameters: {',
    ...places,
    '    };',
    `    body${requestBody && !requestBody.required ? '?' : ''}: ${body ? typeOf(body, '    ') : 'undefined'};`,
    `    answers: {\n${answers.join('\n')}\n    };`,
    '  };',
  ].join('\n');
}

function typeOf(schema: Schema, indent: string): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].slice(COMPONENTS.length);
  const parts = [ownType(schema, indent), ...list(schema['allOf']).map((one) => `(${typeOf(one, indent)})`)].filter(
    (one) => one !== undefined,
  );
  const forms = list(schema['oneOf']).filter(({ type }) => type !== undefined);
  const any = forms.length > 0 ? forms : list(schema['anyOf']);
  if (any.length > 0) parts.push(`(${[...new Set(any.map((one) => typeOf(one, indent)))].join(' | ')})`);
  return parts.length === 0 ? 'unknown' : parts.join(' & ');
}

function ownType(schema: Schema, indent: string): string | undefined {
  if (isNothing(schema['not'])) return 'never';
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum']))
    return schema['enum'].length === 0 ? 'never' : schema['enum'].map((one) => JSON.stringify(one)).join(' | ');
  const { type } = schema;
  const all = Array.isArray(type) ? (type as readonly unknown[]) : type === undefined ? [] : [type];
  return all.length === 0 ? undefined : all.map((one) => kindType(schema, String(one), indent)).join(' | ');
}

function isNothing(not: unknown): boolean {
  return typeof not === 'object' && not !== null && Object.keys(not).length === 0;
}

function kindType(schema: Schema, type: string, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${typeOf((schema['items'] ?? {}) as Schema, indent)})[]`;
    case 'object':
      return objectType(schema, indent);
    default:
      return type;
  }
}

function objectType(schema: Schema, indent: string): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const inner = `${indent}  `;
  const members = properties.map(
    ([name, one]) =>
      `${comment(one, inner)}${inner}${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${typeOf(one, inner)};`,
  );
  const others = schema['additionalProperties'];
  // Beside named members an index must hold for each of them.
  const rest =
    others === false
      ? []
      : [
          `${inner}[name: string]: ${typeof others === 'object' && others !== null && properties.length === 0 ? typeOf(others as Schema, inner) : 'unknown'};`,
        ];
  const all = [...members, ...rest];
  return all.length === 0 ? 'Record<never, never>' : `{\n${all.join('\n')}\n${indent}}`;
}

function comment(schema: Schema, indent: string): string {
  const open = (schema['x-not-shown'] ?? []) as readonly NotShown[];
  const lines = [
    ...(typeof schema['description'] === 'string' ? schema['description'].split('\n') : []),
    ...open.map(({ question }) => `Not shown: ${question}`),
  ];
  if (lines.length === 0) return '';
  const safe = lines.map((line) => oneLine(line).replaceAll('*/', '*\\/'));
  return safe.length === 1
    ? `${indent}/** ${safe[0]} */\n`
    : `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
}

function list(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as readonly Schema[]) : [];
}

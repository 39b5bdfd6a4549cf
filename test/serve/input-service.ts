// A service that takes bodies in every way, for tests of what a caller is told of a body that does not fit.

import { expect } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

export const RESOURCES = `### Thing
- Identified by: \`id\`
- Unique: \`mail\`
- Unique: \`code\`, \`area\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller at create | matches \`[a-z]+\` | none |
| \`title\` | string | yes | caller | not blank | none |
| \`mail\` | email | no | caller | any | none |
| \`code\` | string | no | caller | any | none |
| \`area\` | string | no | caller | any | none |
| \`day\` | date or null | no | caller | any | \`2026-01-01\` |
| \`size\` | integer | no | caller | any | \`3\` |
| \`tags\` | array of string(1..3) | no | caller | any | none |
| \`lines\` | array of Line | no | caller | any | none |
| \`map\` | map of Line | no | caller | any | none |
| \`spec\` | Line | no | caller | any | none |
| \`free\` | object | no | caller | any | none |
| \`place.street\` | string | yes | caller | any | none |
| \`place.city\` | string | no | caller | any | none |

### Line
- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |
| \`cost\` | decimal(2) | no | caller | any | none |
| \`kind\` | string | no | caller | any | \`plain\` |
| \`note\` | string or null | no | caller | any | none |
| \`more\` | Line | no | caller | any | none |
`;

const STATUS = (code: number, when: string): string =>
  `\n| Status | When | Body |\n|---|---|---|\n| ${code} | ${when} | Thing |\n`;

function operations(body: string, facts: string): string {
  const taking = (does: string, when: string, more = ''): string =>
    `- Does: ${does}\n- Body: ${body}\n- Repeat: same effect\n${more}${STATUS(when === 'created' ? 201 : 200, when)}`;
  return [
    `### POST /things\n${taking('creates Thing', 'created', facts)}`,
    `### GET /things/{id}\n- Does: reads Thing\n- Body: none\n- Repeat: safe\n${STATUS(200, 'found')}`,
    `### PUT /things/{id}\n${taking('creates or replaces Thing', 'created, replaced', facts)}`,
    `### PATCH /things/{id}\n${taking('merges into Thing', 'updated', facts.replace(/- Null.*\n/, ''))}`,
    `### POST /things/{id}\n${taking('updates Thing', 'updated', `- Omitted fields: kept\n${facts}`)}`,
    `### GET /things\n- Does: lists Thing\n- Body: none\n- Order: oldest first\n- Pages: page \`page\`, size \`per\`; default 2\n- Repeat: safe
${facts.match(/- Empty.*\n/)?.[0] ?? ''}
| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`size\` | integer | no | \`3\` | \`size\` = value |
| \`code\` | string | no | none | \`code\` = value |
| \`codes\` | array of string, by commas | no | none | \`code\` = \`x\` and value is set |
${STATUS(200, 'found').replace('| Thing |', '| array of Thing only `id` |')}`,
  ].join('\n');
}

export const ERRORS = `- Error body: {"code": <code>, "fields": [{"field": <field>, "path": <path>, "at": <pointer>, "message": <message>}]}
- All failed fields at once: yes

| Code | Status | When | Message |
|---|---|---|---|
| \`absent\` | 404 | no such Thing | gone |
| \`missing\` | 422 | any field missing | missing |
| \`blank\` | 422 | any field blank | blank |
| \`invalid\` | 422 | any field invalid, unknown field, read-only field | invalid |
| \`taken\` | 409 | any field taken | taken |
| \`query\` | 400 | invalid query | query |
`;

export interface Failed {
  readonly field: string;
  readonly path: string;
  readonly at: string;
  readonly message: string;
}

/** A body that fits. */
export const PLAIN = { title: 'x', place: { street: 's' } };

export function serving(body: string, facts = ''): Promise<Running> {
  return start(planOf({ resources: RESOURCES, operations: operations(body, facts), errors: ERRORS }));
}

/** `tags: invalid`, by place; the status when nothing was refused. */
export async function refused(
  service: Running,
  method: string,
  path: string,
  body?: unknown,
): Promise<readonly string[] | number> {
  const { status, json } = await send(service, method, path, body);
  if (status < 400) return status;
  const { code, fields } = json as { code: string; fields: readonly Failed[] };
  expect(fields.length === 0 || fields[0]!.message === code).toBe(true);
  for (const each of fields) expect(`#/${each.path.replaceAll('.', '/')}`).toBe(each.at);
  return fields.map((each) => `${each.path}: ${each.message}`);
}

/** The nested shape after a request; what was refused, when it was. */
export async function specAfter(service: Running, method: string, path: string, body: unknown): Promise<unknown> {
  const { status, json } = await send(service, method, path, body);
  return status < 400 ? (json as { spec?: unknown }).spec : refused(service, method, path, body);
}

/** The gaps that hold a request, else its status. */
export async function heldBy(service: Running, method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, headers } = await send(service, method, path, body);
  return status === 501 ? headers.get('ninefold-gap') : status;
}

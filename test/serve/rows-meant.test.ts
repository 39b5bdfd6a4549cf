// The table of docs/notation.md of which row an operand names: each of its examples, at the place that it names, in one service that runs.
// Input: the page. Output: answers.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'notation.md'), 'utf8');
const [, table] = /<!-- rows that operands name -->\n([\s\S]*?)<!-- \/rows/.exec(page)!;
const EXAMPLES = new Map(
  table!
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map(([, , , under, text]) => [under!, text!]),
);
const used = new Set<string>();

/** What the page has under that place. */
function example(under: string): string {
  used.add(under);
  const text = EXAMPLES.get(under);
  if (text === undefined) throw new Error(`the page has no example under ${under}`);
  return text;
}

const PATH = '\n| Path | Type | Selects |\n|---|---|---|\n| `id` | integer | Order by `id` |\n';
const operation = (heading: string, facts: string, status: string): string =>
  `### ${heading}\n\n${facts}\n\n| Status | When | Body |\n|---|---|---|\n| ${status} |\n`;
const list = (heading: string, more: string): string =>
  operation(
    heading,
    `- Does: ${example(`Does of \`${heading}\``)}\n- Order: oldest first\n- Pages: none\n- Repeat: safe\n${more}`,
    heading === 'GET /orders' ? '200 | found | array of Order' : '200 | found | array of Line',
  );

const SOURCE = documentOf({
  resources: `### Order

- Identified by: \`id\`
- When deleted: ${example('When deleted of `Order`')}

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`show\` | boolean | yes | caller | any | none |
| \`stage\` | state | yes | service: state | any | none |

### Line

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`order\` | Order by \`id\` | yes | caller | any | none |
| \`item\` | string | yes | caller | any | none |`,
  states: `### Order.stage

| State | Kind |
|---|---|
| \`open\` | initial |
| \`sent\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`open\` | \`sent\` | \`POST /orders/{id}/send\` | ${example('Only if of `POST /orders/{id}/send`')} | none |

- Any other move: \`stage\``,
  operations: [
    operation('POST /orders', '- Does: creates Order\n- Body: Order\n- Repeat: again', '201 | created | Order'),
    operation('POST /lines', '- Does: creates Line\n- Body: Line\n- Repeat: again', '201 | created | Line'),
    operation(
      'POST /shown',
      '- Does: creates Line\n- Body: Line\n- Errors: `closed`\n- Repeat: again',
      '201 | created | Line',
    ),
    list(
      'GET /orders',
      `\n| Query | Type | Required | Default | Selects |\n|---|---|---|---|---|\n| \`item\` | string | no | none | ${example('Selects of `item`')} |`,
    ),
    list('GET /orders/{id}/lines', PATH),
    list('GET /orders/{id}/shown', PATH),
    operation(
      'GET /orders/{id}/others',
      `- Does: lists Order where \`Order.show\` = true\n- Order: oldest first\n- Pages: none\n- Repeat: safe\n${PATH}`,
      '200 | found | array of Order',
    ),
    operation(
      'POST /orders/{id}/send',
      '- Does: moves Order.stage\n- Body: none\n- Errors: `hidden`\n- Repeat: again',
      '204 | moved | none',
    ),
    operation('DELETE /orders/{id}', '- Does: deletes Order\n- Repeat: again', '204 | deleted | none'),
  ].join('\n'),
  errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`hidden\` | 403 | ${example('When of `hidden`')} |
| \`closed\` | 410 | ${example('When of `closed`')} |
| \`no_order\` | 404 | no such Order, no such Order in \`order\` |
| \`invalid\` | 422 | any field missing, any field invalid, unknown field, read-only field |
| \`query\` | 400 | invalid query |
| \`stage\` | 409 | illegal move |`,
});

let service: Running;
beforeAll(async () => {
  const { document, diagnostics } = read(SOURCE, 'orders.md');
  const model = link(document, diagnostics);
  const report = check(model);
  expect(report.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(report.operations.map(({ runs }) => runs)).toEqual(report.operations.map(() => 'yes'));
  service = await start(plan(model));
});
afterAll(() => service.stop());

const asked = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const { status, json } = await send(service, method, path, body);
  if (status !== 200) return status;
  return (json as { id: number }[]).map(({ id }) => id);
};

it('the rows that operands name are those that the table of the notation says', async () => {
  for (const show of [true, false, true]) await asked('POST', '/orders', { show });
  for (const order of [1, 1, 2]) await asked('POST', '/lines', { order, item: order === 2 ? 'cup' : 'pot' });
  expect([...used].toSorted()).toEqual([...EXAMPLES.keys()].toSorted());
  expect(await asked('GET', '/orders')).toEqual([1, 3]);
  expect(await asked('GET', '/orders?item=pot')).toEqual([1]);
  expect(await asked('GET', '/orders/1/lines')).toEqual([1, 2]);
  expect(await asked('GET', '/orders/2/lines')).toEqual([3]);
  expect(await asked('GET', '/orders/1/shown')).toEqual([1, 2]);
  expect(await asked('GET', '/orders/2/shown')).toEqual([]);
  // Of a listed order, not of the one that the path selects.
  expect(await asked('GET', '/orders/2/others')).toEqual([1, 3]);
  expect(await asked('POST', '/shown', { order: 2, item: 'pot' })).toBe(410);
  expect(await asked('POST', '/shown', { order: 4, item: 'pot' })).toBe(404);
  expect(await asked('POST', '/orders/1/send')).toBe(204);
  // Not shown; shown, and without a line.
  expect(await asked('POST', '/orders/2/send')).toBe(403);
  expect(await asked('POST', '/orders/3/send')).toBe(409);
  expect(await asked('POST', '/shown', { order: 3, item: 'jug' })).toBe(201);
  expect(await asked('DELETE', '/orders/1')).toBe(204);
  expect(await asked('GET', '/orders/2/lines')).toEqual([3]);
  expect(await asked('POST', '/lines', { order: 1, item: 'pot' })).toBe(404);
});

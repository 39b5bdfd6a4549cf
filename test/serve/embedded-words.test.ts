// Words inside of texts, in bodies, headers and messages of errors: where an error has nothing for one, what holds it is
// left out as a whole.

import { afterEach, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running;
afterEach(() => service.stop());

const RESOURCES = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller at create | any | none |
| \`n\` | integer | no | caller | any | none |`;

const OPERATIONS = `
### PUT /things/{id}

- Does: creates or replaces Thing
- Body: Thing without id
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | created, replaced | Thing |

### GET /things/{id}

- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |
`;

/** One code for a row that is not there and for fields: only those have a place in the body. */
const errors = (body: string): string => `- Error body: ${body}
- All failed fields at once: yes

| Code | Status | When | Message | Hint | Headers |
|---|---|---|---|---|---|
| \`bad\` | 422 | no such Thing, any field missing, any field blank, any field invalid, unknown field | Bad at <path> | none | \`X-At: at <path>\`, \`X-Hint: <Hint>\`, \`X-Code: <code>\` |
| \`deep\` | 404 | was Thing | Gone | Ask | none |
`;

async function answers(body: string): Promise<readonly (readonly [unknown, Record<string, string>])[]> {
  service = await start(planOf({ resources: RESOURCES, operations: OPERATIONS, errors: errors(body) }));
  const read = await send(service, 'GET', '/things/x');
  const put = await send(service, 'PUT', '/things/x', { n: 'a', m: 1 });
  return [read, put].map(({ json, headers }) => [
    json,
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-'))),
  ]);
}

const HEADERS = [{ 'x-code': 'bad' }, { 'x-at': 'at n', 'x-code': 'bad' }];

test.each<readonly [string, unknown, unknown]>([
  ['{"p": "at <path>.", "c": <code>, "h": <Hint>}', { c: 'bad' }, { p: 'at n.', c: 'bad' }],
  ['{"c": "<code>: <Hint>", "s": <status>}', { s: 422 }, { s: 422 }],
  ['{"m": <message>}', {}, { m: 'Bad at n' }],
  ['{"m": "! <message>", "deep": {"h": "<Hint>?"}}', { deep: {} }, { m: '! Bad at n', deep: {} }],
  ['{"l": ["<path>: <message>", <code>]}', { l: ['bad'] }, { l: ['n: Bad at n', 'm: Bad at m', 'bad'] }],
  ['{"e": {<field>: ["<field> <message>"]}}', { e: {} }, { e: { n: ['n Bad at n'], m: ['m Bad at m'] } }],
])('%s', async (body, absent, invalid) => {
  expect(await answers(body)).toEqual([
    [absent, HEADERS[0]],
    [invalid, HEADERS[1]],
  ]);
});

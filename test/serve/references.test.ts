// References of a body that lead nowhere, with the other failures of the body: by every verb that takes one.

import { afterEach, describe, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running;
afterEach(() => service.stop());

const RESOURCES = `### Owner

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | caller at create | any | none |
| \`a\` | Owner by \`name\` | yes | caller | any | none |
| \`b\` | Owner by \`name\` or null | no | caller | any | none |
| \`n\` | integer | no | caller | 1..9 | none |`;

const operation = (heading: string, does: string, when: string, more = '- Body: Thing without id\n'): string =>
  `### ${heading}\n\n- Does: ${does}\n- Repeat: again\n${more}
| Status | When | Body |
|---|---|---|
| 200 | ${when} | none |
`;

const OPERATIONS = [
  operation('POST /owners', 'creates Owner', 'created', '- Body: Owner\n'),
  operation('POST /things', 'creates Thing', 'created', '- Body: Thing\n'),
  operation('PUT /things/{id}', 'creates or replaces Thing', 'created, replaced'),
  operation('PUT /things/{id}/whole', 'replaces Thing', 'replaced'),
  operation(
    'PATCH /things/{id}',
    'updates Thing',
    'updated',
    '- Body: Thing without id\n- Omitted fields: kept\n- Null fields: cleared\n',
  ),
  operation('PATCH /things/{id}/merge', 'merges into Thing', 'updated'),
  operation(
    'PATCH /things',
    'updates every Thing',
    'updated',
    '- Body: Thing without id\n- Omitted fields: kept\n- Null fields: cleared\n',
  ),
].join('\n');

const errors = (all: string): string => `- Error body: {"at": [<path>], "code": <code>}
- All failed fields at once: ${all}

| Code | Status | When |
|---|---|---|
| \`nowhere\` | 404 | no such Thing |
| \`unknown\` | 409 | no such Owner in \`a\`, no such Owner in \`b\` |
| \`bad\` | 422 | any field missing, any field blank, any field invalid, any field taken, unknown field, read-only field |
`;

async function begin(all: string): Promise<void> {
  service = await start(planOf({ resources: RESOURCES, operations: OPERATIONS, errors: errors(all) }));
  await send(service, 'POST', '/owners', { name: 'x' });
  await send(service, 'POST', '/things', { id: 1, a: 'x' });
}

const CALLS = [
  ['POST', '/things', { id: 2 }],
  ['PUT', '/things/1', {}],
  ['PUT', '/things/3', {}],
  ['PUT', '/things/1/whole', {}],
  ['PATCH', '/things/1', {}],
  ['PATCH', '/things/1/merge', {}],
  ['PATCH', '/things', {}],
] as const;

const CASES: readonly (readonly [unknown, readonly string[], string])[] = [
  [{ a: 'y', b: 'z' }, ['a', 'b'], 'unknown'],
  [{ a: 'x', b: 'z' }, ['b'], 'unknown'],
  [{ a: 'y', n: 99 }, ['a', 'n'], 'unknown'],
  [{ a: 'y', b: 'z', n: 'no' }, ['a', 'b', 'n'], 'unknown'],
  [{ a: 7, b: 'z' }, ['a', 'b'], 'unknown'],
  [{ a: 'x', b: null, n: 0 }, ['n'], 'bad'],
  [{ a: 'x', b: 'x', m: 1, n: 0 }, ['m', 'n'], 'bad'],
];

describe.each(CALLS)('%s %s', (method, path, base) => {
  test('all failed fields at once', async () => {
    await begin('yes');
    for (const [body, at, code] of CASES) {
      const { json } = await send(service, method, path, { ...base, ...(body as object) });
      const answer = json as { at: string[]; code: string };
      expect({ at: [...answer.at].sort(), code: answer.code }, JSON.stringify(body)).toEqual({ at, code });
    }
  });

  test('the first, by the order of the codes', async () => {
    await begin('no');
    for (const [body, , code] of CASES) {
      const { json } = await send(service, method, path, { ...base, ...(body as object) });
      expect((json as { code: string }).code).toBe(code);
      expect((json as { at: string[] }).at).toHaveLength(1);
    }
  });
});

test('a row that is not there goes before', async () => {
  await begin('yes');
  for (const [method, path] of [
    ['PATCH', '/things/9'],
    ['PUT', '/things/9/whole'],
  ] as const)
    for (const body of [
      { a: 'y', b: 'z' },
      { a: 'y', n: 99 },
    ])
      expect((await send(service, method, path, body)).json).toEqual({ at: [], code: 'nowhere' });
});

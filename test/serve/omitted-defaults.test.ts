// What an update leaves out, where rows of its Body table have defaults; and what stands once for all operations.

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
| \`v\` | integer | no | caller | any | none |
| \`w\` | integer | no | caller | any | none |`;

const operations = (policy: string, more = ''): string => `${more}
### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### GET /things/{id}

- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |

### PATCH /things/{id}

- Does: updates Thing
- Repeat: again
${policy}
| Body | Type | Required | Default | Sets |
|---|---|---|---|---|
| \`a\` | integer | no | none | \`v\` |
| \`b\` | integer | no | \`2\` | \`w\` |

| Status | When | Body |
|---|---|---|
| 200 | updated | Thing |
`;

async function begin(policy: string, more = ''): Promise<void> {
  service = await start(planOf({ resources: RESOURCES, operations: operations(policy, more) }));
  await send(service, 'POST', '/things', { id: 'x', v: 1, w: 7 });
}

const change = async (body: unknown): Promise<unknown> => (await send(service, 'PATCH', '/things/x', body)).json;

test('Omitted fields: cleared clears to the default', async () => {
  await begin('- Omitted fields: cleared\n');
  expect(await change({ a: 4 })).toEqual({ id: 'x', v: 4, w: 2 });
});

test('Omitted fields: kept keeps what is stored, also beside a default that null is cleared to', async () => {
  await begin('- Omitted fields: kept\n- Null fields: cleared\n');
  expect(await change({ a: 4 })).toEqual({ id: 'x', v: 4, w: 7 });
  expect(await change({ b: null })).toEqual({ id: 'x', v: 4, w: 2 });
});

test('Omitted fields: refused refuses, also beside a default', async () => {
  await begin('- Omitted fields: refused\n- Null fields: cleared\n');
  expect(await change({ a: 4 })).toEqual({ code: 'invalid' });
  expect((await send(service, 'GET', '/things/x')).json).toEqual({ id: 'x', v: 1, w: 7 });
});

test('Pages and a query under All operations say nothing of what lists nothing', async () => {
  const lists = `
- Pages: offset and limit; default 20
- Order: oldest first

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`q\` | integer | no | none | \`v\` = value |

### GET /things

- Does: lists Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |
`;
  await begin('- Omitted fields: cleared\n', lists);
  expect((await send(service, 'GET', '/things?q=2')).json).toEqual([]);
  expect((await send(service, 'GET', '/things?q=1&limit=5')).json).toHaveLength(1);
  for (const name of ['q', 'offset', 'limit'])
    expect((await send(service, 'GET', `/things/x?${name}=1`)).json).toEqual({ code: 'invalid' });
});

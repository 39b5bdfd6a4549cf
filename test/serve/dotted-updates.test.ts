// Members of an object that a body sends, over a real server: dotted fields are fields of their own, at every depth, and
// what the object leaves out goes by Omitted fields, by Null fields and by Empty text as it would outside of one.

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
| \`size\` | integer | no | caller | any | \`3\` |
| \`box.width\` | integer | yes | caller | any | none |
| \`box.colour\` | string | no | caller | any | \`red\` |
| \`box.lid.shape\` | one of \`round\`, \`flat\` | no | caller | any | \`round\` |
| \`box.lid.note\` | string or null | no | caller | any | none |
| \`spec\` | Spec | no | caller | any | none |

### Spec

- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |
| \`kind\` | string | no | caller | any | \`plain\` |
`;

const ERRORS = `- Error body: {"code": <code>, "fields": [<path>]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Thing |
| \`missing\` | 422 | any field missing |
| \`blank\` | 422 | any field blank |
| \`invalid\` | 422 | any field invalid, unknown field, read-only field |
`;

const operations = (does: string, facts: string): string => `### POST /things
- Does: creates Thing
- Body: Thing
- Repeat: again
- Null fields: refused

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
- Does: ${does}
- Body: Thing
- Repeat: again
${facts}
| Status | When | Body |
|---|---|---|
| 200 | updated | Thing |
`;

const STORED = {
  id: 'x',
  size: 7,
  box: { width: 1, colour: 'blue', lid: { shape: 'flat', note: 'n' } },
  spec: { name: 's', kind: 'own' },
};

/** What is there afterwards, or why nothing has changed. */
async function after(facts: string, body: unknown, does = 'updates Thing'): Promise<unknown> {
  service = await start(planOf({ resources: RESOURCES, operations: operations(does, facts), errors: ERRORS }));
  expect((await send(service, 'POST', '/things', STORED)).status).toBe(201);
  const { status, json, headers } = await send(service, 'PATCH', '/things/x', body);
  const now = (await send(service, 'GET', '/things/x')).json;
  if (status === 200) return (expect(json).toEqual(now), now);
  expect(now).toEqual(STORED);
  return status === 501 ? headers.get('ninefold-gap') : [status, json];
}

const { size, spec, box } = STORED;
const ALL = { size, spec };
const FAILED = (...fields: string[]): unknown => [422, { code: 'missing', fields }];
const OPEN = '"4/PATCH /things/{id}/omitted-fields"';
const omitted = (policy: string | undefined, more = '- Null fields: refused\n'): string =>
  `${policy === undefined ? '' : `- Omitted fields: ${policy}\n`}${more}`;

test.each<[string | undefined, unknown, unknown]>([
  ['kept', { box: { width: 2 } }, { ...STORED, box: { ...box, width: 2 } }],
  ['kept', { box: { lid: { note: 'm' } } }, { ...STORED, box: { ...box, lid: { shape: 'flat', note: 'm' } } }],
  ['kept', { box: { lid: {} } }, STORED],
  ['kept', { box: {} }, STORED],
  ['cleared', { ...ALL, box: { width: 2 } }, { ...STORED, box: { width: 2, colour: 'red', lid: { shape: 'round' } } }],
  [
    'cleared',
    { ...ALL, box: { width: 2, lid: { note: 'm' } } },
    { ...STORED, box: { width: 2, colour: 'red', lid: { shape: 'round', note: 'm' } } },
  ],
  ['cleared', { ...ALL, box: { colour: 'red' } }, FAILED('box.width')],
  ['refused', { ...ALL, box: { width: 2 } }, FAILED('box.colour', 'box.lid.shape', 'box.lid.note')],
  ['refused', { ...ALL, box: { ...box, lid: { note: 'm' } } }, FAILED('box.lid.shape')],
  ['refused', { ...ALL, box }, STORED],
  [
    'kept; `box.lid.shape`: cleared',
    { box: { lid: { note: 'm' } } },
    { ...STORED, box: { ...box, lid: { shape: 'round', note: 'm' } } },
  ],
  [
    'cleared; `box.colour`: kept',
    { ...ALL, box: { width: 2, lid: box.lid } },
    { ...STORED, box: { ...box, width: 2 } },
  ],
  [undefined, { ...ALL, box: { width: 2, colour: 'blue' } }, OPEN],
  [undefined, { ...ALL, box: { ...box, lid: { note: 'm' } } }, OPEN],
  [undefined, { ...ALL, box: { ...box, width: 2 } }, { ...STORED, box: { ...box, width: 2 } }],
])('Omitted fields: %s, sent %j', async (policy, body, expected) => {
  expect(await after(omitted(policy), body)).toEqual(expected);
});

test.each([
  ['kept', STORED],
  ['cleared', { ...STORED, box: { ...box, colour: 'red', lid: { shape: 'round' } } }],
  ['refused', [422, { code: 'invalid', fields: ['box.colour', 'box.lid.shape', 'box.lid.note'] }]],
])('Null fields: %s, for members as for fields', async (policy, expected) => {
  const body = { box: { colour: null, lid: { shape: null, note: null } } };
  expect(await after(`- Omitted fields: kept\n- Null fields: ${policy}\n`, body)).toEqual(expected);
});

test.each([
  ['as missing', 'kept', STORED],
  ['as missing', 'refused', FAILED('box.width', 'box.colour', 'box.lid.shape', 'box.lid.note')],
  ['as null', 'refused', { ...STORED, box: { ...box, colour: 'red', lid: { shape: 'round' } } }],
  ['refused', 'kept', [422, { code: 'blank', fields: ['box.colour', 'box.lid.shape', 'box.lid.note'] }]],
])('Empty text: %s, Omitted fields: %s, for members as for fields', async (empty, policy, expected) => {
  const sent = { colour: '', lid: { shape: '', note: '' } };
  const body = empty === 'as null' ? { ...ALL, box: { width: 1, ...sent } } : { ...ALL, box: sent };
  const facts = omitted(policy, `- Null fields: cleared\n- Empty text: ${empty}\n`);
  expect(await after(facts, body)).toEqual(expected);
});

test.each([['kept'], ['cleared'], ['refused']])(
  'a nested shape is one value, whatever Omitted fields: %s',
  async (policy) => {
    expect(await after(omitted(policy), { size, box, spec: { name: 't' } })).toEqual({
      ...STORED,
      spec: { name: 't', kind: 'plain' },
    });
    await service.stop();
    expect(await after(omitted(policy), { size, box, spec: { kind: 'k' } })).toEqual(FAILED('spec.name'));
  },
);

test('merges into leaves each member that is not sent, and takes away what is null', async () => {
  const body = { box: { lid: { note: null } }, spec: { kind: 'k' } };
  expect(await after('', body, 'merges into Thing')).toEqual({
    ...STORED,
    box: { ...box, lid: { shape: 'flat' } },
    spec: { name: 's', kind: 'k' },
  });
});

// Dotted fields inside of a nested shape, over a real server: what stands where their object should is refused by every
// verb, and a null there counts as null for each of them.

import { afterEach, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running;
afterEach(() => service.stop());

const HEAD = `| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|`;

const RESOURCES = `### Thing

- Identified by: \`id\`

${HEAD}
| \`id\` | integer | yes | service: new id | any | none |
| \`line\` | Line | no | caller | any | none |
| \`lines\` | array of Line | no | caller | any | none |

### Line

- Identified by: none

${HEAD}
| \`place.street\` | string | no | caller | any | none |
| \`place.at.north\` | integer or null | no | caller | any | none |
`;

const operation = (heading: string, does: string, status: string, more = ''): string => `### ${heading}
- Does: ${does}
- Body: Thing
- Repeat: again
${more}
| Status | When | Body |
|---|---|---|
| ${status} | Thing |

`;

const VERBS = [
  ['POST', '/things'],
  ['PATCH', '/things/1'],
  ['PUT', '/things/1'],
  ['POST', '/things/1/merge'],
] as const;

async function begin(): Promise<void> {
  const operations = [
    operation('POST /things', 'creates Thing', '201 | created', '- Null fields: cleared\n'),
    operation(
      'PATCH /things/{id}',
      'updates Thing',
      '200 | updated',
      '- Null fields: cleared\n- Omitted fields: kept\n',
    ),
    operation('PUT /things/{id}', 'replaces Thing', '200 | replaced'),
    operation('POST /things/{id}/merge', 'merges into Thing', '200 | updated'),
  ].join('');
  const errors = `- Error body: {"code": <code>, "fields": [<path>]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Thing |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
`;
  service = await start(planOf({ resources: RESOURCES, operations, errors }));
  await send(service, 'POST', '/things', { line: { place: { street: 's', at: { north: 1 } } } });
}

const SHOWN = JSON.stringify({ place: { street: 's', at: { north: 1 } } });

test.each(VERBS)('%s %s refuses what is no object', async (method, path) => {
  await begin();
  for (const wrong of [5, 'x', true, [], ['a']]) {
    for (const [body, place] of [
      [{ line: { place: wrong } }, 'line.place'],
      [{ line: { place: { street: 's', at: wrong } } }, 'line.place.at'],
      [{ lines: [{}, { place: wrong }] }, 'lines.1.place'],
    ] as const) {
      const { status, json } = await send(service, method, path, body);
      expect([status, json]).toEqual([422, { code: 'invalid', fields: [place] }]);
    }
  }
  const { text } = await send(service, 'PATCH', '/things/1', {});
  expect(text).toContain(SHOWN);
});

test.each(VERBS)('%s %s takes null as null for each field below', async (method, path) => {
  await begin();
  const { status, text } = await send(service, method, path, { line: { place: null } });
  if (method === 'PUT') {
    expect([status, JSON.parse(text)]).toEqual([422, { code: 'invalid', fields: ['line.place.street'] }]);
    return;
  }
  expect(status).toBeLessThan(300);
  expect(text).not.toContain('street');
  expect(text).not.toContain('1}');
});

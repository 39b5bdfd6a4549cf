// A condition of part 7 with a search in it is a rule of the operations that send all it looks at, inside of the search, too, and of no
// other. Input: a small service. Output: answers over HTTP.

import { afterEach, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { plan } from '../../src/plan/compile.ts';
import { understand } from '../laws/service.ts';
import { documentOf, planOf, type Parts } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const FORCE = '| `force` | boolean | no | `false` | none |';

const operation = (heading: string, does: string, rows: readonly string[], status: string): string => `### ${heading}

- Does: ${does}
- Repeat: ${does.startsWith('deletes') ? 'same effect' : 'again'}

| Body | Type | Required | Default | Sets |
|---|---|---|---|---|
${rows.join('\n')}

| Status | When | Body |
|---|---|---|
| ${status} |
`;

const written = (condition: string): Parts => ({
  resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`label\` | string | yes | caller | any | none |`,
  operations: [
    operation(
      'POST /things',
      'creates Thing',
      ['| `label` | string | yes | none | `label` |', FORCE],
      '201 | created | Thing',
    ),
    operation('DELETE /things/{id}', 'deletes Thing', [FORCE], '204 | deleted | none'),
  ].join('\n'),
  codes: `| \`twin\` | 409 | ${condition} |`,
});

test.each([
  'there is Thing (`label` = body `label`) and body `force` = false',
  'count of Thing (`label` = body `label`) > 0 and body `force` = false',
  'not (body `force` = true) and not (there is no Thing (`label` = body `label`))',
])('%s', async (condition) => {
  service = await start(planOf(written(condition)));
  const post = async (body: object): Promise<number> => (await send(service!, 'POST', '/things', body)).status;
  expect(await post({ label: 'a' })).toBe(201);
  expect(await post({ label: 'a' })).toBe(409);
  expect(await post({ label: 'a', force: true })).toBe(201);
  expect(await post({ label: 'b' })).toBe(201);
  // It sends no label, so the rule is none of its own.
  expect((await send(service, 'DELETE', '/things/1', { force: false })).status).toBe(204);
  expect((await send(service, 'DELETE', '/things/2')).status).toBe(204);
});

test('what is sent inside of the search alone ties the rule to who sends it', async () => {
  const { model, errors } = understand(documentOf(written('there is Thing (`label` = body `label`)')));
  expect(errors).toEqual([]);
  expect(check(model).diagnostics.filter(({ code }) => code === 'unsupported')).toEqual([]);
  service = await start(plan(model));
  expect((await send(service, 'POST', '/things', { label: 'a' })).status).toBe(201);
  expect((await send(service, 'POST', '/things', { label: 'a', force: true })).status).toBe(409);
  expect((await send(service, 'DELETE', '/things/1', {})).status).toBe(204);
});

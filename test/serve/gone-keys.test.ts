// Keys that a row gives up when it is gone: its slug, what a refusal tells as taken, the value that a reference is found by.
// Notation, part 3, "Gone states".

import { afterAll, beforeAll, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { Stage, understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
  const { model, errors } = understand(SOURCE);
  expect(errors).toEqual([]);
  await stage.play(compile(model));
});
afterAll(async () => {
  await stage.close();
  expect(Stage.failures).toEqual([]);
});

const SOURCE = documentOf({
  errors: `- Error body: {"code": <code>, "fields": [<field>]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Thing |
| \`nowhere\` | 422 | no such Thing in \`of\` |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
| \`query\` | 400 | invalid query |
| \`stage\` | 409 | illegal move |`,
  resources: `### Thing

- Identified by: \`id\`
- Unique: \`title\`
- Unique: \`port\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string | yes | caller | any | none |
| \`slug\` | string | yes | service: slug of \`title\` | any | none |
| \`port\` | integer | yes | caller | any | none |
| \`status\` | state | yes | service: state | any | none |

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`of\` | Thing by \`title\` or null | no | caller | any | none |`,
  states: `### Thing.status

| State | Kind |
|---|---|
| \`up\` | initial |
| \`removed\` | gone |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`up\` | \`removed\` | \`POST /things/{id}/remove\` | none | none |`,
  operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing only \`slug\` |

### POST /things/{id}/remove

- Does: moves Thing.status
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | moved | none |

### POST /notes

- Does: creates Note
- Body: Note
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Note |

### GET /notes

- Does: lists Note
- Order: oldest first
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`of\` | string | no | none | \`of\` = value |

| Status | When | Body |
|---|---|---|
| 200 | found | array of Note only \`id\` |`,
});

async function send(method: string, path: string, body?: object): Promise<string> {
  const answer = await fetch(stage.url + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return `${answer.status} ${await answer.text()}`;
}

it('are free for another row', async () => {
  expect(await send('POST', '/things', { title: 'A b', port: 1 })).toBe('201 {"slug":"a-b"}');
  await send('POST', '/notes', { of: 'A b' });
  await send('POST', '/things/1/remove');
  expect(await send('POST', '/things', { title: 'A b', port: 2 })).toBe('201 {"slug":"a-b"}');
  expect(await send('POST', '/things', { title: 'A-b', port: 3 })).toBe('201 {"slug":"a-b-2"}');
  await send('POST', '/notes', { of: 'A b' });
  // The port of the row that is gone is not taken; the title of the row that is there is.
  expect(await send('POST', '/things', { title: 'A b', port: 1 })).toBe('409 {"code":"taken","fields":["title"]}');
  expect(await send('GET', '/notes?of=A%20b')).toBe('200 [{"id":2}]');
});

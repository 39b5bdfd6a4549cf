// A resource of two machines in which its rows can be gone, over HTTP: each takes a row away by itself, and a state that is
// named is one of them. Notation, part 3, "Gone states".

import { afterAll, beforeAll, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { Stage, understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
  expect(Stage.failures).toEqual([]);
});

const machine = (name: string, first: string, gone: string, by: string): string => `### Host.${name}

- Any other move: \`stage\`

| State | Kind |
|---|---|
| \`${first}\` | initial |
| \`${gone}\` | gone |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`${first}\` | \`${gone}\` | \`POST /hosts/{name}/${by}\` | none | none |`;

const operation = (heading: string, does: string, outcome: string, body = 'none'): string => `### ${heading}

- Does: ${does}
- Body: ${body}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | none |`;

const SOURCE = documentOf({
  errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Host |
| \`there\` | 409 | Host already there |
| \`stage\` | 409 | illegal move |
| \`invalid\` | 422 | any field missing, any field invalid, unknown field, read-only field |
`,
  resources: `### Host

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller at create | any | none |
| \`trust\` | state | yes | service: state | any | none |
| \`status\` | state | yes | service: state | any | none |`,
  states: `${machine('status', 'up', 'removed', 'remove')}\n\n${machine('trust', 'known', 'banned', 'ban')}`,
  operations: [
    operation('POST /hosts', 'creates Host', 'created', 'Host'),
    operation('POST /hosts/{name}/remove', 'moves Host.status', 'moved'),
    operation('POST /hosts/{name}/ban', 'moves Host.trust', 'moved'),
    operation('GET /hosts/{name}', 'reads Host', 'found'),
    operation('GET /removed/{name}', 'reads Host, also `removed`', 'found'),
    operation('GET /banned/{name}', 'reads Host, also `banned`', 'found'),
    operation('GET /all/{name}', 'reads Host, also `removed`, `banned`', 'found'),
  ].join('\n\n'),
});

async function send(method: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(stage.url + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return answer.status;
}

async function seen(name: string): Promise<readonly number[]> {
  return Promise.all(['hosts', 'removed', 'banned', 'all'].map((path) => send('GET', `/${path}/${name}`)));
}

it('each takes a row away by itself; a state that is named is one of them', async () => {
  const { model, errors } = understand(SOURCE);
  expect(errors).toEqual([]);
  await stage.play(compile(model));
  for (const name of ['a', 'b', 'c']) expect(await send('POST', '/hosts', { name })).toBe(200);
  expect(await send('POST', '/hosts/a/remove')).toBe(200);
  expect(await send('POST', '/hosts/b/ban')).toBe(200);
  expect(await send('POST', '/hosts/a/ban')).toBe(404);
  expect(await send('POST', '/hosts/b/remove')).toBe(404);
  expect(await seen('a')).toEqual([404, 200, 404, 200]);
  expect(await seen('b')).toEqual([404, 404, 200, 200]);
  expect(await seen('c')).toEqual([200, 200, 200, 200]);
  // The key is free, whichever of them took the row away.
  for (const name of ['a', 'b']) expect(await send('POST', '/hosts', { name })).toBe(200);
  expect(await send('POST', '/hosts', { name: 'c' })).toBe(409);
});

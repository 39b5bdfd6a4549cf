// A query parameter that nothing declares, sent to operations that take none: it meets the gap while nothing says what becomes
// of it, is refused or goes by as `Unknown fields` says, and a request without any is served.

import { afterEach, expect, test } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { plan } from '../../src/plan/compile.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const operation = (heading: string, does: string, when: string, body: string, more = ''): string => `### ${heading}
- Does: ${does}
- Repeat: again
${more}
| Status | When | Body |
|---|---|---|
| 200 | ${when} | ${body} |
`;

const OPERATIONS = [
  operation('POST /things', 'creates Thing', 'created', 'Thing', '- Body: none\n'),
  operation('GET /things', 'lists Thing', 'found', 'array of Thing', '- Order: oldest first\n- Pages: none\n'),
  operation('GET /things/{id}', 'reads Thing', 'found', 'Thing'),
  operation('POST /things/{id}/shut', 'moves Thing.door to `shut`', 'moved', 'Thing', '- Body: none\n'),
  operation('DELETE /things/{id}', 'deletes Thing', 'deleted', 'Thing'),
].join('\n');

const HEADINGS = [...OPERATIONS.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading!);

const AUTHENTICATION = `### Key
- Scheme: API key
- Sent in: query \`key\`
- Caller: Thing
- Issued by: the operator`;

function source(policy: string, code = ', unknown field', authentication = 'none'): string {
  return documentOf({
    resources: `### Thing
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`door\` | state | yes | service: state | any | none |
`,
    states: `### Thing.door

| State | Kind |
|---|---|
| \`open\` | initial |
| \`shut\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`open\` | \`shut\` | \`POST /things/{id}/shut\` | none | none |
`,
    all: `- Media type: \`application/json\`\n- Who: anyone\n- Emits: none\n${policy}`,
    operations: OPERATIONS,
    authentication,
    errors: `- Error body: ${code === '' ? '{"code": <code>}' : '{"code": <code>, "fields": [<field>]}'}

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Thing |
| \`stage\` | 409 | illegal move |
| \`bad\` | 422 | malformed body${code} |
`,
  });
}

let service: Running | undefined;
afterEach(() => service?.stop());

async function served(...document: Parameters<typeof source>): Promise<Running> {
  service = await start(plan(modelOf(source(...document))));
  expect((await send(service, 'POST', '/things')).status).toBe(200);
  return service;
}

/** One request to each operation but the one that makes rows; the one that deletes comes last. */
const CALLS = [
  ['GET', '/things', 'GET /things'],
  ['HEAD', '/things/1', 'GET /things/{id}'],
  ['GET', '/things/1', 'GET /things/{id}'],
  ['POST', '/things/1/shut', 'POST /things/{id}/shut'],
  ['DELETE', '/things/1', 'DELETE /things/{id}'],
] as const;

/** What a request without a query, or with an empty one, meets; rows that it takes away are not asked for again. */
async function servesTheRest(at: Running): Promise<void> {
  for (const query of ['', '?', '?&'])
    for (const [method, path] of CALLS.slice(0, 3)) expect((await send(at, method, path + query)).status).toBe(200);
  expect((await send(at, 'GET', '/things/1')).json).toEqual({ id: 1, door: 'open' });
  for (const [method, path] of CALLS.slice(3)) expect((await send(at, method, path)).status).toBe(200);
}

test('meets the gap, and nothing of it is kept', async () => {
  const at = await served('');
  for (const [method, path, heading] of [...CALLS, ['POST', '/things', 'POST /things'] as const]) {
    const answer = await send(at, method, `${path}?x=1`);
    expect([method, path, answer.status]).toEqual([method, path, 501]);
    expect(answer.headers.get('ninefold-gap')).toBe(`"4/${heading}/unknown-fields"`);
  }
  expect((await send(at, 'GET', '/things')).json).toEqual([{ id: 1, door: 'open' }]);
  await servesTheRest(at);
});

test('is refused with the code of `unknown field`', async () => {
  const at = await served('- Unknown fields: refused\n');
  for (const [method, path] of CALLS) expect((await send(at, method, `${path}?x=1`)).status).toBe(422);
  expect((await send(at, 'DELETE', '/things/1?x=1&y=2')).json).toEqual({ code: 'bad', fields: ['x'] });
  await servesTheRest(at);
});

test('meets the gap of part 7 where no code answers `unknown field`', async () => {
  const at = await served('- Unknown fields: refused\n', '');
  for (const [method, path] of CALLS)
    expect((await send(at, method, `${path}?x=1`)).headers.get('ninefold-gap')).toBe('"7/cause/unknown field"');
  await servesTheRest(at);
});

test('goes by where it is ignored', async () => {
  const at = await served('- Unknown fields: ignored\n');
  for (const [method, path] of CALLS) expect((await send(at, method, `${path}?x=1`)).status).toBe(200);
});

test('is no body: content of an operation that states none is not read', async () => {
  const at = await served('');
  for (const [method, path] of [CALLS[0], CALLS[2], CALLS[4]])
    expect((await send(at, method, path, '{"x":1}')).status).toBe(200);
});

test('is not what carries a credential: that is declared, and of anyone not read', async () => {
  for (const policy of ['', '- Unknown fields: refused\n']) {
    const at = await served(policy, undefined, AUTHENTICATION);
    expect((await send(at, 'GET', '/things/1?key=k')).status).toBe(200);
    expect((await send(at, 'GET', '/things/1?key=k&x=1')).status).toBe(policy === '' ? 501 : 422);
    await at.stop();
    service = undefined;
  }
});

test('is one question for all operations, which one bullet answers', () => {
  const open = modelOf(source(''));
  const [ask, ...others] = asksOf(open).flatMap(({ asks }) => asks);
  expect(others).toEqual([]);
  expect(ask!.gaps).toEqual(HEADINGS.map((heading) => `4/${heading}/unknown-fields`));
  expect(ask!.gap.question).toBe(
    'What happens to query parameters that these 5 operations do not know: `POST /things`, `GET /things`, `GET /things/{id}` and 2 more?',
  );
  expect(gapView(open).operations.map(({ runs }) => runs)).toEqual(HEADINGS.map(() => 'partly'));
  for (const policy of ['ignored', 'refused'])
    expect(gapView(modelOf(source(`- Unknown fields: ${policy}\n`))).gaps).toEqual([]);
});

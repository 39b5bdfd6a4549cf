// `Body: none`: what is sent is refused where HTTP gives it a meaning, and not read where it gives it none.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const operation = (heading: string, does: string, when: string, body: string): string => `### ${heading}
- Does: ${does}
- Body: ${body}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | ${when} | none |
`;

const RESOURCES = `### Thing
- Identified by: \`id\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | yes | by operation | any | none |
`;

const OPERATIONS = `${['GET', 'DELETE', 'POST', 'PUT', 'PATCH']
  .flatMap((method) => {
    const [does, when] =
      method === 'GET'
        ? ['reads Thing', 'found']
        : method === 'DELETE'
          ? ['deletes Thing', 'deleted']
          : ['sets `Thing.n` = 2', 'updated'];
    return [
      operation(`${method} /none/{id}`, does!, when!, 'none'),
      operation(`${method} /ignored/{id}`, does!, when!, 'ignored'),
      operation(`${method} /same/{id}`, does!, when!, `same as \`${method} /none/{id}\``),
    ];
  })
  .join('\n')}
${operation('POST /things', 'creates Thing with `n` = 1', 'created', 'none')}
`;

const errors = (codes: string): string => `- Error body: {"code": <code>}
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Thing |
${codes}`;

const SAYS_NOTHING = ['', '{}', ' {\n} '];
const SAYS_SOMETHING = ['{"n":1}', 'rubbish', 'null', '[]', '{', ' '];

describe.each<[string, string, number, string]>([
  ['the floor', '', 415, ''],
  ['its code', '| `type` | 422 | unsupported media type |\n', 422, '{"code":"type"}'],
])('what is sent where there is no body, answered by %s', (_by, codes, status, text) => {
  let service: Running;
  beforeAll(async () => {
    service = await start(planOf({ resources: RESOURCES, operations: OPERATIONS, errors: errors(codes) }), {
      bodyLimit: 100,
    });
    await send(service, 'POST', '/things');
  });
  afterAll(() => service.stop());

  test.each(['POST', 'PUT', 'PATCH'])('%s refuses what says something, and only that', async (method) => {
    for (const path of ['/none/1', '/same/1']) {
      for (const body of SAYS_NOTHING) expect((await send(service, method, path, body)).status).toBe(200);
      for (const type of ['text/plain', 'application/json']) {
        expect((await send(service, method, path, undefined, { 'content-type': type })).status).toBe(200);
        for (const body of SAYS_SOMETHING) {
          const refused = await send(service, method, path, body, { 'content-type': type });
          expect([body, refused.status, refused.text]).toEqual([body, status, text]);
          expect(refused.headers.get('accept')).toBeNull();
        }
      }
      expect((await send(service, method, path, 'x'.repeat(101))).status).toBe(413);
    }
  });

  test.each(['POST', 'PUT', 'PATCH', 'GET', 'DELETE'])('%s reads nothing where Body is ignored', async (method) => {
    const path = method === 'DELETE' ? `/ignored/${await another()}` : '/ignored/1';
    expect((await send(service, method, path, 'rubbish')).status).toBe(200);
  });

  test.each(['GET', 'DELETE'])('%s reads nothing', async (method) => {
    for (const body of [...SAYS_NOTHING, ...SAYS_SOMETHING, 'x'.repeat(101)]) {
      const id = method === 'DELETE' ? await another() : 1;
      expect((await send(service, method, `/none/${id}`, body)).status).toBe(200);
    }
  });

  test('a row that is not there goes first', async () => {
    expect((await send(service, 'POST', '/none/999', 'rubbish')).status).toBe(404);
  });

  test('the size of chunks counts, not that there are some', async () => {
    const head = 'POST /none/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await service.raw(`${head}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/);
    expect(await service.raw(`${head}1\r\nx\r\n0\r\n\r\n`)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
  });

  let made = 1;
  async function another(): Promise<number> {
    await send(service, 'POST', '/things');
    return ++made;
  }
});

// `npm run conduit`: what it reads of Hurl, what it judges, and that it passes over nothing that it does not know. The Hurl files here are
// our own.

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { requestsOf } from '../../scripts/conduit/hurl.ts';
import { play, type Played } from '../../scripts/conduit/play.ts';
import { discard, root, scratch } from '../examples/running.ts';

/** Answers with what it was sent, and with JSON of every kind. */
let server: Server;
let host: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      const sent = { method, url, token: headers.authorization, type: headers['content-type'], body };
      if (url === '/nothing') response.writeHead(404).end();
      else
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            sent,
            text: 'a text',
            empty: '',
            number: 7,
            half: 7.5,
            yes: true,
            nothing: null,
            list: ['a', 'b', { c: 1 }],
            none: [],
          }),
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const played = (text: string): Promise<Played> =>
  play(requestsOf(text, 'own.hurl', ['host', 'uid']), { host, uid: 'u7' });
const asserted = (line: string): Promise<Played> => played(`GET {{host}}/x\nHTTP 200\n[Asserts]\n${line}\n`);

describe('what is sent', () => {
  it('has variables, headers, a body, and what was captured before', async () => {
    const { failures, ...counts } = await played(`# A comment.
POST {{host}}/first?u={{uid}}
Authorization: Token of {{uid}}
{
  "name": "{{uid}}",
  "tags": ["a", "b"]
}
HTTP 200
[Captures]
number: jsonpath "$.number"
text: jsonpath "$.list[1]"
[Asserts]
jsonpath "$.sent.method" == "POST"
jsonpath "$.sent.url" == "/first?u={{uid}}"
jsonpath "$.sent.token" == "Token of u7"
jsonpath "$.sent.type" == "application/json"
jsonpath "$.sent.body" matches "\\"name\\": \\"u7\\""

GET {{host}}/{{text}}/{{number}}
HTTP 200
[Asserts]
jsonpath "$.sent.url" == "/b/7"
jsonpath "$.sent.type" not exists
jsonpath "$.number" == {{number}}
jsonpath "$.text" != {{text}}
[Captures]
url: jsonpath "$.sent.url"

DELETE {{host}}/nothing
HTTP 404
`);
    expect(failures).toEqual([]);
    expect(counts).toEqual({ requests: 3, requestsPassed: 3, asserts: 12, assertsPassed: 12 });
  });

  it('is counted as failed, with all that it asserts, where it cannot be sent', async () => {
    const all = await played(`GET {{host}}/nothing
HTTP 200
[Captures]
id: jsonpath "$.id"

GET {{host}}/{{id}}
HTTP 200
[Asserts]
jsonpath "$.text" isString
`);
    expect(all).toMatchObject({ requests: 2, requestsPassed: 0, asserts: 3, assertsPassed: 0 });
    expect(all.failures).toEqual([
      '1 GET {{host}}/nothing: 404 instead of 200',
      '4 nothing to capture as id',
      '6 GET {{host}}/{{id}}: not sent, {{id}} was not captured',
    ]);
  });

  it('says why there is no answer', async () => {
    const requests = requestsOf('GET {{host}}/x\nHTTP 200\n', 'own.hurl', ['host']);
    const { failures } = await play(requests, { host: 'http://127.0.0.1:1' });
    expect(failures[0]).toMatch(/^1 GET \{\{host\}\}\/x: no answer: /);
  });
});

describe('what is asserted', () => {
  it.each([
    ['"$.text" == "a text"', '"$.text" == "another"'],
    ['"$.number" == 7', '"$.number" == "7"'],
    ['"$.nothing" == null', '"$.other" == null'],
    ['"$.yes" == true', '"$.yes" == false'],
    ['"$.number" != 8', '"$.number" != 7'],
    ['"$.number" not == 8', '"$.number" not == 7'],
    ['"$.number" >= 7', '"$.number" >= 8'],
    ['"$.half" >= 7.5', '"$.text" >= 0'],
    ['"$.list" count == 3', '"$.list" count == 2'],
    ['"$.none" count == 0', '"$.text" count == 6'],
    ['"$.list" contains "b"', '"$.list" contains "c"'],
    ['"$.text" contains "tex"', '"$.number" contains "7"'],
    ['"$.list[2].c" == 1', '"$.list[3]" exists'],
    ['"$.text" matches "^a t[a-z]xt$"', '"$.text" matches "^\\\\d"'],
    ['"$.nothing" exists', '"$.nothing" not exists'],
    ['"$.other" not exists', '"$.other" exists'],
    ['"$.yes" isBoolean', '"$.number" isBoolean'],
    ['"$.number" isInteger', '"$.half" isInteger'],
    ['"$.none" isList', '"$.sent" isList'],
    ['"$.empty" isString', '"$.nothing" isString'],
    ['"$.empty" isEmpty', '"$.list" isEmpty'],
    ['"$.text" not isEmpty', '"$.other" not isEmpty'],
    ['"$.list" isList', '"$.list.a" not isString'],
  ])('%s holds, %s does not', async (holds, fails) => {
    expect(await asserted(`jsonpath ${holds}`)).toMatchObject({ assertsPassed: 2, requestsPassed: 1, failures: [] });
    const failed = await asserted(`jsonpath ${fails}`);
    expect(failed).toMatchObject({ asserts: 2, assertsPassed: 1, requestsPassed: 0 });
    expect(failed.failures[0]).toContain(`4 jsonpath ${fails}: `);
  });
});

describe('what is not known', () => {
  it.each([
    ['jsonpath "$.a" startsWith "b"', 'unknown predicate startsWith'],
    ['jsonpath "$.a" == b', 'unknown value'],
    ['jsonpath "$.a" ==', 'unknown value'],
    ['jsonpath "$.a" isString "b"', 'isString takes no value'],
    ['jsonpath "$.a" matches "("', 'no pattern that is known here'],
    ['jsonpath "$.a" matches 7', 'no pattern that is known here'],
    ['jsonpath "$..a" exists', 'unknown path'],
    ['jsonpath "$.a[?(@.b)]" exists', 'unknown path'],
    ['jsonpath "$.a" nth 2 == 1', 'unknown predicate nth'],
    ['header "etag" exists', 'unknown assertion'],
    ['status < 300', 'unknown assertion'],
    ['jsonpath "$.a" == {{b}}', 'nothing captures {{b}}'],
  ])('%s', (line, why) => {
    expect(() => requestsOf(`GET {{host}}/x\nHTTP 200\n[Asserts]\n${line}\n`, 'own.hurl', ['host'])).toThrow(
      `own.hurl:4: ${why}: ${line}`,
    );
  });

  it.each([
    ['', 'own.hurl has no request'],
    ['get {{host}}/x\nHTTP 200\n', 'own.hurl:1: no request'],
    ['GET {{host}}/x\n', 'own.hurl:1: no status is expected of this request'],
    ['GET {{host}}/x\n[Options]\nretry: 1\nHTTP 200\n', 'own.hurl:2: expected HTTP and a status'],
    ['GET {{host}}/x\nHTTP *\n', 'own.hurl:2: expected HTTP and a status'],
    ['GET {{host}}/x\nHTTP 200\nLocation: y\n', 'own.hurl:3: unknown'],
    ['GET {{host}}/x\nHTTP 200\n[Other]\n', 'own.hurl:3: unknown'],
    ['GET {{host}}/x\nHTTP 200\nHTTP 200\n', 'own.hurl:3: no request'],
    ['GET {{host}}/x\nHTTP 200\n[Captures]\na: body\n', 'own.hurl:4: unknown capture'],
    ['POST {{host}}/x\n{"a": }\nHTTP 200\n', 'own.hurl:2: the body is not JSON'],
    ['POST {{host}}/x\n```\na\n```\nHTTP 200\n', 'own.hurl:2: expected HTTP and a status'],
    ['GET {{host}}/{{id}}\nHTTP 200\n', 'own.hurl:1: no request before captures {{id}}'],
  ])('%j', (text, why) => {
    expect(() => requestsOf(text, 'own.hurl', ['host'])).toThrow(why);
  });
});

async function conduit(...args: string[]): Promise<{ status: number | null; said: string }> {
  // Nobody listens there.
  const { NINEFOLD_TIER: _tier, TEST_ENGINE: _engine, CI: _ci, ...own } = process.env;
  const env = { ...own, TEST_DATABASE: 'postgres://127.0.0.1:1/none' };
  const child = spawn(process.execPath, ['scripts/conduit.ts', ...args], { cwd: root, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { status: await new Promise((resolve) => child.once('close', resolve)), said };
}

describe('the command', { timeout: 60_000 }, () => {
  let directory: string;
  beforeEach(() => {
    directory = join(scratch(), 'hurl');
    mkdirSync(directory);
  });
  afterEach(() => discard(join(directory, '..')));

  const SIGNS_UP = `POST {{host}}/api/users
{"user": {"username": "a{{uid}}", "email": "a{{uid}}@example.org", "password": "a password"}}
HTTP 201
[Captures]
token: jsonpath "$.user.token"

GET {{host}}/api/user
Authorization: Token {{token}}
HTTP 200
[Asserts]
jsonpath "$.user.username" == "a{{uid}}"
`;

  it('serves the example, counts each file, and does the same with a stub', async () => {
    writeFileSync(join(directory, 'a.hurl'), SIGNS_UP);
    writeFileSync(join(directory, 'b.hurl'), 'GET {{host}}/api/articles/none\nHTTP 404\n');
    const { status, said } = await conduit(directory);
    expect(said).toContain(`examples/conduit.md on SQLite
  a.hurl  2 of 2 requests, 3 of 3 assertions passed
  b.hurl  1 of 1 requests, 1 of 1 assertions passed
  all     3 of 3 requests, 4 of 4 assertions passed
`);
    expect(said).toContain('SKIPPED on PostgreSQL: none answers at postgres://127.0.0.1:1/none');
    expect(said).toContain(`a stub that answers 404 to everything
  a.hurl  0 of 2 requests, 0 of 3 assertions passed
  b.hurl  1 of 1 requests, 1 of 1 assertions passed
  all     1 of 3 requests, 1 of 4 assertions passed
`);
    expect(status).toBe(0);
  });

  it('ends with 1 where anything failed, and names the line', async () => {
    writeFileSync(join(directory, 'a.hurl'), SIGNS_UP.replace('== "a{{uid}}"', 'isList'));
    const { status, said } = await conduit(directory);
    expect(said).toContain(
      '1 of 2 requests, 2 of 3 assertions passed\n    a.hurl:11 jsonpath "$.user.username" isList: ',
    );
    expect(status).toBe(1);
  });

  it('ends with 1 and runs nothing where it does not know a word, or has no files', async () => {
    expect(await conduit(directory)).toEqual({ status: 1, said: `${directory} has no *.hurl\n` });
    expect(await conduit(join(directory, 'none'))).toMatchObject({ status: 1 });
    expect(await conduit()).toMatchObject({ status: 1 });
    writeFileSync(join(directory, 'a.hurl'), SIGNS_UP.replace('== ', 'endsWith '));
    expect(await conduit(directory)).toEqual({
      status: 1,
      said: 'a.hurl:11: unknown predicate endsWith: jsonpath "$.user.username" endsWith "a{{uid}}"\n',
    });
  });
});

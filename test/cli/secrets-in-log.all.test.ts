// Nothing that a client or a document keeps to itself is written down: random marks are sent in every place where a secret may
// stand, well and badly formed, and looked for in all that `serve` says on both streams.

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jsonLines, lineForPeople } from '../../src/cli/serving/request-lines.ts';
import { plan } from '../../src/plan/compile.ts';
import { discard, scratch, serve } from '../examples/running.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { raw, start } from '../serve/running.ts';

const DOCUMENT = documentOf({
  resources: `### Thing

- Identified by: \`id\`
- Unique: \`code\`

| Field | Type | Required | Set by | Allowed values | Default | Meaning |
|---|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none | Numbers it. |
| \`name\` | string | yes | caller | any | none | Whose it is. |
| \`code\` | string | yes | caller, hidden | any | none | Lets in all who know it. |
`,
  operations: `### POST /things

- Does: creates Thing
- Body: Thing

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### GET /things/{id}

- Does: reads Thing

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |

### GET /doors/{code}.txt

- Does: reads Thing

| Path | Type | Allowed values | Selects |
|---|---|---|---|
| \`code\` | string | any | Thing by \`code\` |

| Status | When | Body |
|---|---|---|
| 204 | found | none |

### POST /sessions/{token}

- Does: not shown
`,
});

let directory: string;
beforeEach(() => {
  directory = scratch();
});
afterEach(() => discard(directory));

const head = (line: string, ...headers: string[]): string =>
  `${line}\r\n${['Host: x', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

/** Each call of `mark` is a text that stands nowhere else. */
function requests(mark: () => string): readonly string[] {
  const get = (target: string, ...headers: string[]): string => head(`GET ${target} HTTP/1.1`, ...headers);
  const post = (target: string, body: string, type = 'application/json'): string =>
    head(`POST ${target} HTTP/1.1`, `Content-Type: ${type}`, `Content-Length: ${body.length}`) + body;
  return [
    post('/things', `{"name":"a","code":"${mark()}"}`),
    post('/things', `{"name":"${mark()}","code":"c"}`),
    post('/things', `{"name":"b","code":"${mark()}","${mark()}":"${mark()}"}`),
    post('/things', `{"name":"${mark()}`),
    post('/things', `${mark()}=${mark()}`, 'text/plain'),
    post(`/things?${mark()}=${mark()}`, '[]'),
    head('POST /things HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked') +
      `5\r\n{"na"\r\n${mark()}\r\n`,
    head('POST /things HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: gzip') + mark(),
    get(`/things/1?token=${mark()}#${mark()}`),
    get(`/things/1#${mark()}`),
    get('/things/1', `Authorization: Bearer ${mark()}`, `Cookie: s=${mark()}`, `Referer: http://x/?${mark()}`),
    get('/things/1', `X-Request-Id: ${mark()} ${mark()}`, `traceparent: 00-${mark()}-1-1`),
    get('/things/1', `Expect: ${mark()}`),
    get('/things/1', `Host: ${mark()}`),
    get('/things/1', `Host ${mark()}`),
    get('/things/1', `X-Long: ${mark().repeat(2000)}`),
    get(`/things/1?${mark().repeat(800)}`),
    get(`/doors/${mark()}.txt`),
    get(`/doors/${mark()}.txt?a=${mark()}`),
    get(`http://${mark()}:${mark()}@x/doors/${mark()}.txt`),
    head(`DELETE /doors/${mark()}.txt HTTP/1.1`),
    head(`OPTIONS /doors/${mark()}.txt HTTP/1.1`, 'Origin: http://x', 'Access-Control-Request-Method: GET'),
    get(`/doors/${mark()}`),
    get(`/Doors/${mark()}.txt`),
    get(`/doors/${mark()}.txt/`),
    get(`//doors/${mark()}.txt`),
    get(`/doors%2F${mark()}.txt`),
    get(`/doors/%zz${mark()}.txt`),
    get(`/doors/${mark()}.txt%3Fa=${mark()}`),
    head(`POST /sessions/${mark()} HTTP/1.1`),
    head(`PATCH /sessions/${mark()} HTTP/1.1`),
    get(`http://${mark()}:${mark()}@x/things/1`),
    get(`ftp://${mark()}:${mark()}@x/things/1`),
    get(`//${mark()}:${mark()}%40x/things/1`),
    head(`CONNECT ${mark()}:${mark()}@x:1 HTTP/1.1`),
    head(`GET /things/1 HTTP/3.0`, `Authorization: ${mark()}`),
    head(`${mark()} /${mark()} HTTP/1.1`),
    `GET /things/1 ${mark()}\r\n\r\n`,
    `\x16\x03\x01${mark()}\r\n\r\n`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${mark()}`,
  ];
}

function marking(): { readonly all: string[]; readonly mark: () => string } {
  const all: string[] = [];
  return {
    all,
    mark() {
      all.push(randomBytes(12).toString('hex'));
      return all.at(-1)!;
    },
  };
}

/** Enough of a mark to guess the rest, in either case of its letters and encoded or not. */
function expectNone(said: string, marks: readonly string[]): void {
  expect(marks.length).toBeGreaterThan(50);
  const text = decodeURIComponent(said.replace(/%(?![\da-f]{2})/gi, '')).toLowerCase();
  expect(marks.filter((mark) => text.includes(mark.slice(0, 12)) || text.includes(mark.slice(12)))).toEqual([]);
}

const SHOWN = [
  'GET /things/1',
  'GET /doors/{code}.txt',
  'DELETE /doors/{code}.txt',
  'GET /doors/…',
  'GET /…/…',
  'GET /doors/…/',
  'POST /sessions/{token}',
  'PATCH /sessions/{token}',
];

test('by serve, on either stream', async () => {
  const file = join(directory, 'things.md');
  writeFileSync(file, DOCUMENT);
  const service = await serve(file, { data: join(directory, 'data') });
  const { all, mark } = marking();
  const sent = requests(mark);
  for (const bytes of sent) await raw(service.port, [bytes]);
  expect(await service.stop()).toBe(0);
  expectNone(service.said(), all);
  const lines = service.said().split('\n');
  const entries = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(entries).toHaveLength(sent.length);
  const shown = entries.map(({ method, path }) => `${method} ${path}`);
  for (const one of SHOWN) expect(shown).toContain(one);
});

test('in a terminal, and in the lines of failures', async () => {
  const lines: string[] = [];
  const json = jsonLines();
  const service = await start(plan(modelOf(DOCUMENT)), {
    served: (entry) =>
      lines.push(
        lineForPeople(entry, (_style, text) => text),
        json(entry),
      ),
  });
  const { all, mark } = marking();
  for (const bytes of requests(mark)) await service.raw(bytes);
  await service.stop();
  expectNone([...lines, ...service.logged].join(''), all);
  for (const one of SHOWN) expect(lines.join('')).toContain(` ${one} `);
});

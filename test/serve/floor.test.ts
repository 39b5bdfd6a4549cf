// The floor over raw sockets: for each row of the table the exact bytes, and nothing of the libraries' own.

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusal, TODO_PLAN } from './plans.ts';
import { start, type Running } from './running.ts';

let service: Running;
beforeAll(async () => {
  service = await start(TODO_PLAN, { requestTimeout: 400, bodyLimit: 10_000 });
});
afterAll(() => service.stop());

const DATE = /Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/;

/** Without the date, which is checked to be there. */
function undated(answer: string): string {
  expect(answer).toMatch(DATE);
  return answer.replace(DATE, '');
}

function ending(status: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}

function head(line: string, ...headers: string[]): string {
  return [line, 'Host: x', ...headers, 'Connection: close', '', ''].join('\r\n');
}

describe('what cannot be parsed', () => {
  test.each([
    ['a request line without a target', 'GET\r\n\r\n'],
    ['two Hosts', 'GET /todos HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['a coding beyond chunks', 'POST /todos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\nx'],
    ['a method that HTTP does not know', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a name', 'GET /todos HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['a space before the colon', 'GET /todos HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['no Host', 'GET /todos HTTP/1.1\r\n\r\n'],
    ['a Host that none can be', 'GET /todos HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['a Host with a user', 'GET /todos HTTP/1.1\r\nHost: me@example.com\r\n\r\n'],
    ['lines without a carriage return', 'GET /todos HTTP/1.1\nHost: x\n\n'],
    ['more behind the version', 'GET /todos HTTP/1.1 x\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /todos HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length beside chunks',
      'POST /todos HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a length that is no number', 'POST /todos HTTP/1.1\r\nHost: x\r\nContent-Length: 1a\r\n\r\n'],
    ['a negative length', 'POST /todos HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'a chunk size that is no number',
      'POST /todos HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    [
      'chunks in HTTP/1.0',
      'POST /todos HTTP/1.0\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['octets that are no HTTP', Buffer.from([22, 3, 1, 0, 255, 0, 13, 10, 13, 10])],
  ])('%s: 400, and the connection ends', async (_what, bytes) => {
    expect(undated(await service.raw(bytes))).toBe(ending('400 Bad Request'));
  });

  test.each(['HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/3.0'])('%s: 505, and the connection ends', async (version) => {
    expect(undated(await service.raw(`GET /todos ${version}\r\nHost: x\r\n\r\n`))).toBe(
      ending('505 HTTP Version Not Supported'),
    );
  });

  test('a request line without a version is of HTTP/0.9: 505', async () => {
    expect(undated(await service.raw('GET /todos\r\n\r\n'))).toBe(ending('505 HTTP Version Not Supported'));
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect(await service.raw('GET /todos HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test('what came before a faulty request on the connection is answered first', async () => {
    const body = '{"title":"piped"}';
    const good = `POST /todos HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await service.raw(`${good}NONSENSE\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    expect(answer).toMatch(/HTTP\/1\.1 400 Bad Request\r\nContent-Length: 0\r\n/);
  });

  test('all that came before a faulty request is answered, in its order, also where an answer is there at once', async () => {
    const good = ['/todos', '/nowhere', '/todos', '/todos'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const answer = await service.raw(`${good.join('')}NONSENSE\r\n\r\n`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 404, 200, 200, 400].map((status) => `HTTP/1.1 ${status}`));
    expect(answer).toMatch(/Content-Length: 0\r\n[^]{0,60}Connection: close\r\n\r\n$/);
  });

  test('HTTP/2 with prior knowledge: 505', async () => {
    expect(undated(await service.raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'))).toBe(
      ending('505 HTTP Version Not Supported'),
    );
  });

  test('headers beyond the bound: 431', async () => {
    const flood = Array.from({ length: 3000 }, (_, i) => `X-Flood-${i}: ${'y'.repeat(20)}`);
    expect(undated(await service.raw(head('GET /todos HTTP/1.1', ...flood)))).toBe(
      ending('431 Request Header Fields Too Large'),
    );
  });

  test('the bound of 431 counts the target, the names and the values, and nothing between them', async () => {
    // `head` brings Host: x and Connection: close, 20 octets; the target has 6, the name 1.
    const least = 20 + 6 + 1;
    const below = head('GET /todos HTTP/1.1', `X: ${'y'.repeat(32_767 - least)}`);
    expect(await service.raw(below)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const at = head('GET /todos HTTP/1.1', `X: ${'y'.repeat(32_768 - least)}`);
    expect(await service.raw(at)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test.each(['', 'example.com', 'example.com:8080', '[::1]:8080', '127.0.0.1:', 'a_b.example', '%C3%A4.example'])(
    'Host: %s is one',
    async (host) => {
      const answer = await service.raw(`GET /todos HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    },
  );

  test('many small headers within the bound are all read', async () => {
    const many = Array.from({ length: 2500 }, (_, i) => `X${i}: y`);
    expect(await service.raw(head('GET /todos HTTP/1.1', ...many))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test.each([20_000, 40_000, 200_000])('a target of %d octets: 414', async (length) => {
    expect(undated(await service.raw(head(`GET /todos?q=${'x'.repeat(length)} HTTP/1.1`)))).toBe(
      ending('414 URI Too Long'),
    );
  });
});

describe('slow requests', () => {
  test('headers that never end: 408', async () => {
    expect(undated(await slowly('GET /todos HTTP/1.1\r\nHost: x\r\nX-Slow: '))).toBe(ending('408 Request Timeout'));
  });
  test('a body that never ends: 408', async () => {
    const bytes =
      'POST /todos HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ti';
    expect(undated(await slowly(bytes))).toBe(ending('408 Request Timeout'));
  });
  test('a body that nobody reads and that never ends closes the connection after the answer', async () => {
    const answer = await slowly('POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx');
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

/** A byte now and then, until the other side closes. */
function slowly(first: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let answer = '';
    const drip = setInterval(() => socket.write('x'), 50);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      resolve(answer);
    });
    socket.write(first);
  });
}

describe('targets', () => {
  test.each(['/todos/%', '/todos/%zz', '/todos/%ff', '/todos/%c3%28'])(
    '%s is not percent-encoded UTF-8: 400',
    async (target) => {
      expect(undated(await service.raw(head(`GET ${target} HTTP/1.1`)))).toBe(ending('400 Bad Request'));
    },
  );
  test.each(['http', 'https', 'HTTP'])('the absolute form is accepted: %s', async (scheme) => {
    expect(await service.raw(head(`GET ${scheme}://elsewhere.example/todos?limit=5 HTTP/1.1`))).toMatch(
      /^HTTP\/1\.1 200 OK\r\n/,
    );
  });
  test.each([
    'ftp://x/todos',
    'ws://x/todos',
    'file:///todos',
    'http:///todos',
    'http://:80/todos',
    'http://me@x/todos',
  ])('%s is no address of the service: 400', async (target) => {
    expect(undated(await service.raw(head(`GET ${target} HTTP/1.1`)))).toBe(ending('400 Bad Request'));
  });
  test.each(['*', 'http://x', '/', '//todos', '/todos/', '/TODOS', '/todos/1/2', '/toString', '/__proto__'])(
    '%s is no path of the document: 404',
    async (target) => {
      expect(undated(await service.raw(head(`GET ${target} HTTP/1.1`)))).toBe(ending('404 Not Found'));
    },
  );
  test('a percent-encoded path is the same path', async () => {
    expect(await service.raw(head('GET /t%6Fdos HTTP/1.1'))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('methods', () => {
  test('a method that the path does not have: 405 with Allow', async () => {
    const answer = undated(await service.raw(head('PATCH /todos/1 HTTP/1.1')));
    expect(answer).toBe(
      'HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, PUT, DELETE, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
  });
  test('a refusal that the document states for it carries Allow, too', async () => {
    const stated = await start({ ...TODO_PLAN, refusals: { 'method not allowed': refusal(1, 409) } });
    try {
      expect(undated(await stated.raw(head('PATCH /todos/1 HTTP/1.1')))).toBe(
        'HTTP/1.1 409 Conflict\r\nAllow: GET, PUT, DELETE, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
    } finally {
      await stated.stop();
    }
  });
  test.each(['OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'])('%s is a method like others', async (method) => {
    expect(await service.raw(head(`${method} /todos HTTP/1.1`))).toMatch(
      /^HTTP\/1\.1 405 Method Not Allowed\r\nAllow: POST, GET, HEAD\r\n/,
    );
  });
  test('HEAD has the headers of GET and no body', async () => {
    const got = await service.raw(head('GET /todos HTTP/1.1'));
    const [headers] = got.split('\r\n\r\n');
    expect(undated(await service.raw(head('HEAD /todos HTTP/1.1')))).toBe(`${undated(`${headers}\r\n`)}\r\n`);
  });
});

function post(headers: readonly string[], body: string | Buffer = '{}'): Promise<string> {
  return service.raw(head('POST /todos HTTP/1.1', `Content-Length: ${Buffer.byteLength(body)}`, ...headers), body);
}

const JSON_TYPE = ['Content-Type: application/json'];

describe('what is negotiated', () => {
  test.each([
    ['text/html', 406],
    ['application/json;q=0', 406],
    ['application/json;q=0, */*', 406],
    ['application/*;q=0.1', 200],
    ['text/html, */*;q=0.1', 200],
    ['Application/JSON', 200],
  ])('Accept: %s comes to %d', async (accept, status) => {
    expect(await service.raw(head('GET /todos HTTP/1.1', `Accept: ${accept}`))).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    );
  });
  test('406 has no body', async () => {
    expect(undated(await service.raw(head('GET /todos HTTP/1.1', 'Accept: text/html')))).toBe(
      'HTTP/1.1 406 Not Acceptable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
  });
  test.each([
    [[]],
    [['Content-Type: text/plain']],
    [['Content-Type: application/json; charset=latin1']],
    [['Content-Type: ;;;']],
    [['Content-Type: application/json', 'Content-Type: text/plain']],
    [['content-type: application/json', 'Content-Type: application/json']],
    [['Content-Type: application/jsonx']],
  ])('a body that is not of a media type taken: 415 with Accept %j', async (headers) => {
    expect(undated(await post(headers))).toBe(
      'HTTP/1.1 415 Unsupported Media Type\r\nAccept: application/json\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
  });
  test('a coding: 415 with Accept-Encoding', async () => {
    expect(undated(await post(['Content-Type: application/json', 'Content-Encoding: gzip']))).toBe(
      'HTTP/1.1 415 Unsupported Media Type\r\nAccept-Encoding: identity\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
  });
  test.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
    'application/json ; x=y',
  ])('Content-Type: %s is taken', async (type) => {
    expect(await post([`Content-Type: ${type}`])).toMatch(/^HTTP\/1\.1 422 /);
  });
  test('an expectation other than 100-continue: 417', async () => {
    expect(undated(await service.raw(head('GET /todos HTTP/1.1', 'Expect: magic')))).toBe(
      'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
  });
  test('100-continue is sent when the body is read, and not before a refusal', async () => {
    const expects = ['Expect: 100-continue', 'Content-Type: application/json'];
    expect(await post(expects)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
    const large = await service.raw(head('POST /todos HTTP/1.1', 'Content-Length: 100000000', ...expects));
    expect(large).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
  });
});

describe('bodies', () => {
  test.each([
    ['nothing', ''],
    ['half of an object', '{"title": "x"'],
    ['two values', '{} {}'],
    ['a single quote', "{'title': 1}"],
    ['a list', '[]'],
    ['a text', '"malformed"'],
    ['null', 'null'],
    ['octets that are not UTF-8', Buffer.from('7b227469746c65223a22ff227d', 'hex')],
    ['an overlong form', Buffer.from('7b227469746c65223a22c0af227d', 'hex')],
    ['half of a surrogate pair', '{"title": "\\ud800"}'],
    ['a nesting of 100,000 lists', '['.repeat(4_000) + ']'.repeat(4_000)],
    ['a nesting within an unknown field', `{"title":"x","deep":${'['.repeat(501)}${']'.repeat(501)}}`],
    ['a nesting beside an escape', `{"title":"\\u0041","deep":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
    ['NaN', '{"price": NaN}'],
    ['a trailing comma', '{"title": "x",}'],
  ])('%s: 400', async (_what, body) => {
    expect(undated(await post(JSON_TYPE, body))).toBe(
      'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
  });

  test('a body beyond the bound: 413, whether or not it says how long it is', async () => {
    const large = 'HTTP/1.1 413 Payload Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
    expect(undated(await post(JSON_TYPE, 'x'.repeat(20_000)))).toBe(large);
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const chunked = await service.raw(
      head('POST /todos HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
      chunk,
      chunk,
      '0\r\n\r\n',
    );
    expect(undated(chunked)).toBe(large);
  });
});

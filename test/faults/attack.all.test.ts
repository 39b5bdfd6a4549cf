// Bad input over raw sockets against examples/price-list.md: each is answered by the document or by HTTP's own status,
// never by 500, the service lives on, and its memory stays bounded.

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, discard, serve } from '../examples/running.ts';
import type { Running } from '../examples/running.ts';

let service: Running;
const path = '/v1/products/ATTACK';
const product = { name: 'Shelf', net: 19.99, size: { width: 80, height: 200.5, depth: 30 } };

beforeAll(async () => {
  service = await serve('examples/price-list.md', { options: ['--request-timeout', '2'] });
});
afterEach(async () => {
  const alive = await call(`${service.url}${path}`, 'PUT', product);
  expect([200, 201]).toContain(alive.status);
  expect(service.process.exitCode).toBe(null);
});
afterAll(async () => {
  expect(service.said()).not.toMatch(/failed|Error|    at /);
  expect(await service.stop()).toBe(0);
  discard(service.data);
});

function resident(): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}

/** Sends bytes, and answers the status of what comes back; 0 when the connection ends without an answer. */
async function raw(bytes: string | Buffer | ((socket: Socket) => Promise<void>)): Promise<number> {
  const socket = connect(service.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('connect', resolve));
  if (typeof bytes === 'function') await bytes(socket);
  else socket.write(bytes);
  for (let i = 0; i < 600 && !socket.destroyed && !/^HTTP\/1\.1 [2-5]\d\d [^]*\r\n\r\n/.test(heard); i += 1)
    await sleep(10);
  socket.destroy();
  await closed;
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
}

function put(body: string | Buffer, headers = ''): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(
      `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n${headers}\r\n`,
    ),
    bytes,
  ]);
}

const fields = (more: string): string => `{"name":"Shelf","net":1,"size":{"width":1,"height":1,"depth":1}${more}}`;
const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('bodies', () => {
  it.each<[string, string | Buffer, number]>([
    ['nothing', '', 0],
    ['half a document', '{"name":', 400],
    ['two documents', '{}{}', 400],
    ['a list', '[]', 400],
    ['a text', '"x"', 400],
    ['null', 'null', 400],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('"}')]),
      400,
    ],
    ['a lone surrogate', fields(',"packed":{"by":"\\ud800"}'), 0],
    ['a zero byte', fields(',"packed":{"by":"a\\u0000b"}'), 0],
    ['not a number', fields(',"tax":NaN'), 400],
    ['a number beyond all bounds', fields(',"tax":1e999'), 422],
    ['a very long number', `{"name":"x","net":${'9'.repeat(5000)},"size":{"width":1,"height":1,"depth":1}}`, 422],
    [
      'wrong types everywhere',
      '{"name":1,"net":"1","tax":[],"size":7,"packed":"x","steps":{},"tags":"t","properties":[],"listed_on":5}',
      422,
    ],
    ['__proto__', fields(',"__proto__":{"polluted":true}'), 422],
    ['__proto__ inside', fields(',"properties":{"__proto__":"x"}'), 0],
    ['constructor', fields(',"constructor":{"prototype":{"polluted":true}}'), 422],
    ['the same member twice', fields(',"name":"Other"'), 400],
    ['deep objects', fields(`,"deep":${deep(100_000)}`), 400],
    ['deep lists', fields(`,"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`), 400],
    ['ten thousand fields', `{${Array.from({ length: 10_000 }, (_, i) => `"f${i}":1`).join()}}`, 422],
    [
      'ten thousand wrong items',
      fields(`,"steps":[${Array.from({ length: 10_000 }, () => '{"from":"x"}').join()}]`),
      422,
    ],
  ])('%s', async (_name, body, expected) => {
    const status = await raw(put(body));
    if (expected === 0) expect([200, 201, 400, 422]).toContain(status);
    else expect(status).toBe(expected);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('of a hundred megabytes are refused without being kept', async () => {
    const before = resident();
    const chunk = Buffer.alloc(1_000_000, 0x61);
    const status = await raw(async (socket) => {
      socket.write(
        `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000010\r\n\r\n{"name":"`,
      );
      for (let i = 0; i < 100 && !socket.destroyed; i += 1) {
        if (!socket.write(chunk))
          await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), sleep(50)]);
      }
    });
    expect([413, 0]).toContain(status);
    expect(resident() - before).toBeLessThan(80);
  });

  it('without a stated length are refused when they grow too large', async () => {
    const before = resident();
    const status = await raw(async (socket) => {
      socket.write(
        `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const chunk = `${(65_536).toString(16)}\r\n${'b'.repeat(65_536)}\r\n`;
      for (let i = 0; i < 1600 && !socket.destroyed; i += 1) {
        if (!socket.write(chunk))
          await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), sleep(20)]);
      }
    });
    expect([413, 0]).toContain(status);
    expect(resident() - before).toBeLessThan(80);
  });

  it.each(['gzip', 'br', 'nonsense'])('in the coding %s are not read', async (coding) => {
    expect(await raw(put('{}', `Content-Encoding: ${coding}\r\n`))).toBe(415);
  });

  it('that never arrive end with 408', async () => {
    const began = Date.now();
    const status = await raw(async (socket) => {
      socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
    });
    expect([408, 0]).toContain(status);
    expect(Date.now() - began).toBeLessThan(6000);
  });
});

describe('requests', () => {
  it.each<[string, string, readonly number[]]>([
    ['noise', '\u0001\u0002\u0003\r\n\r\n', [400]],
    ['no version', 'GET /\r\n\r\n', [400, 505]],
    ['another version', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n', [400, 505]],
    ['no host', 'GET /v1/products HTTP/1.1\r\n\r\n', [400]],
    ['two lengths', `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, [400]],
    [
      'a length and chunks',
      `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      [400],
    ],
    ['a negative length', `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`, [400]],
    ['a bad escape in the path', 'GET /v1/products/%zz HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['bytes that are no UTF-8 in the path', 'GET /v1/products/%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['bytes that are no UTF-8 in the query', 'GET /v1/products?named=%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['a zero byte in the path', 'GET /v1/products/%00 HTTP/1.1\r\nHost: x\r\n\r\n', [400, 404]],
    ['climbing', 'GET /v1/products/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: x\r\n\r\n', [404]],
    ['__proto__ in the path', 'GET /v1/products/__proto__ HTTP/1.1\r\nHost: x\r\n\r\n', [404]],
    ['__proto__ in the query', 'GET /v1/products?__proto__=1&constructor=2 HTTP/1.1\r\nHost: x\r\n\r\n', [400, 422]],
    [
      'SQL in the query',
      'GET /v1/products?named=%27%3B%20DROP%20TABLE%20Product%3B-- HTTP/1.1\r\nHost: x\r\n\r\n',
      [200],
    ],
    ['a long target', `GET /v1/products?named=${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [414, 431]],
    ['a long header', `GET /v1/products HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`, [431]],
    [
      'many headers',
      `GET /v1/products HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 20_000 }, (_, i) => `X-${i}: 1`).join('\r\n')}\r\n\r\n`,
      [431],
    ],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', [400, 405]],
    ['an upgrade', 'GET /v1/products HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', [200]],
    ['a method of nobody', 'FETCH /v1/products HTTP/1.1\r\nHost: x\r\n\r\n', [400, 405]],
    ['an expectation', `PUT ${path} HTTP/1.1\r\nHost: x\r\nExpect: a-cake\r\nContent-Length: 2\r\n\r\n{}`, [417]],
  ])('%s', async (_name, bytes, expected) => {
    expect(expected).toContain(await raw(bytes));
  });

  it('cut off at every byte do no harm', async () => {
    const whole = put(fields(''));
    await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const socket = connect(service.port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(whole.subarray(0, Math.floor((whole.length * i) / 60)));
        await sleep(30);
        socket.destroy();
      }),
    );
  });

  it('of slow clients keep nobody waiting', async () => {
    const slow = Array.from({ length: 200 }, () => {
      const socket = connect(service.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n`);
      return socket;
    });
    const began = Date.now();
    expect((await call(`${service.url}${path}`)).status).toBe(200);
    expect(Date.now() - began).toBeLessThan(1000);
    await sleep(200);
    for (const socket of slow) socket.destroy();
  });
});

it('stays bounded under a thousand bad requests', { timeout: 300_000 }, async () => {
  await call(`${service.url}${path}`, 'PUT', product);
  const before = resident();
  const bad = Array.from({ length: 10_000 }, (_, i) => `"f${i}":1`).join();
  for (let i = 0; i < 100; i += 1) await Promise.all(Array.from({ length: 10 }, () => raw(put(`{${bad}}`))));
  expect(resident()).toBeLessThan(Math.max(before + 120, 350));
});

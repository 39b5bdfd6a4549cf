// Who may use the operator's port, and what its calls of the service are held to: own names, own origin, JSON, bounds; no host
// but the service's own, nothing that the caller did not ask for. And the stream that tells open pages of changes.

import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { startOperator, type Asked, type Operator, type OperatorOptions, type Page } from '../../src/serve/operator.ts';
import { done, fakeStore } from './fake-store.ts';
import { plan } from './plans.ts';
import { start, type Running } from './running.ts';

/** A service that tells what came, octet for octet. */
let service: Server;
let heard: { readonly method: string; readonly url: string; readonly raw: readonly string[]; readonly body: string }[];
let answerWith: (body: string) => { status: number; headers?: string[]; body: Buffer | string };
let operator: Operator | undefined;
let tell: () => void;
let revision: string;
let logged: string[];

beforeEach(async () => {
  heard = [];
  revision = 'a-0';
  logged = [];
  answerWith = () => ({ status: 200, body: 'fine' });
  service = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      heard.push({ method: incoming.method!, url: incoming.url!, raw: incoming.rawHeaders, body });
      const { status, headers = [], body: said } = answerWith(body);
      response.writeHead(status, headers).end(said);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await operator?.close();
  operator = undefined;
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

function unasked(): never {
  throw new Error('nobody asks for this');
}

async function open(more: Partial<OperatorOptions> = {}): Promise<void> {
  const listeners = new Set<() => void>();
  tell = () => {
    for (const told of listeners) told();
  };
  operator = await startOperator({
    host: '127.0.0.1',
    port: 0,
    pages: {},
    url: 'http://127.0.0.1',
    rows: { resources: () => [], found: unasked, page: unasked, row: unasked, count: unasked, kept: unasked },
    metrics: unasked,
    updates: {
      revision: () => revision,
      subscribe(told) {
        listeners.add(told);
        return () => void listeners.delete(told);
      },
    },
    plan: unasked,
    ready: unasked,
    waiting: unasked,
    outbox: unasked,
    handOnEvents: unasked,
    callers: { list: unasked, issue: unasked },
    history: { named: unasked, read: unasked },
    clock: unasked,
    moved: unasked,
    outside: () => ({ list: () => [], move: async () => ({ status: 200, json: 'moved' }), set: unasked }),
    keys: unasked,
    service: () => service.address() as AddressInfo,
    log: (line) => logged.push(line),
    ...more,
  });
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into whatever was answered
  readonly json: any;
}

function ask(path: string, method = 'GET', headers: Record<string, string> = {}, body?: string): Promise<Answered> {
  const { port } = operator!.address;
  const framing = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, method, agent: false, headers: { ...framing, ...headers } });
    call.on('error', reject);
    call.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const isJson = response.headers['content-type'] === 'application/json';
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        });
      });
    });
    call.end(body);
  });
}

/** Calls of the service, which get no answer but what a test gives them. */
function unanswered(): ServerResponse[] {
  const waiting: ServerResponse[] = [];
  service.removeAllListeners('request');
  service.on('request', (_, response: ServerResponse) => void waiting.push(response));
  return waiting;
}

const CALL = { method: 'GET', path: '/' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

const tried = (call: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
  ask('/try', 'POST', { ...JSON_TYPE, ...headers }, JSON.stringify(call));

describe('a try', () => {
  test('reaches the service as it is, with nothing that was not asked for but what frames it', async () => {
    await open();
    answerWith = () => ({
      status: 501,
      headers: ['X-One', '1', 'Set-Cookie', 'a=b', 'X-One', '2'],
      body: '{"n":1.50}',
    });
    const body = '{"total": 12.50, "text": "ä\\n"}';
    const headers = [
      ['Content-Type', 'application/json'],
      ['x-lower', ''],
      ['X-Twice', 'a'],
      ['X-Twice', 'b'],
    ];
    const { status, json } = await tried({ method: 'POST', path: '/orders?a=%20&b=[]', headers, body });
    expect(status).toBe(200);
    expect(json).toEqual({
      status: 501,
      phrase: 'Not Implemented',
      headers: expect.arrayContaining([
        ['X-One', '1'],
        ['X-One', '2'],
        ['Set-Cookie', 'a=b'],
      ]),
      body: '{"n":1.50}',
      milliseconds: expect.any(Number),
    });
    const { port } = service.address() as AddressInfo;
    expect(heard).toEqual([
      {
        method: 'POST',
        url: '/orders?a=%20&b=[]',
        raw: [
          'Host',
          `127.0.0.1:${port}`,
          ...headers.flat(),
          'Content-Length',
          String(Buffer.byteLength(body)),
          'Connection',
          'close',
        ],
        body,
      },
    ]);
    // What it sets is told and not kept.
    await tried({ method: 'GET', path: '/' });
    expect(heard[1]!.raw).toEqual(['Host', `127.0.0.1:${port}`, 'Connection', 'close']);
  });

  test.each(['POST', 'PUT', 'PATCH'])('by %s without a body says that there is none', async (method) => {
    await open();
    expect((await tried({ method, path: '/x', body: null })).status).toBe(200);
    expect(heard[0]!.raw).toEqual(expect.arrayContaining(['Content-Length', '0']));
    expect(heard[0]!.raw.join()).not.toMatch(/transfer-encoding/i);
  });

  test('of an answer that is no text is base64, and one that is long is cut', async () => {
    await open();
    answerWith = () => ({ status: 200, body: Buffer.from([0xff, 0, 1]) });
    expect((await tried({ method: 'GET', path: '/' })).json).toMatchObject({ body: '/wAB', base64: true });
    answerWith = () => ({ status: 200, body: 'ä'.repeat(600_000) });
    const { json } = await tried({ method: 'GET', path: '/' });
    expect([json.body, json.cut, json.base64]).toEqual(['ä'.repeat(524_288), 1_048_576, undefined]);
  });

  test('follows nothing', async () => {
    await open();
    answerWith = () => ({ status: 302, headers: ['Location', 'http://attacker.example/'], body: '' });
    expect((await tried({ method: 'GET', path: '/' })).json).toMatchObject({ status: 302 });
    expect(heard.length).toBe(1);
  });

  test.each([
    ['no object', 'x'],
    ['null', null],
    ['a list', []],
    ['no method', { path: '/' }],
    ['a method of two words', { method: 'GET /', path: '/' }],
    ['a tunnel', { method: 'CONNECT', path: '/' }],
    ['no path', { method: 'GET' }],
    ['another host', { method: 'GET', path: 'http://attacker.example/' }],
    ['no slash', { method: 'GET', path: 'x' }],
    ['a second request in the path', { method: 'GET', path: '/ HTTP/1.1\r\nX: y\r\n\r\nGET /' }],
    ['a fragment', { method: 'GET', path: '/#x' }],
    ['a letter that is not encoded', { method: 'GET', path: '/ä' }],
    ['a path without end', { method: 'GET', path: `/${'x'.repeat(40_000)}` }],
    ['headers that are no list', { method: 'GET', path: '/', headers: { a: 'b' } }],
    ['a header of three', { method: 'GET', path: '/', headers: [['a', 'b', 'c']] }],
    ['a header that is a number', { method: 'GET', path: '/', headers: [['a', 1]] }],
    ['a header name with a line break', { method: 'GET', path: '/', headers: [['a\r\nb', 'c']] }],
    ['a header value with a line break', { method: 'GET', path: '/', headers: [['a', 'b\r\nc: d']] }],
    ['an empty header name', { method: 'GET', path: '/', headers: [['', 'b']] }],
    ['another host by header', { method: 'GET', path: '/', headers: [['HOST', 'attacker.example']] }],
    ['a length of its own', { method: 'POST', path: '/', headers: [['Content-Length', '0']], body: 'x' }],
    ['a coding of its own', { method: 'POST', path: '/', headers: [['Transfer-Encoding', 'chunked']], body: 'x' }],
    ['an upgrade', { method: 'GET', path: '/', headers: [['Upgrade', 'websocket']] }],
    ['a body that is no text', { method: 'POST', path: '/', body: { a: 1 } }],
  ])('with %s is refused in a sentence, and nothing is called', async (_, call) => {
    await open();
    const { status, json } = await tried(call);
    expect([status, typeof json.error]).toEqual([400, 'string']);
    expect(heard).toEqual([]);
  });

  test('that is too long, no JSON, or cut off, is refused', async () => {
    await open();
    expect((await ask('/try', 'POST', JSON_TYPE, `"${'x'.repeat(4_300_000)}"`)).status).toBe(413);
    expect((await ask('/try', 'POST', JSON_TYPE, '{')).status).toBe(400);
    expect((await ask('/try', 'GET')).status).toBe(405);
    expect((await ask('/try', 'GET')).headers['allow']).toBe('POST');
    expect(heard).toEqual([]);
  });

  test('of somebody who goes away in the middle is no failure', async () => {
    await open();
    const { port } = operator!.address;
    const half =
      'POST /try HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.write(half, resolve));
    expect((await ask('/livez', 'GET')).status).toBe(200);
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await ask('/livez', 'GET')).status).toBe(200);
    await operator!.close();
    operator = undefined;
    expect(logged).toEqual([]);
  });

  test('that is one of 33 at once is sent away, and is made when another has ended', async () => {
    await open();
    const waiting = unanswered();
    const calls = Array.from({ length: 32 }, () => tried(CALL));
    await expect.poll(() => waiting.length, { timeout: 5_000 }).toBe(32);
    expect(await tried(CALL)).toMatchObject({
      status: 503,
      json: { error: '32 calls are under way already; try again later.' },
    });
    expect(waiting.length).toBe(32);
    waiting.shift()!.end('fine');
    await Promise.race(calls);
    calls.push(tried(CALL));
    await expect.poll(() => waiting.length).toBe(32);
    for (const response of waiting) response.end('fine');
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from({ length: 33 }, () => 200));
  });

  test('that takes more than 30 seconds is given up, and says so', async () => {
    await open();
    const [waiting, clock] = [unanswered(), new AbortController()];
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    const call = tried(CALL);
    await expect.poll(() => waiting.length).toBe(1);
    expect(timeout.mock.calls).toEqual([[30_000]]);
    clock.abort(new DOMException('it took too long', 'TimeoutError'));
    expect(await call).toMatchObject({ status: 502, json: { error: 'The service has not answered within 30 s.' } });
    await once(waiting[0]!, 'close');
  });

  test.each([
    ['before the service answers', false],
    ['while the answer comes', true],
  ])('of somebody who goes away %s is given up', async (_, isBegun) => {
    await open();
    const waiting = unanswered();
    const { port } = operator!.address;
    const body = JSON.stringify(CALL);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /try HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => waiting.length).toBe(1);
    if (isBegun) await new Promise((resolve) => waiting[0]!.write('fi', resolve));
    const ended = once(waiting[0]!, 'close');
    socket.destroy();
    await ended;
    expect(waiting[0]!.writableFinished).toBe(false);
    await operator!.close();
    operator = undefined;
    expect(logged).toEqual([]);
  });

  test('of a service that is gone says so', async () => {
    const { port } = service.address() as AddressInfo;
    await open({ service: () => ({ address: '0.0.0.0', family: 'IPv4', port }) });
    expect((await tried({ method: 'GET', path: '/' })).status).toBe(200);
    await new Promise<void>((resolve) => {
      service.close(() => resolve());
      service.closeAllConnections();
    });
    expect(await tried({ method: 'GET', path: '/' })).toMatchObject({
      status: 502,
      json: { error: 'The service takes no calls at the moment.' },
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  });
});

const elsewhere = (port: number): readonly Record<string, string>[] => [
  { Origin: 'http://attacker.example' },
  { Origin: 'null' },
  { Origin: 'file://' },
  { Origin: `http://127.0.0.1:${port + 1}` },
  { Origin: `http://localhost:${port}` },
  { Origin: `chrome-extension://127.0.0.1:${port}` },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: `http://127.0.0.1:${port}` },
];

describe('a page of another origin', () => {
  test.each([
    ['/try', CALL],
    ['/moves', CALL],
    ['/clock', { now: '2026-01-01T00:00:00Z' }],
  ])('cannot send anything to %s', async (path, sent) => {
    await open({ clock: () => ({ now: () => 0, set: async () => true }), moved: () => undefined });
    const { port } = operator!.address;
    for (const headers of elsewhere(port)) {
      const answer = await ask(path, 'POST', { ...JSON_TYPE, ...headers }, JSON.stringify(sent));
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    for (const headers of [
      {},
      { Origin: `http://127.0.0.1:${port}` },
      { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ]) {
      const answer = await ask(path, 'POST', { ...JSON_TYPE, ...headers }, JSON.stringify(sent));
      expect([headers, answer.status]).toEqual([headers, 200]);
    }
    expect((await ask(path, 'OPTIONS', { Origin: 'http://attacker.example' })).status).toBe(405);
  });

  test('cannot send what a form can send', async () => {
    await open();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/plain; x=application/json',
    ]) {
      const answer = await ask('/try', 'POST', { 'Content-Type': type }, JSON.stringify(CALL));
      expect([type, answer.status]).toEqual([type, 415]);
    }
    expect((await ask('/try', 'POST', {}, JSON.stringify(CALL))).status).toBe(415);
    expect(heard).toEqual([]);
  });

  test('cannot listen to updates, and no answer may be read by it', async () => {
    await open();
    expect((await ask('/updates', 'GET', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    const { headers } = await ask('/moves', 'GET', { Origin: 'http://attacker.example' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test.each(['attacker.example', '127.0.0.1.nip.io', 'localhost.attacker.example'])(
    'that has the name %s resolved to here gets nothing',
    async (name) => {
      await open();
      const { port } = operator!.address;
      const as = { Host: `${name}:${port}`, Origin: `http://${name}:${port}`, 'Sec-Fetch-Site': 'same-origin' };
      expect((await tried(CALL, as)).status).toBe(421);
      expect((await ask('/updates', 'GET', as)).status).toBe(421);
      expect(heard).toEqual([]);
    },
  );
});

test('a connection stays open as long as one of the service, longer than proxies keep theirs', async () => {
  await open();
  const { port } = operator!.address;
  const kept = await fetch(`http://127.0.0.1:${port}/livez`);
  expect([await kept.text(), kept.headers.get('keep-alive')]).toEqual(['alive\n', 'timeout=72']);
});

test('who names no host gets nothing', async () => {
  await open();
  const socket = connect(operator!.address.port, '127.0.0.1');
  socket.write('GET /livez HTTP/1.0\r\n\r\n');
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString()));
  await once(socket, 'close');
  expect(said).toMatch(/^HTTP\/1\.1 421 /);
});

/** The stream, and what came of it so far. */
interface Listening {
  readonly next: (count: number) => Promise<readonly string[]>;
  readonly ended: Promise<void>;
}

function listen(): Promise<Listening> {
  const { port } = operator!.address;
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: '/updates', agent: false });
    call.on('error', () => undefined);
    call.on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(String(response.statusCode)));
      let all = '';
      const waiting = new Set<() => void>();
      response.on('data', (piece: Buffer) => {
        all += piece.toString();
        for (const look of waiting) look();
      });
      const ended = new Promise<void>((over) => response.once('close', over));
      response.on('error', () => undefined);
      const events = (): string[] => [...all.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!);
      resolve({
        ended,
        next: (count) =>
          new Promise((found) => {
            const look = (): void => {
              if (events().length < count) return;
              waiting.delete(look);
              found(events());
            };
            waiting.add(look);
            look();
          }),
      });
    });
    call.end();
  });
}

describe('updates', () => {
  test('begin with what is, and tell of each change', async () => {
    await open();
    const one = await listen();
    expect(await one.next(1)).toEqual(['a-0']);
    revision = 'a-1';
    tell();
    expect(await one.next(2)).toEqual(['a-0', 'a-1']);
    expect(await (await listen()).next(1)).toEqual(['a-1']);
    expect((await ask('/updates', 'HEAD')).text).toBe('');
  });

  test('of a hundred open pages do not hold up the end', async () => {
    await open();
    const pages = await Promise.all(Array.from({ length: 100 }, () => listen()));
    await Promise.all(pages.map((page) => page.next(1)));
    const began = performance.now();
    await operator!.close();
    operator = undefined;
    await Promise.all(pages.map((page) => page.ended));
    expect(performance.now() - began).toBeLessThan(1000);
    // Nobody is told any more, and nothing throws.
    tell();
  });

  test('are nowhere where nothing tells of changes', async () => {
    await open({ updates: undefined });
    expect((await ask('/updates')).status).toBe(404);
  });
});

const page = async ({ query, url, waiting }: Asked): Promise<Page> => ({
  type: 'text/html',
  body: JSON.stringify([query, url, await waiting()]),
  headers: { 'X-Own': 'yes' },
});

describe('a page', () => {
  let running: Running | undefined;
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  test('is made from its query and what is served at that moment, with headers of its own', async () => {
    running = await start(plan([]), { store: fakeStore(() => done([])), pages: { '/': page } });
    const answer = await fetch(`${running.operatorUrl}/?a=b?c`);
    expect([await answer.json(), answer.headers.get('x-own'), answer.headers.get('cache-control')]).toEqual([
      ['a=b?c', running.url, { waiting: 0, events: [], heldBy: [], why: [], looked: 0, away: [] }],
      'yes',
      'no-store',
    ]);
  });

  test('that fails is 500 without a word of why, which is logged', async () => {
    running = await start(plan([]), {
      store: fakeStore(() => done([])),
      pages: { '/': () => Promise.reject(new Error('a secret')) },
    });
    const answer = await fetch(running.operatorUrl);
    expect([answer.status, await answer.text()]).toEqual([500, 'failed\n']);
    expect(running.logged.join()).toContain('a secret');
  });
});

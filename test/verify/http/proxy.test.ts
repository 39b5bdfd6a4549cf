// What passes through the proxy comes as it was sent, on both sides, and is judged; what is long streams.

import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';

import type { Exchange } from '../../../src/verify/exchange.ts';
import { openProxy, type Proxy } from '../../../src/verify/http/proxy.ts';
import { judgeTraffic } from '../../../src/verify/verify.ts';
import { modelOf } from '../document.ts';
import { FILE, MODEL, wrong } from '../report/wrong-service.ts';
import { exampleText, tampered, type Between } from '../running.ts';

let server: Server | undefined;
let running: Between | undefined;
let proxy: Proxy | undefined;
afterEach(async () => {
  proxy?.close();
  server?.close().closeAllConnections();
  await running?.close();
  [proxy, server, running] = [undefined, undefined, undefined];
});

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** A service behind a proxy, and what the proxy sees. */
async function between(
  answer: Answer,
  { base = '', longest = 1_000 } = {},
): Promise<{ readonly url: string; readonly seen: Exchange[] }> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  proxy = await openProxy(0, new URL(`http://127.0.0.1:${port}${base}`), { timeOut: 1_000, longest });
  const seen: Exchange[] = [];
  void gather(proxy, seen);
  return { url: proxy.url, seen };
}

async function gather({ exchanges }: Proxy, seen: Exchange[]): Promise<void> {
  for await (const one of exchanges) seen.push(one);
}

async function until(is: () => boolean): Promise<void> {
  for (let nth = 0; nth < 500 && !is(); nth += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(is()).toBe(true);
}

function echo(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    const body = JSON.stringify({
      method: incoming.method,
      url: incoming.url,
      headers: incoming.rawHeaders,
      body: Buffer.concat(pieces).toString(),
    });
    outgoing.writeHead(207, 'Several', {
      'X-A': ['1', '2'],
      'Content-Type': 'text/plain',
      'Content-Length': Buffer.byteLength(body),
    });
    outgoing.end(body);
  });
}

describe('what passes', () => {
  it('is the same on both sides, and what is judged', async () => {
    const { url, seen } = await between(echo, { base: '/base/' });
    const reply = await fetch(`${url}/a%20b?c=%22d`, {
      method: 'PUT',
      body: 'é',
      headers: { 'X-B': 'c', Cookie: 'd=e' },
    });
    const got = (await reply.json()) as { method: string; url: string; headers: string[]; body: string };
    expect([reply.status, reply.statusText, reply.headers.get('x-a')]).toEqual([207, 'Several', '1, 2']);
    expect(got).toMatchObject({ method: 'PUT', url: '/base/a%20b?c=%22d', body: 'é' });
    const pairs = new Map(
      got.headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), got.headers[at + 1]]] : [])) as [
        string,
        string,
      ][],
    );
    expect(Object.fromEntries(pairs)).toMatchObject({
      'x-b': 'c',
      cookie: 'd=e',
      'accept-encoding': 'identity',
      'content-length': '2',
    });
    expect(pairs.get('host')).toBe(`127.0.0.1:${(server!.address() as AddressInfo).port}`);
    await until(() => seen.length === 1);
    expect(seen[0]).toMatchObject({
      call: { method: 'PUT', target: '/a%20b?c=%22d', body: 'é' },
      reply: {
        status: 207,
        headers: expect.arrayContaining([
          ['x-a', '1'],
          ['x-a', '2'],
        ]),
        body: JSON.stringify(got),
      },
    });
  });

  it('has no body where HTTP has none', async () => {
    const { url, seen } = await between((incoming, outgoing) => {
      if (incoming.method === 'HEAD') outgoing.writeHead(200, { 'Content-Length': 7 }).end();
      else outgoing.writeHead(incoming.url === '/204' ? 204 : 304, { ETag: '"a"' }).end();
    });
    const head = await fetch(`${url}/a`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '7']);
    expect((await fetch(`${url}/204`)).status).toBe(204);
    expect((await fetch(`${url}/304`)).headers.get('etag')).toBe('"a"');
    await until(() => seen.length === 3);
    expect(seen.map(({ reply }) => 'body' in reply && reply.body)).toEqual(['', '', '']);
  });

  it('goes only to the service, whatever a client names', async () => {
    const { url, seen } = await between(echo);
    const { port } = new URL(url);
    const target = await new Promise<string>((resolve) => {
      const options = { host: '127.0.0.1', port, path: 'http://example.com/x?y', headers: { Host: 'example.com' } };
      request(options, (reply) => reply.resume().on('end', () => resolve(reply.headers['x-a'] as string))).end();
    });
    expect(target).toBe('1, 2');
    expect(seen[0]!.call.target).toBe('/x?y');
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const LOOK = 20_000_000;

/** Octets that something still refers to. */
function held(): number {
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

describe('a long body', () => {
  it('streams both ways, is not held, and not judged', async () => {
    const size = 80_000_000;
    const { url, seen } = await between((incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'application/octet-stream' });
      incoming.pipe(outgoing);
    });
    const before = held();
    let most = 0;
    const piece = Buffer.alloc(100_000, 'x');
    let left = size / piece.length;
    const body = new ReadableStream({
      pull: (controller) => {
        if ((left -= 1) < 0) controller.close();
        else controller.enqueue(piece);
      },
    });
    const reply = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit);
    let came = 0;
    for await (const one of reply.body!) {
      const next = came + (one as Uint8Array).length;
      if (Math.floor(next / LOOK) > Math.floor(came / LOOK)) most = Math.max(most, held() - before);
      came = next;
    }
    expect(came).toBe(size);
    // One that kept either body would hold all of it.
    expect(most).toBeLessThan(size * 0.9);
    await until(() => seen.length === 1);
    expect(seen[0]!.reply).toMatchObject({ kind: 'not seen' });
  });

  it('comes as it is made', async () => {
    const { url, seen } = await between((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
      outgoing.write('data: 1\n\n');
    });
    const reply = await fetch(url);
    const { value } = await reply.body!.getReader().read();
    expect(Buffer.from(value!).toString()).toBe('data: 1\n\n');
    await until(() => seen.length === 1);
    expect(seen[0]!.reply).toMatchObject({ kind: 'not seen', said: expect.stringContaining('streamed') });
  });
});

describe('what does not end well', () => {
  it('is no reply of the service', async () => {
    const { url, seen } = await between((incoming, outgoing) => {
      if (incoming.url === '/middle')
        outgoing.writeHead(200, { 'Content-Length': 10 }).write('abc', () => outgoing.destroy());
      else outgoing.destroy();
    });
    const reply = await fetch(`${url}/a`);
    expect([reply.status, await reply.text()]).toEqual([502, expect.stringContaining('the service gave no reply')]);
    await expect(fetch(`${url}/middle`).then((one) => one.text())).rejects.toThrow();
    await until(() => seen.length === 2);
    expect(seen.map((one) => one.reply)).toMatchObject([{ kind: 'closed' }, { kind: 'closed' }]);
  });

  it('is no fault of the service where the client goes away', async () => {
    let left = false;
    const { url, seen } = await between((_incoming, outgoing) => void outgoing.on('close', () => (left = true)));
    await expect(fetch(url, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
    await until(() => left && seen.length === 1);
    expect(seen[0]!.reply).toMatchObject({ kind: 'not seen' });
  });
});

async function todos(url: string): Promise<void> {
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  const ids: unknown[] = [];
  for (const title of ['a', 'b', ' ', 'c']) {
    const reply = (await (await call('POST', '/todos', { title })).json()) as { id?: number };
    if (reply.id !== undefined) ids.push(reply.id);
  }
  await Promise.all(ids.map((id) => call('GET', `/todos/${id}`).then((one) => one.text())));
  await (await call('PATCH', `/todos/${ids[0]}`, { completed: true })).text();
  await (await call('GET', '/todos')).text();
  await (await call('DELETE', `/todos/${ids[1]}`)).text();
  await (await call('GET', `/todos/${ids[1]}`)).text();
  await (await call('GET', '/todos')).text();
}

async function judged(
  change: Parameters<typeof tampered>[1],
  traffic: (url: string) => Promise<void>,
): ReturnType<typeof judgeTraffic> {
  running = await tampered(MODEL, change);
  proxy = await openProxy(0, running.url, { timeOut: 10_000, longest: 1_000_000 });
  const verdict = judgeTraffic(MODEL, proxy.exchanges, { url: running.url.href });
  await traffic(proxy.url);
  proxy.close();
  return verdict;
}

describe('traffic', () => {
  it('of a service that does what its document states passes, and exercises some of it', async () => {
    const verdict = await judged(() => undefined, todos);
    expect(verdict).toMatchObject({ verdict: 'pass', findings: [], invented: [], requests: 12, unjudged: 0 });
    expect(verdict.exercised.map(({ id }) => id)).toContain('4/DELETE /todos/{id}/status/204');
    expect(verdict.notExercised.every(({ why }) => why === 'no exchange showed it')).toBe(true);
  });

  it('of a service that does otherwise fails', async () => {
    const verdict = await judged(wrong, todos);
    expect(verdict.findings.map((one) => `${one.class} ${one.operation}`)).toEqual(['wrong status PATCH /todos/{id}']);
    expect(verdict.invented.map(({ name }) => name)).toEqual(['Todo.secret', 'x-extra']);
  });

  it('of many at once is judged as far as anybody can tell what was there', async () => {
    const verdict = await judged(
      () => undefined,
      async (url) => {
        for (let round = 0; round < 5; round += 1) {
          await Promise.all(Array.from({ length: 6 }, () => todos(url)));
          await todos(url);
        }
      },
    );
    expect(verdict).toMatchObject({ findings: [], invented: [], requests: 420 });
    expect(verdict.unjudged).toBeGreaterThan(10);
    expect(verdict.unjudged).toBeLessThan(verdict.requests - 50);
  });

  it('has tokens, which are in no report', async () => {
    const model = modelOf(exampleText('quotations'), FILE);
    const token = 'a-t0ken-of-somebody';
    const call = {
      method: 'GET',
      target: '/quotations',
      headers: [['Authorization', `Bearer ${token}`]] as const,
      body: undefined,
    };
    const reply = { status: 418, headers: [['x-token', token]] as const, body: `{"token":"${token}"}` };
    const verdict = await judgeTraffic(model, [{ call, reply, from: 1, to: 2 }], { url: 'http://127.0.0.1' });
    expect(verdict.findings).toHaveLength(1);
    expect(JSON.stringify(verdict)).not.toContain(token);
  });
});

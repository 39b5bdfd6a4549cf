// Requests in one piece: however many, a few are parsed before their turn, each is met in its turn with its own body, and what
// cannot be parsed is refused behind the answers that go before it.

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';

import { boundsOf } from '../../src/serve/limits.ts';
import type { RequestLog } from '../../src/serve/request-log.ts';
import { startServer, type HttpServer, type Listener } from '../../src/serve/server.ts';

let server: HttpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Begun: their heads were parsed, whether or not they were met. */
async function serving(listener: Listener, requestTimeout = 10_000): Promise<{ readonly begun: string[] }> {
  const begun: string[] = [];
  const log = {
    begin: ({ url }: IncomingMessage) => void begun.push(url!),
    refused: () => undefined,
  } as unknown as RequestLog;
  server = await startServer(listener, {
    host: '127.0.0.1',
    port: 0,
    bounds: boundsOf(1e6, requestTimeout),
    log,
    unmet: () => undefined,
  });
  return { begun };
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, ['Content-Length', `${Buffer.byteLength(body)}`]).end(body);
}

/** Answers with the target and the body of the request, after what `after` says. */
function echo(after: () => number): Listener {
  return (request, response, invite) => {
    let body = '';
    invite?.();
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => setTimeout(() => answer(response, `${request.url} ${body}.`), after()));
  };
}

/** What comes back until the other side closes. */
async function said(pieces: readonly string[], between = 0): Promise<string> {
  const socket = connect(server!.address.port, '127.0.0.1');
  let heard = '';
  socket.on('error', () => undefined);
  socket.on('data', (data: Buffer) => (heard += data.toString('latin1')));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const piece of pieces) {
    socket.write(piece);
    if (between > 0) await sleep(between);
  }
  await closed;
  return heard;
}

const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const LAST = get('/last', 'Connection: close\r\n');

function bodies(answers: string): string[] {
  return [...answers.matchAll(/\r\n\r\n([^]*?)\.(?=HTTP|$)/g)].map((match) => match[1]!);
}

describe('two thousand requests in one packet', () => {
  test('are not parsed before the first of them is answered, but for a few', async () => {
    const first = Promise.withResolvers<ServerResponse>();
    const { begun } = await serving((_request, response) => first.resolve(response));
    const socket = connect(server!.address.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(Array.from({ length: 2000 }, (_, i) => get(`/${i}`)).join(''));
    const answering = await first.promise;
    await sleep(50);
    expect(begun.length).toBeLessThan(40);
    socket.destroy();
    answering.destroy();
  });

  test('are all answered, in their order', async () => {
    await serving(echo(() => 0));
    const targets = Array.from({ length: 2000 }, (_, i) => `/${i}`);
    const answers = await said([targets.map((target) => get(target)).join('') + LAST]);
    expect(bodies(answers)).toEqual([...targets, '/last'].map((target) => `${target} `));
  });

  test('that expect what nobody does are not answered ahead of their turn', async () => {
    const first = Promise.withResolvers<ServerResponse>();
    const { begun } = await serving((_request, response) => first.resolve(response));
    const socket = connect(server!.address.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(get('/first') + get('/odd', 'Expect: a-cake\r\n').repeat(1000));
    const answering = await first.promise;
    await sleep(50);
    expect(begun.length).toBeLessThan(40);
    socket.destroy();
    answering.destroy();
  });

  test('behind which the client closes its half are answered all the same, where answers are there at once', async () => {
    await serving((request, response) => answer(response, `${request.url}.`));
    const socket = connect({ port: server!.address.port, host: '127.0.0.1', allowHalfOpen: true });
    let heard = '';
    socket.on('data', (data: Buffer) => (heard += data.toString('latin1')));
    const ended = once(socket, 'end');
    socket.end(get('/x').repeat(500) + LAST);
    await ended;
    expect(bodies(heard)).toHaveLength(501);
    socket.destroy();
  });
});

test('clients that close their half behind a request that waits for others are answered', async () => {
  await serving((request, response) => {
    if (request.url === '/x') for (const until = performance.now() + 3; performance.now() < until;);
    answer(response, `${request.url}.`);
  });
  const clients = Array.from({ length: 60 }, () => {
    const socket = connect({ port: server!.address.port, host: '127.0.0.1', allowHalfOpen: true });
    let heard = '';
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => (heard += data.toString('latin1')));
    socket.write(get('/before'));
    return { socket, heard: () => heard, closed: new Promise((resolve) => socket.once('close', resolve)) };
  });
  await Promise.all(clients.map(({ socket }) => once(socket, 'data')));
  for (const { socket } of clients) socket.end(get('/x'));
  await Promise.all(clients.map(({ closed }) => closed));
  expect(clients.map(({ heard }) => bodies(heard()).join())).toEqual(clients.map(() => '/before,/x'));
});

test('requests of clients that have reset their connections meanwhile are not met', async () => {
  let met = 0;
  const { begun } = await serving((_request, response) => {
    met++;
    for (const until = performance.now() + 5; performance.now() < until;);
    answer(response, 'late.');
  });
  const clients = Array.from({ length: 100 }, () => connect(server!.address.port, '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  for (const client of clients) client.write(get('/x').repeat(50));
  while (begun.length < 300) await new Promise(setImmediate);
  for (const client of clients) client.resetAndDestroy();
  const before = met;
  for (let last = -1; last !== met;) {
    last = met;
    await sleep(100);
  }
  expect(met - before).toBeLessThan(20);
});

describe('CONNECT', () => {
  const CONNECT = 'CONNECT other:1 HTTP/1.1\r\nHost: other\r\n\r\n';

  test.each([0, 1, 5, 100])('behind %d other requests is refused behind their answers', async (count) => {
    await serving(echo(() => 5));
    const answers = await said([get('/x').repeat(count) + CONNECT]);
    expect(bodies(answers)).toHaveLength(count);
    expect(answers).toMatch(/HTTP\/1\.1 400 Bad Request\r\n[^]{0,80}Connection: close\r\n\r\n$/);
  });

  test('of a client that resets its connection harms nobody else', async () => {
    await serving(echo(() => 50));
    for (const before of ['', get('/x')]) {
      const socket = connect(server!.address.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(before + CONNECT);
      await sleep(20);
      socket.resetAndDestroy();
    }
    await sleep(100);
    expect(bodies(await said([LAST]))).toEqual(['/last ']);
  });
});

test('of bodies in chunks of one octet some thousand chunks are read before the loop turns', async () => {
  let chunks = 0;
  let mostInTurn = 0;
  await serving((request, response) => {
    request.on('data', () => chunks++);
    request.on('end', () => answer(response, 'read.'));
  });
  const head = 'POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
  let isOver = false;
  let before = 0;
  const look = (): void => {
    mostInTurn = Math.max(mostInTurn, chunks - before);
    before = chunks;
    if (!isOver) setImmediate(look);
  };
  look();
  const body = `${'1\r\n \r\n'.repeat(10_000)}0\r\n\r\n`;
  const clients = Array.from({ length: 30 }, () => connect(server!.address.port, '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  for (const client of clients) client.write(head);
  await sleep(100);
  const heard = clients.map((client) => once(client, 'data') as Promise<[Buffer]>);
  for (const client of clients) client.write(body);
  for (const [one] of await Promise.all(heard)) expect(one.toString()).toMatch(/^HTTP\/1\.1 200 /);
  isOver = true;
  expect(chunks).toBe(300_000);
  expect(mostInTurn).toBeLessThan(40_000);
});

test.each(['Content-Length: 3000000', 'Transfer-Encoding: chunked'])(
  'long bodies that arrive at once arrive whole, and what stands behind them is answered: %s',
  async (framing) => {
    await serving((request, response) => {
      let octets = 0;
      request.on('data', (data: Buffer) => {
        octets += data.length;
        for (const until = performance.now() + data.length / 300_000; performance.now() < until;);
      });
      request.on('end', () => answer(response, `${octets}.`));
    });
    const piece = 'x'.repeat(30_000);
    const isChunked = framing.endsWith('chunked');
    const body = isChunked ? `${`7530\r\n${piece}\r\n`.repeat(100)}0\r\n\r\n` : piece.repeat(100);
    const all = `POST /x HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${body}${LAST}`;
    const heard = await Promise.all(Array.from({ length: 20 }, () => said([all])));
    expect(heard.map((one) => bodies(one).join())).toEqual(heard.map(() => '3000000,0'));
  },
);

describe('what stands behind', () => {
  test('a request that is met waits as it came: of its body nothing is parsed', async () => {
    const first = Promise.withResolvers<ServerResponse>();
    let came = 0;
    await serving((request, response) => {
      if (request.url === '/first') first.resolve(response);
      else request.on('data', () => came++).on('end', () => answer(response, 'late.'));
    });
    const chunks = '1\r\nx\r\n'.repeat(2000);
    const post = `POST /late HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}0\r\n\r\n`;
    const heard = said([get('/first') + post]);
    const answering = await first.promise;
    await sleep(50);
    expect(answering.req.socket.readableLength).toBe(0);
    answer(answering, 'first.');
    expect(bodies(await heard)).toEqual(['first', 'late']);
    expect(came).toBe(2000);
  });

  test('many requests is refused behind their answers where it cannot be parsed', async () => {
    await serving(echo(() => 0));
    const answers = await said([`${get('/x').repeat(100)}NONSENSE\r\n\r\n`]);
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(100);
    expect(answers).toMatch(/HTTP\/1\.1 400 Bad Request\r\n[^]{0,80}Connection: close\r\n\r\n$/);
  });

  test('an answer that ends its connection is never met', async () => {
    const { begun } = await serving(echo(() => 0));
    expect(bodies(await said([LAST + get('/behind').repeat(100)]))).toEqual(['/last ']);
    expect(begun.length).toBeLessThan(40);
  });

  test('slow answers is not late', async () => {
    await serving(
      echo(() => 30),
      200,
    );
    const post = `POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody`;
    const answers = await said([get('/x').repeat(30) + post + LAST]);
    expect(bodies(answers)).toEqual([...Array.from({ length: 30 }, () => '/x '), '/post body', '/last ']);
  });

  test('slow answers has its time from its own turn on, and no longer', async () => {
    await serving(
      echo(() => 600),
      200,
    );
    const post = `POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo`;
    expect(await said([get('/x') + post])).toMatch(/^HTTP\/1\.1 200 [^]*\.HTTP\/1\.1 408 /);
  });
});

/** A generator that is the same each time: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
}

test.each([1, 2, 3, 4, 5, 6])(
  'requests of all kinds, cut anywhere, are answered by what they sent: %d',
  async (seed) => {
    const random = chance(seed);
    await serving(echo(() => (random(4) === 0 ? random(3) : 0)));
    const wanted: string[] = [];
    const sent = Array.from({ length: 150 }, (_, i) => {
      const body = 'abcdefghij'.repeat(random(40)).slice(random(10));
      const expects = random(8) === 0 ? 'Expect: 100-continue\r\n' : '';
      const kind = random(3);
      wanted.push(`/${i} ${kind === 0 ? '' : body}`);
      if (kind === 0) return get(`/${i}`);
      const head = `POST /${i} HTTP/1.1\r\nHost: x\r\n${expects}`;
      if (kind === 1) return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
      const chunks = body.replaceAll(/.{1,7}/g, (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
      return `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
    }).join('');
    const pieces: string[] = [];
    for (let at = 0; at < sent.length;) {
      const length = 1 + random(random(3) === 0 ? 20_000 : 300);
      pieces.push(sent.slice(at, at + length));
      at += length;
    }
    const answers = await said([...pieces, LAST], 1);
    expect(bodies(answers.replaceAll('HTTP/1.1 100 Continue\r\n\r\n', ''))).toEqual([...wanted, '/last ']);
  },
);

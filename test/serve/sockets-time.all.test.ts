// Time-outs of a socket run while its client is waited for, never while the service itself still works: calls that take
// longer than every one of them, while the service runs and while it stops.

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';

import { boundsOf } from '../../src/serve/limits.ts';
import { startServer, type HttpServer } from '../../src/serve/server.ts';

const STALLED = 100;
const LONG = 4 * STALLED;

let server: HttpServer | undefined;
const clients: Client[] = [];
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await server?.close();
  server = undefined;
});

/** Answers each request when its body has arrived, after so long. */
async function serving(after: number, body = 'done', requestTimeout = 10_000): Promise<HttpServer> {
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume().on('end', () => {
      setTimeout(() => response.writeHead(200, ['Content-Length', `${body.length}`]).end(body, 'latin1'), after);
    });
  };
  const bounds = { ...boundsOf(1000, requestTimeout), stalled: STALLED };
  server = await startServer(listener, { host: '127.0.0.1', port: 0, bounds, log: undefined, unmet: () => undefined });
  return server;
}

interface Client {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  heard(): string;
}

async function client(sends: string): Promise<Client> {
  const socket = connect(server!.address.port, '127.0.0.1');
  let heard = '';
  socket.on('error', () => undefined);
  socket.on('data', (data: Buffer) => (heard += data.toString('latin1')));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const one = { socket, closed, heard: () => heard };
  clients.push(one);
  await once(socket, 'connect');
  socket.write(sends);
  return one;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n';
const ANSWERED = /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\ndone/;

async function stopped(): Promise<void> {
  await server!.drain(0, 10);
  await server!.close();
  server = undefined;
}

describe('a call that takes longer than any time-out of its socket', () => {
  test.each([
    ['its head', GET],
    ['a body', `${POST}0123456789`],
    ['its head, behind another', GET + GET],
  ])('is answered, when it has sent %s', async (_what, sends) => {
    await serving(LONG);
    const { heard } = await client(sends);
    for (let i = 0; i < 30 && !ANSWERED.test(heard()); i++) await sleep(100);
    expect(heard()).toMatch(ANSWERED);
  });

  test('is answered while the service stops, and the stop ends', async () => {
    await serving(LONG);
    const { heard, closed } = await client(GET);
    await sleep(50);
    await stopped();
    await closed;
    expect(heard()).toMatch(ANSWERED);
    expect(heard()).toContain('Connection: close\r\n');
  });

  test('on a connection that was idle before is answered while the service stops', async () => {
    await serving(LONG);
    const { heard, socket, closed } = await client(GET);
    for (let i = 0; i < 30 && !ANSWERED.test(heard()); i++) await sleep(50);
    socket.write(GET);
    await sleep(50);
    await stopped();
    await closed;
    expect(heard().match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });

  test('is followed by the time-out of a client that takes nothing', async () => {
    await serving(LONG, 'x'.repeat(32_000_000));
    const { socket } = await client(GET);
    socket.pause();
    const began = Date.now();
    // The client reads nothing; that it was cut is seen where it writes.
    for (let i = 0; i < 50 && !socket.destroyed; i++) {
      await sleep(100);
      if (Date.now() - began > LONG + 2 * STALLED) socket.write(GET);
    }
    expect(socket.destroyed).toBe(true);
  });
});

describe('a request that arrives slowly', () => {
  test('has the whole time that a request may take, also without any octet in between', async () => {
    await serving(0);
    const { heard, socket } = await client(POST);
    await sleep(LONG);
    socket.write('0123456789');
    for (let i = 0; i < 30 && !ANSWERED.test(heard()); i++) await sleep(50);
    expect(heard()).toMatch(ANSWERED);
  });

  test('is cut during a stop when its client does nothing', async () => {
    await serving(0);
    const { heard, closed } = await client(POST);
    await sleep(50);
    const began = Date.now();
    await stopped();
    await closed;
    expect(heard()).toBe('');
    expect(Date.now() - began).toBeLessThan(5000);
  });

  test('is refused during a stop when its time is over, however lively its client is', async () => {
    await serving(0, 'done', 500);
    const { heard, socket, closed } = await client('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
    const drip = setInterval(() => socket.write('x'), 50);
    await sleep(50);
    await stopped();
    await closed;
    clearInterval(drip);
    expect(heard()).toMatch(/^HTTP\/1\.1 408 /);
  });
});

test('an answer that has been given is sent to its end while the service stops, as slowly as its client takes it', async () => {
  const body = 'y'.repeat(24_000_000);
  await serving(0, body);
  const { heard, socket, closed } = await client(GET);
  for (let i = 0; i < 50 && heard() === ''; i++) await sleep(10);
  socket.pause();
  const slowly = setInterval(() => {
    socket.resume();
    setTimeout(() => socket.pause(), 1);
  }, 40);
  const over = stopped();
  await Promise.all([over, closed]);
  clearInterval(slowly);
  expect(heard().length).toBeGreaterThan(body.length);
}, 30_000);

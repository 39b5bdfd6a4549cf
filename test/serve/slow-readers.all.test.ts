// Clients that ask and do not read: one request of a connection at a time, connections that take nothing are cut, and a stop
// ends.

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

import { boundsOf } from '../../src/serve/limits.ts';
import { startServer, type HttpServer } from '../../src/serve/server.ts';

const LARGE = 'x'.repeat(32_000_000);
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: HttpServer | undefined;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server?.close();
  server = undefined;
});

interface Served {
  met: number;
  readonly ended: Promise<number>;
}

/** Answers each request with `body`; says how many were met, and when the first connection ended. */
async function served(body: string, stalled = 60_000): Promise<Served> {
  let begun = 0;
  let end: (after: number) => void;
  const state: Served = { met: 0, ended: new Promise((resolve) => (end = resolve)) };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (state.met === 0) begun = Date.now();
    state.met++;
    request.socket.once('close', () => end(Date.now() - begun));
    response.writeHead(200, ['Content-Length', `${body.length}`]).end(body, 'latin1');
  };
  server = await startServer(listener, {
    host: '127.0.0.1',
    port: 0,
    bounds: { ...boundsOf(1000, 10_000), stalled },
    log: undefined,
    unmet: () => undefined,
  });
  return state;
}

async function client(sends: string): Promise<Socket> {
  const socket = connect(server!.address.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  clients.push(socket);
  await once(socket, 'connect');
  socket.write(sends);
  return socket;
}

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 50 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a client that sends many requests and reads nothing', () => {
  test('has one met; the others wait for it', async () => {
    const state = await served(LARGE);
    await client(REQUEST.repeat(500));
    await until(() => state.met > 1);
    expect(state.met).toBe(1);
  });

  test('has all of them met, in their order, once it reads', async () => {
    const state = await served('y'.repeat(100_000));
    const socket = await client(REQUEST.repeat(100));
    await until(() => state.met > 100);
    let octets = 0;
    socket.on('data', (data: Buffer) => (octets += data.length));
    socket.resume();
    for (let i = 0; i < 10; i++) await until(() => octets > 10_000_000);
    expect(state.met).toBe(100);
    expect(octets).toBeGreaterThan(10_000_000);
  });

  test('is cut when it takes nothing for long', async () => {
    const { ended } = await served(LARGE, 300);
    await client(REQUEST);
    expect(await ended).toBeLessThan(5000);
  });

  test('does not keep the service from stopping', async () => {
    const { ended } = await served(LARGE, 300);
    await client(REQUEST.repeat(5));
    await until(() => clients[0]!.readableLength > 0);
    await server!.drain(0, 10);
    await server!.close();
    server = undefined;
    expect(await ended).toBeLessThan(5000);
  });

  test('and goes away leaves nothing behind', async () => {
    const state = await served(LARGE);
    const socket = await client(REQUEST.repeat(5));
    await until(() => state.met > 0);
    socket.destroy();
    await state.ended;
    expect(state.met).toBe(1);
  });
});

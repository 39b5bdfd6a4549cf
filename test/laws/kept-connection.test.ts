// The client of the laws: how long it uses a connection again.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { KeptConnections } from './kept-connection.ts';

let server: Server;
let url: string;
let kept: KeptConnections;
/** Of each call, the client's port. */
let from: number[];

beforeEach(async () => {
  from = [];
  kept = new KeptConnections();
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    from.push(request.socket.remotePort!);
    response.end('fine');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  kept.end();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function call(): Promise<string> {
  return (await kept.send(url, { method: 'POST', path: '/', body: 'x' })).text;
}

test('a connection is used again until half of the time is over for which the server keeps it', async () => {
  let now = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await call();
  now += 29_999;
  await call();
  now += 30_000;
  expect(await call()).toBe('fine');
  expect([from[1] === from[0], from[2] === from[0]]).toEqual([true, false]);
});

test('a connection of which the server says nothing is used once', async () => {
  server.keepAliveTimeout = 0;
  await call();
  await call();
  expect(from[1]).not.toBe(from[0]);
});

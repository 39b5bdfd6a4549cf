// Whatever a service does, a call comes to an end: a reply, or one of a few reasons why there is none.

import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { isReply, type Call } from '../../../src/verify/exchange.ts';
import { Client, mayCall } from '../../../src/verify/http/client.ts';

const GET: Call = { method: 'GET', target: '/a?b=c', headers: [['X-A', '1']], body: undefined };
const BOUNDS = { timeOut: 300, longest: 100_000 };

let server: Server | undefined;
const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
});

/** A service that does this with each connection once a request has come. */
async function served(answer: (socket: Socket, request: string) => void, prefix = ''): Promise<Client> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (piece) => answer(socket, piece.toString()));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new Client(new URL(`http://127.0.0.1:${port}${prefix}`), BOUNDS);
}

async function kindOf(answer: (socket: Socket) => void, call: Call = GET): Promise<string> {
  const client = await served(answer);
  const { reply } = await client.send(call);
  client.close();
  return isReply(reply) ? `status ${reply.status}` : reply.kind;
}

const HEAD = 'HTTP/1.1 200 OK\r\n';

/** A little of it, again and again. */
function trickle(head: string, piece: string): (socket: Socket) => void {
  return (socket) => {
    socket.write(HEAD + head);
    const timer = setInterval(() => socket.write(piece), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

function flood(socket: Socket): void {
  socket.write(`${HEAD}Content-Length: 10000000000\r\n\r\n`);
  const piece = Buffer.alloc(65_536, 'x');
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

describe('a call', () => {
  it('has a reply with its headers as they came, and its body', async () => {
    let seen = '';
    const client = await served((socket, request) => {
      seen = request;
      socket.write(`${HEAD}X-B: 1\r\nx-b: 2\r\nContent-Length: 3\r\n\r\né1`);
    }, '/base/');
    const body = '{"é":1}';
    const exchange = await client.send({ ...GET, method: 'POST', body });
    expect(exchange.reply).toEqual({
      status: 200,
      headers: [
        ['x-b', '1'],
        ['x-b', '2'],
        ['content-length', '3'],
      ],
      body: 'é1',
    });
    expect(seen.split('\r\n')[0]).toBe('POST /base/a?b=c HTTP/1.1');
    expect(seen).toContain('X-A: 1');
    expect(seen).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(exchange.to).toBeGreaterThanOrEqual(exchange.from);
    client.close();
  });

  it('follows no redirect', async () => {
    expect(
      await kindOf((socket) => socket.write('HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n')),
    ).toBe('status 302');
  });

  it('ends where nothing comes', async () => {
    expect(await kindOf(() => undefined)).toBe('too slow');
  });

  it('ends where a body never does, however often a piece comes', async () => {
    expect(await kindOf(trickle('Content-Length: 1000\r\n\r\n', 'x'))).toBe('too slow');
  });

  it('ends where a head never does', async () => {
    expect(['too slow', 'garbage']).toContain(await kindOf(trickle('', 'X-A: b\r\n')));
  });

  it('ends where the body is longer than is read, and keeps little of it', async () => {
    const before = process.memoryUsage().rss;
    expect(await kindOf(flood)).toBe('too long');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('ends where the connection is closed, before the reply and in the middle', async () => {
    expect(await kindOf((socket) => socket.destroy())).toBe('closed');
    expect(await kindOf((socket) => socket.end(`${HEAD}Content-Length: 10\r\n\r\nabc`))).toBe('closed');
  });

  it('ends where what comes is no HTTP', async () => {
    expect(await kindOf((socket) => socket.write('\u0000\u0001 hello\r\n\r\n'))).toBe('garbage');
    expect(await kindOf((socket) => socket.write(`${HEAD}Content-Length: x\r\n\r\n`))).toBe('garbage');
    expect(
      await kindOf((socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      ),
    ).toBe('garbage');
  });

  it('says that nobody is there', async () => {
    const client = await served(() => undefined);
    const port = (server!.address() as AddressInfo).port;
    client.close();
    await new Promise((resolve) => server!.close(resolve));
    const { reply } = await new Client(new URL(`http://127.0.0.1:${port}`), BOUNDS).send(GET);
    expect(reply).toMatchObject({ kind: 'unreachable', said: expect.stringContaining('ECONNREFUSED') });
  });

  it('sends over one connection where the service keeps it, and says so where nobody can tell whether a call came', async () => {
    const connections = new Set<Socket>();
    let closing = 0;
    const client = await served((socket) => {
      connections.add(socket);
      if (closing > 0) socket.destroy();
      else socket.write(`${HEAD}Content-Length: 2\r\n\r\nok`);
      closing -= 1;
    });
    const send = async (method: string): Promise<unknown> => (await client.send({ ...GET, method })).reply;
    for (const method of ['GET', 'GET', 'POST', 'PUT']) expect(await send(method)).toMatchObject({ status: 200 });
    expect(connections.size).toBe(1);
    closing = 1;
    expect(await send('POST')).toMatchObject({ kind: 'not seen' });
    // From now on what changes something has a connection of its own.
    connections.clear();
    for (const method of ['GET', 'POST', 'POST']) expect(await send(method)).toMatchObject({ status: 200 });
    expect(connections.size).toBeGreaterThan(1);
    closing = 2;
    expect(await send('POST')).toMatchObject({ kind: 'closed' });
    client.close();
  });

  it('goes on after each of them', async () => {
    let nth = 0;
    const client = await served((socket) => {
      nth += 1;
      if (nth === 1) socket.destroy();
      else socket.write(`${HEAD}Content-Length: 2\r\n\r\nok`);
    });
    expect((await client.send({ ...GET, method: 'POST' })).reply).toMatchObject({ kind: 'closed' });
    expect((await client.send(GET)).reply).toMatchObject({ status: 200, body: 'ok' });
    client.close();
  });
});

describe('who is called', () => {
  it.each([
    ['http://127.0.0.1:80', true],
    ['http://localhost', true],
    ['http://[::1]:8080', true],
    ['http://127.0.0.1.example.com', false],
    ['http://example.com', false],
    ['http://10.0.0.1', false],
    ['http://allowed.example', true],
  ])('%s: %s', (url, may) => {
    expect(mayCall(new URL(url), ['allowed.example'])).toBe(may);
  });
});

// Services that do anything but answer: verify comes to an end with a verdict that says what was seen, and holds little in memory.

import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { VerifyReport } from '../../src/verify/report/json.ts';
import { place, type Place, type Said } from './command.ts';
import { exampleText } from './running.ts';

let here: Place;
beforeAll(() => {
  here = place();
  here.write('todo.md', exampleText('todo-backend'));
});
afterAll(() => here.remove());

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server?.close();
});

type Answer = (socket: Socket, nth: number, request: string) => void;

/** A service that does this with each piece that comes. */
async function verified(answer: Answer, ...args: readonly string[]): Promise<Said> {
  let nth = 0;
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (piece) => answer(socket, (nth += 1), piece.toString()));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const limits = ['--time-out', '1', '--seconds', '2', '--requests', '60', '--seed', '1'];
  return here.verify('todo.md', '--url', `http://127.0.0.1:${port}`, ...limits, '--format', 'json', ...args);
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

function whole(body: string, status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
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

const WITHOUT_REPLY: readonly (readonly [name: string, answer: Answer, got: RegExp])[] = [
  ['hangs', () => undefined, /no whole reply came within 1 s/],
  ['closes', (socket) => socket.destroy(), /the connection was closed without a reply/],
  ['resets', (socket) => socket.resetAndDestroy(), /the connection was closed without a reply/],
  [
    'stops in the middle',
    (socket) => socket.end(`${HEAD}Content-Length: 10\r\n\r\n[`),
    /closed in the middle of the reply/,
  ],
  ['answers garbage', (socket) => socket.write('\u0000\u0001\u001b[31m\r\n\r\n'), /what came is no HTTP/],
  ['answers 10 GB', flood, /its body is longer than 10 MB/],
  [
    'answers for ever',
    (socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      const timer = setInterval(() => socket.write('1\r\n \r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    },
    /no whole reply came within 1 s/,
  ],
  [
    'asks for another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    /another protocol/,
  ],
];

describe('a service that', () => {
  it.each(WITHOUT_REPLY)(
    '%s fails, and it is said what was seen',
    async (_name, answer, got) => {
      const begun = performance.now();
      const { status, stdout } = await verified(answer);
      const report = JSON.parse(stdout) as VerifyReport;
      expect([status, report.verdict]).toEqual([1, 'fail']);
      expect(report.failures.length).toBeGreaterThan(0);
      for (const failure of report.failures) {
        expect(failure.class).toBe('no reply');
        expect(failure.got).toMatch(got);
        expect(failure.curl).toContain('curl -sS');
      }
      // It is not waited for once more for each failure.
      expect(performance.now() - begun).toBeLessThan(15_000);
    },
    60_000,
  );

  const ANSWERED: readonly (readonly [name: string, answer: Answer, got: RegExp])[] = [
    ['redirects', (socket) => socket.write('HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'), /^302/],
    ['answers with another page', (socket) => socket.write(whole('<html>', '200 OK')), /html/],
    [
      'changes its mind',
      (socket, nth) => socket.write(nth % 2 === 0 ? whole('[]') : whole('{"error":"x"}', '500 Internal Server Error')),
      /^(?:500|200)/,
    ],
    [
      'has headers of every kind',
      (socket) => socket.write(`${HEAD}X-\u00e9: \u00e9\u0001\r\nContent-Length: 2\r\n\r\n{}`),
      /./,
    ],
    ['nests without end', (socket) => socket.write(whole('['.repeat(200_000))), /./],
    ['nests deeply', (socket) => socket.write(whole(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)), /./],
    [
      'has names of every kind',
      (socket) => socket.write(whole('[{"__proto__":{"id":1},"constructor":1,"":2,"a.b":3}]')),
      /./,
    ],
    [
      'has numbers of every kind',
      (socket) => socket.write(whole(`[{"id":1e999},{"id":-0},{"id":${'9'.repeat(400)}}]`)),
      /./,
    ],
  ];

  it.each(ANSWERED)(
    '%s fails, and it is said what was seen',
    async (_name, answer, got) => {
      const { status, stdout } = await verified(answer);
      const report = JSON.parse(stdout) as VerifyReport;
      expect([status, report.verdict]).toEqual([1, 'fail']);
      expect(report.failures.some((failure) => got.test(failure.got))).toBe(true);
    },
    60_000,
  );

  it('goes away in the middle of a run: what was seen before still counts', async () => {
    const { status, stdout } = await verified((socket, nth) => {
      if (nth < 20) socket.write(whole('[]'));
      else {
        server!.close();
        socket.destroy();
      }
    });
    const report = JSON.parse(stdout) as VerifyReport;
    expect(status).toBe(1);
    expect(report.failures.map((one) => one.class)).toContain('no reply');
    expect(report.failures.some((one) => one.class !== 'no reply')).toBe(true);
  }, 60_000);

  it('sends more than is read, again and again, and leaves little in memory', async () => {
    const before = process.memoryUsage().rss;
    await verified(flood);
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000);
  }, 60_000);
});

// What events are sent to: a server on this machine that accepts whatever comes, unless it is asked to refuse. Input: a port. Output: its address, and what has come.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Arrived } from './happening.ts';

export interface Listener {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** Whether the next event is not accepted, once. */
  refuseNext(is: boolean): void;
  close(): Promise<void>;
}

/** Octets of one event; what is behind them is not read. */
const LONGEST = 1_000_000;
/** Events that are kept. */
const MOST = 50_000;

/** https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4 */
const REFUSED = 503;

/** `accepts`: the status that says so. Rejects where the port is taken. */
export async function listen(port: number, accepts: number): Promise<Listener> {
  const arrived: Arrived[] = [];
  let isRefusing = false;
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= LONGEST) pieces.push(piece);
    });
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url = '/', rawHeaders } = request;
      const headers = rawHeaders.flatMap((name, place): readonly (readonly [string, string])[] =>
        place % 2 === 0 ? [[name.toLowerCase(), rawHeaders[place + 1]!]] : [],
      );
      const body = Buffer.concat(pieces).toString('utf8');
      const refused = isRefusing && ({ isRefused: true } as const);
      isRefusing = false;
      if (arrived.length < MOST) arrived.push({ to: url, method, headers, body, at: Date.now(), ...refused });
      response.writeHead(refused ? REFUSED : accepts).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    arrived,
    refuseNext: (is) => (isRefusing = is),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
